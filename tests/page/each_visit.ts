import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { Site, type Visit } from './site.ts';

/** The page as each test of a file finds it: opened anew before the test, and without a problem after it. */
export class EachVisit {
  #site?: Site;
  #visit?: Visit;

  /** Made at the top of a file, before hooks that use it. */
  constructor(fragment = '', options: BrowserContextOptions = {}) {
    beforeAll(async () => {
      this.#site = await Site.open();
    });
    afterAll(() => this.site.close());
    beforeEach(async () => {
      this.#visit = await this.site.visit(fragment, options);
    });
    afterEach(async () => {
      expect(this.problems).toEqual([]);
      expect(this.page.url().startsWith(this.site.address)).toBe(true);
      await this.#visit?.close();
    });
  }

  get site(): Site {
    if (!this.#site) throw new Error('the site is open only while tests run');
    return this.#site;
  }

  get page(): Page {
    if (!this.#visit) throw new Error('the page is open only while a test runs');
    return this.#visit.page;
  }

  /** Errors and broken CSP rules so far. */
  get problems(): string[] {
    return this.#visit?.problems ?? [];
  }
}
