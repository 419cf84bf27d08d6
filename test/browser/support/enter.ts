import type { Locator } from 'playwright-core';

/**
 * Fills a field. In Firefox the policy of our pages refuses the code with which Playwright does so. There the keyboard types, so that the
 * policy stays as it is.
 */
export async function enter(field: Locator, text: string): Promise<void> {
  try {
    await field.fill(text);
  } catch (error) {
    if (!String(error).includes('blocked by CSP')) throw error;
    await field.press('ControlOrMeta+a');
    await field.press('Delete');
    await field.pressSequentially(text);
  }
}
