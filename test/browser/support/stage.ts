import type { BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import { enter } from './enter.ts';
import type { FlowDocumentInput } from '../../../src/contract/flows/flow-document.ts';
import type { PageReader } from '../../../src/domain/ports/pages/page-reader.ts';
import { sharedModels } from '../../support/shared-models.ts';
import { noInspection, startStack, type Stack } from '../../support/stack.ts';
import { documentHandlers, emptyReader } from '../../support/steps.ts';
import { findTestModels } from '../../support/test-models.ts';
import type { FakeDevices } from './fake-devices.ts';
import { openBrowser, type BrowserWithDevices } from './open-browser.ts';

/** The real service with its pages, a real browser, and in Chromium a camera that shows what a test puts in front of it. */
export interface Stage {
  stack: Stack;
  devices: FakeDevices;
  addFlow(name: string, document: FlowDocumentInput): Promise<string>;
  /** A person's device. */
  openPage(options?: BrowserContextOptions): Promise<Page>;
  /** Address of the hosted page of a flow. */
  hostedUrl(flowId: string, metadata?: object): string;
  close(): Promise<void>;
}

const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  reducedMotion: 'reduce',
  hasTouch: true,
  permissions: ['camera', 'microphone', 'geolocation'],
  geolocation: { latitude: 38.72, longitude: -9.14, accuracy: 20 },
};

/**
 * Pages are read by a reader that sees nothing: the test is about the way there and back. `models: true` has the real models read and
 * inspect them; `inspect: true` only inspects files as they arrive.
 */
export async function openStage({
  models = false,
  reader = emptyReader,
  inspect = models,
  launch = openBrowser,
  locale = 'en-US',
  ...rest
}: {
  models?: boolean;
  inspect?: boolean;
  reader?: PageReader;
  /** Another browser than Chromium. */
  launch?: () => Promise<BrowserWithDevices>;
  /** Null: the browser's own language. */
  locale?: string | null;
} & Parameters<typeof startStack>[0] = {}): Promise<Stage> {
  const stack = await startStack(rest);
  await stack.startWorkers({
    ...(models
      ? {
          document: true,
          models: sharedModels(findTestModels()),
        }
      : { documentHandlers: documentHandlers(stack, reader) }),
    ...(inspect ? { quality: true } : { qualityHandlers: noInspection }),
    liveness: true,
    otp: true,
    maintenance: true,
  });
  const browser = await launch();
  const { devices } = browser;
  await devices.reset();
  return {
    stack,
    devices,
    addFlow: (name, document) => stack.client.addFlow(name, document),
    async openPage(options = {}) {
      const context = await browser.newContext({ ...phone, ...(locale !== null && { locale }), ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      return page;
    },
    hostedUrl(flowId, metadata) {
      const url = new URL(`/verify/${stack.client.clientId}/${flowId}`, stack.api.baseUrl);
      if (metadata !== undefined) url.hash = new URLSearchParams({ metadata: JSON.stringify(metadata) }).toString();
      return url.href;
    },
    async close() {
      await browser.close();
      await stack.close();
    },
  };
}

/** @throws with the text of the screen if it has no such button */
export const press = (page: Page, name: string | RegExp) =>
  orSayScreen(page, page.getByRole('button', { name }).click());

export async function orSayScreen<T>(page: Page, work: Promise<T>): Promise<T> {
  return work.catch(async (error: unknown) => {
    const dialog = page.locator('[data-verify-flow] dialog');
    const screen = (await dialog.count()) > 0 ? await dialog.innerText() : 'no flow';
    throw new Error(`${String(error)}\nThe screen says: ${screen}`, { cause: error });
  });
}
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Another country than the suggested one, found by its name. */
export async function chooseCountry(at: Page | FrameLocator, name = 'Portugal'): Promise<void> {
  const search = at.getByRole('searchbox');
  const field = at.locator('.issuer > .choice');
  await search.or(field).first().waitFor();
  if ((await search.count()) === 0) await field.click();
  await enter(search, name.toLowerCase());
  await at.getByRole('button', { name: new RegExp(name) }).click();
}
