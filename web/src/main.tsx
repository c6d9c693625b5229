import { render } from 'preact';
import { App } from './view/app.tsx';
import { start } from './view/start.ts';

render(<App />, document.getElementById('app') as HTMLElement);
void start();
