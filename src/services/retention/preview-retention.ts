import type { ApiCaller } from '../../domain/operators/client.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { Retention, RetentionPreview } from '../../domain/privacy/retention.ts';

/** What a retention run would purge now, under the current settings or other periods. Purges nothing. */
export function createPreviewRetention({ db }: { db: Pick<Database, 'retentions'> }) {
  return async function previewRetention(
    { clientId }: Pick<ApiCaller, 'clientId'>,
    asked: { [K in keyof Retention]?: number | undefined } = {},
  ): Promise<RetentionPreview> {
    const all = await db.retentions.listRetentions();
    const set = all.find((retention) => retention.clientId === clientId);
    return db.retentions.preview(clientId, {
      mediaRetentionDays: asked.mediaRetentionDays ?? set?.mediaRetentionDays ?? null,
      dataRetentionDays: asked.dataRetentionDays ?? set?.dataRetentionDays ?? null,
    });
  };
}
