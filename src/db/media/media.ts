import { isUpload, mediaStates, origins, type Media } from '../../domain/media/media.ts';
import { derivedMediaKinds, storedMediaKinds } from '../../domain/media/media-kind.ts';
import {
  isMediaLinkSignature,
  mediaLinkKey,
  mediaLinkSeconds,
  mediaLinkSignature,
} from '../../domain/media/media-link.ts';
import type { Capture } from '../../domain/capture/capture.ts';
import type { OriginFindings } from '../../domain/capture/origin.ts';
import type { MediaRepository } from '../../domain/repositories/media-repositories.ts';
import type { Connection, Statements } from '../connection/connection.ts';
import { Prisma } from '../generated/client.ts';
import type { MediaModel } from '../generated/models.ts';
import type { DataKeys } from '../keys/keys.ts';
import { oneOf } from '../connection/one-of.ts';

/** Named as in the generated model. */
const columns = `id, client_id as "clientId", identity_id as "identityId", verification_id as "verificationId",
  step_run_id as "stepRunId", attempt, kind, content_type as "contentType", bytes, object_key as "objectKey", origin, state,
  capture, origin_findings as "originFindings",
  width_px as "widthPx", height_px as "heightPx", acceptable, coalesce(codes, '{}') as codes, created_at as "createdAt"`;

export type MediaRow = MediaModel;

export const toMedia = (row: MediaRow): Media => ({
  ...row,
  kind: oneOf(storedMediaKinds, row.kind),
  state: oneOf(mediaStates, row.state),
  origin: oneOf(origins, row.origin),
  // Written only here, from values that were validated before.
  capture: row.capture as Capture | null,
  originFindings: row.originFindings as OriginFindings | null,
});

const jsonOf = (value: object | null) => (value === null ? Prisma.DbNull : (value as Prisma.InputJsonObject));

export function createMediaRepository(connection: Connection, statements: Statements, keys: DataKeys): MediaRepository {
  return {
    async create(media) {
      const { capture, ...plain } = media;
      await connection.media.create({ data: { ...plain, capture: jsonOf(capture) } });
    },

    async find(clientId, mediaId) {
      const row = await connection.media.findUnique({ where: { id: mediaId, clientId } });
      return row && toMedia(row);
    },

    async findById(mediaId) {
      const row = await connection.media.findUnique({ where: { id: mediaId } });
      return row && toMedia(row);
    },

    async signLink({ id, clientId }) {
      const { rows } = await statements.query<{ now: number }>({
        text: 'select extract(epoch from now())::float8 as now',
      });
      const expires = Math.floor(rows[0]?.now ?? 0) + mediaLinkSeconds;
      const key = mediaLinkKey(await keys.clientKey(clientId));
      return { expires, signature: mediaLinkSignature(key, id, expires) };
    },

    async findByLink(mediaId, { expires, signature }) {
      const { rows } = await statements.query<MediaModel & { expired: boolean }>({
        name: 'find-media-by-link',
        text: `select ${columns}, extract(epoch from now()) > $2 as expired from media where id = $1`,
        values: [mediaId, expires],
      });
      if (rows[0] === undefined) return null;
      const { expired, ...row } = rows[0];
      const key = mediaLinkKey(await keys.clientKey(row.clientId));
      return isMediaLinkSignature(key, mediaId, expires, signature) ? { media: toMedia(row), expired } : null;
    },

    async get(mediaId) {
      return toMedia(await connection.media.findUniqueOrThrow({ where: { id: mediaId } }));
    },

    async listOfAttempt(stepRunId, attempt) {
      const { rows } = await statements.query<MediaModel>({
        name: 'list-media-of-attempt',
        text: `select ${columns} from media where step_run_id = $1 and attempt = $2 order by id`,
        values: [stepRunId, attempt],
      });
      return rows.map(toMedia).filter(isUpload);
    },

    async listDerived(stepRunId, attempt) {
      const where = { stepRunId, attempt, kind: { in: [...derivedMediaKinds] } };
      const rows = await connection.media.findMany({ where, orderBy: { id: 'asc' } });
      return rows.map(toMedia);
    },

    async listOfVerification(verificationId) {
      const { rows } = await statements.query<MediaModel>({
        name: 'list-media-of-verification',
        text: `select ${columns} from media where verification_id = $1 order by id`,
        values: [verificationId],
      });
      return rows.map(toMedia);
    },

    async listReadyOfVerified(identityId, kinds, limit) {
      const rows = await connection.media.findMany({
        where: { verification: { identityId, status: 'verified' }, kind: { in: [...kinds] }, state: 'ready' },
        orderBy: { id: 'desc' },
        take: limit,
      });
      return rows.map(toMedia);
    },

    async markReady(media, ready) {
      const { count } = await connection.media.updateMany({
        where: { id: media.id, state: 'received' },
        data: { ...ready, originFindings: jsonOf(ready.originFindings), state: 'ready' },
      });
      return count === 1 ? { ...media, ...ready, state: 'ready' } : null;
    },

    async markUnusable(mediaId, code) {
      await connection.media.updateMany({
        where: { id: mediaId, state: 'received' },
        data: { state: 'unusable', acceptable: false, codes: [code] },
      });
    },

    async storeQuality(mediaId, quality) {
      await connection.media.updateMany({ where: { id: mediaId, acceptable: null }, data: quality });
    },

    async delete(mediaId) {
      await connection.media.deleteMany({ where: { id: mediaId } });
    },
  };
}
