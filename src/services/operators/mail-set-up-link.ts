import { hashSecretToken, newSecretToken } from '../../domain/encryption/secret-token.ts';
import type { Message } from '../../domain/ports/messages/message-sender.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { setUpLinkOf } from './prepare-set-up.ts';

/**
 * Mails the link that lets the first owner in, once: not while there is an operator, nor after a link was mailed or printed. A
 * mail that the server does not take is tried again at the next call, with a new link. Answers whether a mail was sent.
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
        'Verify runs. Open this link to become its first owner. It works once:',
        setUpLinkOf(publicUrl, token),
        'If you did not install Verify, delete this message.',
      ].join('\n\n'),
      html: null,
    });
    await db.installation.setSetUpToken(hashSecretToken(token));
    return true;
  };
}
