/** The scenarios that come with the page, in the order of the menu. */
import workedFork from '../../scenarios/worked_fork.json' with { type: 'json' };
import { checkScenario, type Scenario } from './scenario.ts';

export const SCENARIOS: ReadonlyMap<string, Scenario> = new Map([['worked-fork', checkScenario(workedFork)]]);

export const FIRST_SCENARIO = 'worked-fork';
