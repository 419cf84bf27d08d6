import type { Clock } from '../../domain/ports/clock.ts';
import { newId } from '../../domain/id.ts';
import type { LiveChannel } from '../../domain/ports/live-channel.ts';
import { Undeliverable, type Message, type MessageSenders } from '../../domain/ports/messages/message-sender.ts';
import type { Telemetry } from '../../domain/ports/telemetry.ts';
import type { CodeSendInHand } from '../../domain/repositories/code-send-repository.ts';
import type { Database, DatabaseCaller } from '../../domain/repositories/repositories.ts';
import { testEmails, testNumbers } from '../../domain/codes/test-values.ts';
import { composeCodeMessage } from './compose-code-message.ts';
import type { Flows } from '../flows/load-flow.ts';
import { noteUndeliverable } from './note-undeliverable.ts';
import { endWithMessage } from '../jobs/end-with-message.ts';
import type { JobEnd, JobHandler } from '../jobs/run-job.ts';

/**
 * Sends one requested code. Temporary failures are thrown, and the job tries again with the same code; the person sees permanent ones. For
 * a client in test mode, messages go only to the test inbox.
 */
export function createCodeDeliveryHandler({
  db,
  flows,
  live,
  clock,
  senders,
  telemetry,
}: {
  db: Database;
  flows: Flows;
  live: Pick<LiveChannel, 'announce'>;
  clock: Clock;
  senders: MessageSenders;
  telemetry: Pick<Telemetry, 'noteVerification' | 'codeSent'>;
}): JobHandler<'code.send'> {
  function endUndeliverable(codeSendId: string, caller?: DatabaseCaller): JobEnd {
    return endWithMessage(live, (tx) => noteUndeliverable(tx, { codeSendId, flows, clock }), caller);
  }

  function endInTestInbox({ send }: CodeSendInHand, { to, subject, text }: Message): JobEnd {
    const undeliverable: readonly string[] = [testNumbers.undeliverable, testEmails.undeliverable];
    if (undeliverable.includes(send.contact.address)) return endUndeliverable(send.id, send);
    const { clientId, identityId, verificationId, channel, code } = send;
    return {
      caller: { clientId, verificationId },
      async store(tx) {
        const id = newId('message');
        await tx.testMessages.create({ id, clientId, identityId, verificationId, channel, to, subject, text, code });
        await tx.codeSends.setState(send.id, 'sent');
      },
    };
  }

  return {
    async work({ codeSendId }) {
      const inHand = await db.codeSends.findForSending(codeSendId);
      if (inHand === null || inHand.pointless) return null;
      const { send, language, clientName, clientMode } = inHand;
      const { channel, code } = send;
      telemetry.noteVerification(send.verificationId);
      const message = composeCodeMessage({ channel, to: send.contact.address, language, clientName, code });
      if (clientMode === 'test') {
        telemetry.codeSent(channel, 'test');
        return endInTestInbox(inHand, message);
      }
      const sender = senders[channel];
      if (sender === null) throw new ProviderMissing();
      try {
        const { providerId } = await sender.send({ ...message, codeSendId, code });
        telemetry.codeSent(channel, 'sent');
        return { storeAtOnce: (run) => db.codeSends.storeSentAndComplete(codeSendId, providerId, run) };
      } catch (error) {
        telemetry.codeSent(channel, error instanceof Undeliverable ? 'undeliverable' : 'failed');
        if (error instanceof Undeliverable) return endUndeliverable(codeSendId, send);
        throw error;
      }
    },

    onExhausted: ({ codeSendId }) => endUndeliverable(codeSendId),
  };
}

/** The settings have changed since the request, or differ between the API and this worker. */
class ProviderMissing extends Error {
  constructor() {
    super('no provider is configured here');
    this.name = 'ProviderMissing';
  }
}
