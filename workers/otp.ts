import type { Container } from '../src/container.ts';
import { openNetworkPlaces } from '../src/adapters/network/open-network-places.ts';
import { createProviderGate } from '../src/adapters/network/provider-gate.ts';
import { createSmtpMessageSender } from '../src/adapters/smtp-message-sender.ts';
import {
  ComeBackLater,
  Undeliverable,
  type MessageSender,
  type MessageSenders,
} from '../src/domain/ports/messages/message-sender.ts';
import type { NumberLookup } from '../src/domain/ports/messages/number-lookup.ts';
import { createLookUpNumber } from '../src/services/codes/look-up-number.ts';
import { createCodeApprovalHandler } from '../src/services/codes/approve-code.ts';
import { createCodeDeliveryHandler } from '../src/services/codes/deliver-code.ts';
import { createRunJob, type QueueHandlers } from '../src/services/jobs/run-job.ts';
import { createStepJobHandler } from '../src/services/steps/work-on-step.ts';
import { startQueueWorker, type RunningWorker } from './runtime.ts';

/** Sending a message is mostly waiting for the provider. */
const otpConcurrency = 64;
/** Interval of tries while a provider is down; its timeouts leave most places to other jobs. */
const retryProviderEveryMs = 1_000;

/** Sends codes, and looks up numbers, addresses and locations. */
export async function startOtpWorker(container: Container): Promise<RunningWorker> {
  const senders = await createSenders(container);
  const numberLookup = await createNumberLookup(container);
  const tools = {
    lookUpNumber: createLookUpNumber({ ...container, numberLookup }),
    networkPlaces: await openNetworkPlaces(container.config.geoip.files, container.log),
    networkAddressOf: async (verificationId: string) =>
      (await container.db.verifications.get(verificationId)).device?.networkAddress ?? '',
  };
  const handlers: QueueHandlers<'otp'> = {
    'code.send': createCodeDeliveryHandler({ ...container, senders }),
    'code.approve': createCodeApprovalHandler({ ...container, senders }),
    'contact.assess': createStepJobHandler({ ...container, job: 'contact.assess', tools }),
  };
  const worker = startQueueWorker({
    queue: 'otp',
    redis: container.config.redis,
    concurrency: otpConcurrency,
    runJob: createRunJob({ ...container, handlers, random: Math.random }),
  });
  return {
    async stop() {
      await worker.stop();
      senders.sms?.close();
      senders.email?.close();
    },
  };
}

async function createSenders({ config: { sms, email, http }, log }: Container): Promise<MessageSenders> {
  const { publicUrl } = http;
  const reportUrl =
    publicUrl === null || sms === null
      ? null
      : (codeSendId: string) =>
          new URL(`/v2/providers/${sms.provider}/reports?codeSendId=${codeSendId}`, publicUrl).href;
  return {
    sms: sms && throughGate(await sms.createSender({ reportUrl }), sms.provider, log),
    email: email && throughGate(createSmtpMessageSender(email), 'mail server', log),
  };
}

/** What a provider says about a recipient is an answer; any other failure may be temporary. */
function throughGate(sender: MessageSender, provider: string, log: Container['log']): MessageSender {
  const { approve } = sender;
  const isAnswer = (error: unknown) => error instanceof Undeliverable || error instanceof ComeBackLater;
  const gate = createProviderGate({ provider, isAnswer, log, retryEveryMs: retryProviderEveryMs });
  return {
    send: (message) => gate.ask(() => sender.send(message)),
    approve: approve && ((providerId) => gate.ask(() => approve(providerId))),
    close: () => sender.close(),
  };
}

async function createNumberLookup({ config: { sms }, log }: Container): Promise<NumberLookup | null> {
  const lookup = (await sms?.createNumberLookup?.()) ?? null;
  if (sms === null || lookup === null) return null;
  const gate = createProviderGate({
    provider: `number lookup of ${sms.provider}`,
    isAnswer: () => false,
    log,
    retryEveryMs: retryProviderEveryMs,
  });
  return { asks: lookup.asks, lookUp: (phoneNumber) => gate.ask(() => lookup.lookUp(phoneNumber)) };
}
