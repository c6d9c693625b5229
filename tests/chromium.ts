/** The browser of the tests: Debian's Chromium, without what it does of its own while a page loads. */
import { type Browser, chromium } from 'playwright-core';

/**
 * Parts of Chromium that are switched off: of the driver's own list those that show in a page, and the pop-up of the
 * address bar, for which each new window loads 150 scripts, at the time at which a test waits for the first picture.
 */
const OFF = [
  'WebUIOmniboxPopup',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'Translate',
];

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [`--disable-features=${OFF.join(',')}`],
  });
}
