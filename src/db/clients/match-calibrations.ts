import type { MatchCalibration } from '../../domain/faces/match-calibration.ts';
import type { MatchCalibrationRepository } from '../../domain/repositories/match-calibration-repository.ts';
import type { Connection } from '../connection/connection.ts';
import type { Prisma } from '../generated/client.ts';

export function createMatchCalibrationRepository(connection: Connection): MatchCalibrationRepository {
  return {
    async list() {
      const rows = await connection.matchCalibration.findMany({
        orderBy: [{ modelSha256: 'asc' }, { reference: 'asc' }],
      });
      // Only `put` writes it, from values that were validated before.
      return rows.map(({ calibration }) => calibration as unknown as MatchCalibration);
    },

    async put(calibration) {
      const { reference, model } = calibration;
      const key = { modelSha256: model.sha256, reference };
      const json = { calibration: calibration as object as Prisma.InputJsonObject, loadedAt: new Date() };
      await connection.matchCalibration.upsert({
        where: { modelSha256_reference: key },
        create: { ...key, ...json },
        update: json,
      });
    },

    async removeAll() {
      await connection.matchCalibration.deleteMany();
    },
  };
}
