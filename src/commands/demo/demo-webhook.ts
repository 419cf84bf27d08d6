import { demoWebhookPort } from '../../services/flows/seed-demo.ts';
import { startWebhookReceiver } from '../webhook-receiver.ts';
import type { DemoFile } from './demo-file.ts';
import { say } from './say.ts';

/** The second attempt of a delivery comes after five seconds. */
const webhookPatienceMs = 15_000;

/** Answers a function that waits for the webhook with the verdict, for a limited time; it returns at once when none can come. */
export async function listenForWebhook(settings: DemoFile, verificationId: string): Promise<() => Promise<void>> {
  const nothingComes = () => Promise.resolve();
  if (settings.webhookSecret === null) return nothingComes;
  let heard = () => {};
  const verdictTold = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const options = { port: demoWebhookPort, secret: settings.webhookSecret };
  const receiver = await startWebhookReceiver(options, (event) => {
    if (!('verificationId' in event.data) || event.data.verificationId !== verificationId) return;
    say(`webhook ${event.type}, its signature is valid`);
    if (event.type === 'verification.completed') heard();
  }).catch(() => null);
  if (receiver === null) {
    say(`port ${demoWebhookPort} is taken: the demo does not listen for webhooks`);
    return nothingComes;
  }
  return async () => {
    const patience = setTimeout(() => {
      say('no webhook has come yet; it will be tried again later');
      heard();
    }, webhookPatienceMs);
    await verdictTold;
    clearTimeout(patience);
    receiver.close();
  };
}
