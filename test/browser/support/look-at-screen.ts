import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { isFullSuite } from '../../support/sample-of.ts';
import { onlyPictures, pictureFile } from './screens-folder.ts';

export type Scheme = 'light' | 'dark';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The only rules whose result a colour scheme can change. */
const colourRules: readonly string[] = ['color-contrast', 'link-in-text-block'];

/** What axe finds on the current screen: with all its rules, or with these only. */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (onlyPictures) return [];
  // Not as a script element, which the page's policy refuses.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) };
  return page.evaluate<string[]>(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ' ' + html.slice(0, 160) + ' ' + failureSummary)))`);
}

/** What axe finds on the screen: in light mode with all its rules, in dark mode with those that look at colours. */
export async function findViolationsInBothSchemes(
  page: Page,
  inEach?: (scheme: Scheme) => Promise<void>,
): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await showIn(page, colorScheme);
    const violations = await findViolations(page, colorScheme === 'dark' ? colourRules : undefined);
    found.push(...violations.map((violation) => `(${colorScheme}) ${violation}`));
    await inEach?.(colorScheme);
  }
  return found;
}

/** In this scheme, once its colours are painted: with reduced motion, colours change without a transition. */
async function showIn(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate('new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))');
}

/** Everything that overflows the screen to the side, or overflows its box. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const root = document.querySelector('[data-verify-flow]').shadowRoot;
    const width = document.documentElement.clientWidth;
    // A single-line field scrolls the typed text; its box has to stay on the screen like any other.
    const scrolls = (element) => element.tagName === 'INPUT';
    const hidden = (element) => element.closest('.sr, .icon, video, .guide, .ring, .camera, .code-field input') !== null;
    return [...root.querySelectorAll('dialog *')]
      .filter((element) => !hidden(element))
      .filter((element) => {
        const { left, right, width: own } = element.getBoundingClientRect();
        return own > 0 && (right > width + 1 || left < -1 || (!scrolls(element) && element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline' && element.clientWidth > 0));
      })
      .map((element) => element.tagName + '.' + element.className + ' ' + (element.textContent ?? '').slice(0, 60));
  })()`);
}

/** A picture of the screen, if pictures were requested. */
export async function photograph(page: Page, name: string): Promise<void> {
  const path = pictureFile('flow', name);
  if (path !== null) await page.screenshot({ path });
}

const sizes = {
  phone: { width: 390, height: 844 },
  small: { width: 320, height: 640 },
  desk: { width: 1280, height: 800 },
};

/** The same in light and dark mode, small and large. Not for what lasts only a few seconds. */
export async function photographLooks(page: Page, name: string): Promise<void> {
  if (pictureFile('flow', name) === null) return;
  const before = page.viewportSize();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport);
      // A camera's picture and colours in transition need a moment.
      await page.waitForTimeout(150);
      await photograph(page, `${name}-${colorScheme}-${size}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  if (before !== null) await page.setViewportSize(before);
  await page.waitForTimeout(150);
}

/** For a screen that stays: takes its pictures if they were requested, and in the full suite checks that axe finds nothing. */
export async function lookAtScreen(page: Page, name: string): Promise<void> {
  await photographLooks(page, name);
  if (isFullSuite) await expectNoViolations(page, name);
}

export async function expectNoViolations(page: Page, name: string): Promise<void> {
  const violations = await findViolationsInBothSchemes(page);
  expect(violations.map((violation) => `${name}: ${violation}`)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}
