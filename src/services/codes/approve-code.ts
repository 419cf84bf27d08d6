import type { MessageSenders } from '../../domain/ports/messages/message-sender.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { JobHandler } from '../jobs/run-job.ts';

/** Tells the provider that the code it sent was confirmed here. The person does not wait for this. */
export function createCodeApprovalHandler({
  db,
  senders,
}: {
  db: Pick<Database, 'codeSends'>;
  senders: MessageSenders;
}): JobHandler<'code.approve'> {
  return {
    async work({ codeSendId }) {
      const sent = await db.codeSends.findProviderId(codeSendId);
      if (sent === null) return null;
      const approve = senders[sent.channel]?.approve ?? null;
      if (approve === null) return null;
      if (sent.providerId !== null) await approve(sent.providerId);
      // A person can be quicker than the end of the job that sent the code.
      else if (sent.state === 'waiting') throw new NotSentYet();
      return null;
    },

    onExhausted: () => null,
  };
}

class NotSentYet extends Error {
  constructor() {
    super('the message has no name of the provider yet');
    this.name = 'NotSentYet';
  }
}
