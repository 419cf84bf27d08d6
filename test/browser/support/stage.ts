import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { FlowDocumentInput } from '../../../src/contract/flow-document.ts';
import { noInspection, startStack, type Stack } from '../../support/stack.ts';
import { documentHandlers, emptyReader } from '../../support/steps.ts';
import { createFakeDevices, type FakeDevices } from './fake-devices.ts';
import { openBrowser } from './open-browser.ts';

/** The real service with its pages, a real Chromium, and a camera that shows what a test holds before it. */
export interface Stage {
  stack: Stack;
  devices: FakeDevices;
  browser: Browser;
  addFlow(name: string, document: FlowDocumentInput): Promise<string>;
  /** A person's device. */
  openPage(options?: BrowserContextOptions): Promise<Page>;
  /** Address of the hosted page of a flow. */
  hostedUrl(flowId: string, metadata?: object): string;
  close(): Promise<void>;
}

const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  locale: 'en-US',
  reducedMotion: 'reduce',
  hasTouch: true,
  permissions: ['camera', 'microphone', 'geolocation'],
  geolocation: { latitude: 38.72, longitude: -9.14, accuracy: 20 },
};

/**
 * Pages are read by a reader that sees nothing: what is tried is the way there and back. `models: true` has them read and looked
 * at by the real ones.
 */
export async function openStage({ models = false } = {}): Promise<Stage> {
  const stack = await startStack();
  await stack.startWorkers({
    ...(models
      ? { quality: true, document: true }
      : { qualityHandlers: noInspection, documentHandlers: documentHandlers(stack, emptyReader) }),
    liveness: true,
    otp: true,
    maintenance: true,
  });
  const devices = await createFakeDevices();
  const browser = await openBrowser(devices);
  return {
    stack,
    devices,
    browser,
    addFlow: (name, document) => stack.client.addFlow(name, document),
    async openPage(options = {}) {
      const context = await browser.newContext({ ...phone, ...options });
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
      devices.remove();
      await stack.close();
    },
  };
}

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
