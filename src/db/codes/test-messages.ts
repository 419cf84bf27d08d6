import { contactChannels } from '../../domain/codes/contact.ts';
import type { SealedPlace } from '../../domain/encryption/encryption.ts';
import type { TestMessage, TestMessageRepository } from '../../domain/repositories/code-send-repository.ts';
import type { Connection } from '../connection/connection.ts';
import { DataKeyDestroyed, type DataKeys } from '../keys/keys.ts';
import { openedJson, sealedJson } from '../keys/sealed.ts';
import { oneOf } from '../connection/one-of.ts';

type Content = Pick<TestMessage, 'to' | 'subject' | 'text' | 'code'>;

export function createTestMessageRepository(connection: Connection, keys: DataKeys): TestMessageRepository {
  return {
    async create({ to, subject, text, code, ...message }) {
      const key = await keys.get(message.clientId, message.identityId);
      const content: Content = { to, subject, text, code };
      const contentSealed = sealedJson(key, content, place(message.clientId, message.id));
      await connection.testMessage.create({ data: { ...message, contentSealed } });
      await connection.$executeRaw`update test_messages set created_at = now() where id = ${message.id}`;
    },

    async list(clientId, { limit, before }, { verificationId }) {
      const rows = await connection.testMessage.findMany({
        where: {
          clientId,
          ...(before !== null && { id: { lt: before } }),
          ...(verificationId !== undefined && { verificationId }),
        },
        orderBy: { id: 'desc' },
        take: limit,
      });
      return Promise.all(
        rows.map(async (row) => ({
          id: row.id,
          verificationId: row.verificationId,
          channel: oneOf(contactChannels, row.channel),
          at: row.createdAt,
          ...(await contentOf(row)),
        })),
      );
    },
  };

  async function contentOf(row: { id: string; clientId: string; identityId: string; contentSealed: Uint8Array }) {
    try {
      const key = await keys.get(row.clientId, row.identityId);
      return openedJson(key, row.contentSealed, place(row.clientId, row.id)) as Content;
    } catch (error) {
      if (error instanceof DataKeyDestroyed) return { to: '', subject: null, text: '', code: null };
      throw error;
    }
  }
}

const place = (clientId: string, id: string): SealedPlace => ({
  clientId,
  object: 'testMessage',
  id,
  field: 'content',
});
