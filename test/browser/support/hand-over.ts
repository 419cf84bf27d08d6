import type { Page } from 'playwright-core';
import type { FlowDocumentInput } from '../../../src/contract/flows/flow-document.ts';
import { startHostApp } from './host-app.ts';
import { press, type Stage } from './stage.ts';

/** A host app on a desktop whose person continues on their phone with the link. */
export async function handOverFromHost(stage: Stage, steps: FlowDocumentInput['steps']) {
  const ids = {
    clientId: stage.stack.client.clientId,
    flowId: await stage.addFlow(`handed-${steps.length}`, { steps }),
  };
  const host = await startHostApp(stage.stack.api.baseUrl, ids);
  const desk = await stage.openPage({ viewport: { width: 1280, height: 800 }, hasTouch: false });
  await desk.goto(host.url);
  const answer = desk.waitForResponse((response) => response.url().endsWith('/hand-over'));
  await press(desk, 'Call');
  await press(desk, 'Continue on your phone');
  const { url } = (await (await answer).json()) as { url: string }; // The contract's `HandOver`.
  const phone = await stage.openPage();
  await phone.goto(url);
  await press(phone, 'Continue here');
  await press(phone, 'Get started');
  const close = async () => {
    await Promise.all([desk.close(), phone.close()]);
    host.close();
  };
  return { desk, phone, close };
}

/** The arguments with which the host app's delegate was called. */
export const heardBy = (desk: Page) => desk.evaluate<string[][]>('told');
