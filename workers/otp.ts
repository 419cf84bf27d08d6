import type { Container } from '../src/container.ts';
import { openNetworkPlaces } from '../src/adapters/network/open-network-places.ts';
import { createSmtpMessageSender } from '../src/adapters/smtp-message-sender.ts';
import type { MessageSenders } from '../src/domain/ports/messages/message-sender.ts';
import { createLookUpNumber } from '../src/services/codes/look-up-number.ts';
import { createCodeApprovalHandler } from '../src/services/codes/approve-code.ts';
import { createCodeDeliveryHandler } from '../src/services/codes/deliver-code.ts';
import { createRunJob } from '../src/services/jobs/run-job.ts';
import { createStepJobHandler } from '../src/services/steps/work-on-step.ts';
import { startQueueWorker, type RunningWorker } from './runtime.ts';

/** A message mostly waits for its provider. */
const otpConcurrency = 64;

/** Codes on their way to people, and what is found out about numbers, addresses and places. */
export async function startOtpWorker(container: Container): Promise<RunningWorker> {
  const senders = await createSenders(container);
  const numberLookup = (await container.config.sms?.createNumberLookup?.()) ?? null;
  const tools = {
    lookUpNumber: createLookUpNumber({ ...container, numberLookup }),
    networkPlaces: await openNetworkPlaces(container.config.geoip.files, container.log),
    networkAddressOf: async (verificationId: string) =>
      (await container.db.verifications.get(verificationId)).device?.networkAddress ?? '',
  };
  const handlers = {
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

async function createSenders({ config: { sms, email, http } }: Container): Promise<MessageSenders> {
  const { publicUrl } = http;
  const reportUrl =
    publicUrl === null || sms === null
      ? null
      : (codeSendId: string) =>
          new URL(`/v2/providers/${sms.provider}/reports?codeSendId=${codeSendId}`, publicUrl).href;
  return {
    sms: sms && (await sms.createSender({ reportUrl })),
    email: email && createSmtpMessageSender(email),
  };
}
