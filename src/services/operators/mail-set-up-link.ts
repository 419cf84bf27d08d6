import { hashSecretToken, newSecretToken } from '../../domain/encryption/secret-token.ts';
import type { Message } from '../../domain/ports/messages/message-sender.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { setUpLinkOf } from './prepare-set-up.ts';

/**
 * Emails the set-up link of the first owner, once: not when an operator exists, nor after a link was emailed or printed. When the mail
 * server does not accept the message, the next call tries again with a new link. Returns whether a message was sent.
 */
export function createMailSetUpLink({
  db,
  send,
  ownerEmail,
  publicUrl,
}: {
  db: Pick<Database, 'operators' | 'installation'>;
  send: (message: Message) => Promise<void>;
  ownerEmail: string;
  publicUrl: string;
}) {
  return async function mailSetUpLink(): Promise<boolean> {
    if ((await db.installation.readSetUpToken()) !== null || (await db.operators.exist())) return false;
    const token = newSecretToken('setUp');
    await send({
      to: ownerEmail,
      subject: `Become the owner of ${new URL(publicUrl).host}`,
      text: [
        'Verify is running. Open this link to become its first owner. The link works once:',
        setUpLinkOf(publicUrl, token),
        'If you did not install Verify, delete this message.',
      ].join('\n\n'),
      html: null,
    });
    await db.installation.setSetUpToken(hashSecretToken(token));
    return true;
  };
}
