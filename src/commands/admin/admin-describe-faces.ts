import { embeddingModelName } from '../../domain/faces/find-match-calibration.ts';
import { createStartDescribing } from '../../services/faces/start-describing.ts';
import type { AdminCommand } from './admin-command.ts';

export const describeFacesCommand: AdminCommand = {
  usage: 'describe-faces [--status | --again]',
  takes: { flags: ['status', 'again'] },
  does: 'after a change of the face model: describes the enrolled faces with the new model, from their stored pictures; --again also looks for pictures that were missing before',
  async run(container, [option = ''], say) {
    const { db } = container;
    if (option !== '--status') {
      const startDescribing = createStartDescribing(container);
      const clients = await startDescribing({ again: option === '--again' });
      say(`The work has begun for ${clients} clients. --status shows how far it is.`);
    }
    const counts = await db.enrolledFaces.countByModel();
    for (const { modelSha256, described, closed, all } of counts) {
      const gone = closed === 0 ? '' : `, ${closed} cannot be described: their pictures are gone`;
      say(
        `${embeddingModelName(modelSha256)} ${modelSha256.slice(0, 12)}: ${described} of ${all} faces described${gone}`,
      );
    }
    if (counts.length === 0) say('No face is enrolled.');
    const underWay = await db.outbox.listUnfinished('faces.describe');
    say(underWay.length === 0 ? 'No work is in progress.' : `In progress for ${underWay.length} clients.`);
    return 0;
  },
};
