import type { FlowDocumentInput } from '../../contract/flows/flow-document.ts';
import { zoneName } from '../demo-forgeries/zone-name.ts';
import { drawDocument } from '../../../specimens/documents/draw-document.ts';
import { findDemoKind } from '../demo/demo-kinds.ts';
import { ServiceRefused } from '../patiently.ts';
import type { Attack } from './attack.ts';
import { firstStop, type AttackedService } from './attacked-service.ts';

const seed = 4711;
const passportFlow: FlowDocumentInput = {
  steps: [{ id: 'document', type: 'document', config: { accept: [{ type: 'passport' }], requireUnexpired: false } }],
  consent: null,
  maxAttemptsPerStep: 1,
};

async function drawPassport({ person }: AttackedService) {
  const kind = findDemoKind('passport')?.kind;
  if (kind === undefined) throw new Error('the catalogue has no passport');
  const { sides, truth } = await drawDocument(kind, { seed, portrait: person.portrait });
  const files = sides.map(({ side, jpeg }) => ({ kind: `document-${side}` as const, bytes: jpeg }));
  return { files, submit: { documentType: kind.type, country: truth.holder.country } };
}

/** A paper counts as stopped when its verdict is not `verified` and one of these checks says why. */
async function verdictOnPaper(
  service: AttackedService,
  { files, submit }: { files: Parameters<AttackedService['uploadAndSubmit']>[2]; submit: object },
  checks: readonly string[],
) {
  const session = await service.startAsStranger(await service.flowOf('Attack demo: passport', passportFlow));
  await service.uploadAndSubmit(session, 'document', files, submit);
  const verdict = await service.verdictOf(session);
  const stop = firstStop(verdict, checks);
  const isStopped = verdict.status !== 'verified' && stop !== null;
  return { by: isStopped ? `${stop.id} (${stop.code ?? ''})` : null, seen: `verdict ${verdict.status}` };
}

export const scriptDrawnFile: Attack = {
  title: 'A passport that a script drew',
  does: 'Sends a flat file that was never in front of a camera, in a flow without a live step.',
  run: async (service) => verdictOnPaper(service, await drawPassport(service), ['document-origin']),
};

export const forgedZone: Attack = {
  title: 'Another name in the machine-readable zone',
  does: 'Photographs a passport whose machine-readable zone names somebody else, with correct check digits; the printed text is unchanged.',
  run: async (service) =>
    verdictOnPaper(service, await zoneName.make({ seed, dir: service.dir, portrait: service.person.portrait }), [
      'cross-check',
    ]),
};

export const galleryFile: Attack = {
  title: 'A file in place of the camera',
  does: 'Sends a picture from a disk to a flow that requires the camera.',
  async run(service) {
    const [step] = passportFlow.steps;
    if (step?.type !== 'document') throw new Error('the flow has another step');
    const flow = { ...passportFlow, steps: [{ ...step, config: { ...step.config, capture: 'camera' as const } }] };
    const session = await service.startAsStranger(await service.flowOf('Attack demo: camera', flow));
    const { files, submit } = await drawPassport(service);
    const refused = await refusalOf(() => service.uploadAndSubmit(session, 'document', files, submit));
    return {
      by: refused === 'step.camera_required' ? refused : null,
      seen: `the upload is refused: ${String(refused)}`,
    };
  },
};

/** The code with which the service refuses it; null when it does not. */
export async function refusalOf(act: () => Promise<unknown>): Promise<string | null> {
  try {
    await act();
    return null;
  } catch (error) {
    if (error instanceof ServiceRefused) return error.problem.code;
    throw error;
  }
}
