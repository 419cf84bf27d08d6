import type { AntiSpoofingPanel, SpoofReading } from '../../../domain/ports/faces/face-analyser.ts';
import type { AntiSpoofing } from '../../../domain/faces/anti-spoofing.ts';
import type { MeshPoint3 } from '../face-geometry/face-mesh.ts';
import type { FacePicture } from '../face-geometry/face-picture.ts';
import { ModelUnavailable, type ModelStore } from '../nets/model-store.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import { compareKnownAnswer } from './known-pattern.ts';
import { createSpoofJudge, type SpoofJudge } from './spoof-judge.ts';

export interface SpoofPanel extends AntiSpoofingPanel {
  /** One reading per usable model, in the order of the setting. */
  judge(picture: FacePicture, mesh: readonly MeshPoint3[], meter: PageMeter): Promise<SpoofReading[]>;
}

/**
 * Loads the models that judge liveness together. `missing` names those that cannot be used.
 * @throws any other error
 */
export async function createSpoofPanel(
  models: Pick<ModelStore, 'load'>,
  { models: names, rule }: AntiSpoofing,
): Promise<SpoofPanel> {
  const judges: SpoofJudge[] = [];
  const missing: string[] = [];
  for (const name of names) {
    const judge = await openJudge(models, name);
    if (judge === null) missing.push(name);
    else judges.push(judge);
  }
  return {
    rule,
    missing,
    models: judges.map(({ model: { name, sha256 } }) => ({ name, sha256 })),
    judge: (picture, mesh, meter) => Promise.all(judges.map((judge) => judge.judge(picture, mesh, meter))),
  };
}

async function openJudge(models: Pick<ModelStore, 'load'>, name: string): Promise<SpoofJudge | null> {
  try {
    const model = await models.load(name);
    const judge = createSpoofJudge(model);
    if (model.antiSpoofing !== null) await compareKnownAnswer(model, model.antiSpoofing);
    return judge;
  } catch (error) {
    if (error instanceof ModelUnavailable) return null;
    throw error;
  }
}
