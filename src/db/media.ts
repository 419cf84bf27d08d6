import { mediaStates, type Media } from '../domain/media.ts';
import { mediaKinds } from '../domain/media-kind.ts';
import type { MediaRepository } from '../domain/repositories/repositories.ts';
import type { Connection } from './connection.ts';
import type { MediaModel } from './generated/models.ts';
import { word } from './word.ts';

export function createMediaRepository(connection: Connection): MediaRepository {
  const toMedia = (row: MediaModel): Media => ({
    ...row,
    kind: word(mediaKinds, row.kind),
    state: word(mediaStates, row.state),
  });

  return {
    async create(media) {
      await connection.media.create({ data: media });
    },

    async find(clientId, mediaId) {
      const row = await connection.media.findUnique({ where: { id: mediaId, clientId } });
      return row && toMedia(row);
    },

    async findById(mediaId) {
      const row = await connection.media.findUnique({ where: { id: mediaId } });
      return row && toMedia(row);
    },

    async get(mediaId) {
      return toMedia(await connection.media.findUniqueOrThrow({ where: { id: mediaId } }));
    },

    async listOfAttempt(stepRunId, attempt) {
      const rows = await connection.media.findMany({ where: { stepRunId, attempt }, orderBy: { id: 'asc' } });
      return rows.map(toMedia);
    },

    async listOfVerification(verificationId) {
      const rows = await connection.media.findMany({ where: { verificationId }, orderBy: { id: 'asc' } });
      return rows.map(toMedia);
    },

    async markReady(media, ready) {
      const { count } = await connection.media.updateMany({
        where: { id: media.id, state: 'received' },
        data: { ...ready, state: 'ready' },
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
