import type { FlowDocumentInput } from '../../src/contract/flow-document.ts';
import type { StepType } from '../../src/domain/step-type.ts';
import { eventually } from '../support/eventually.ts';
import { smallPicture } from '../support/pictures.ts';
import { bodyOf, type createOutsideBackend, type OutsideSession } from './outside-client.ts';

export interface DriveOptions {
  session: OutsideSession;
  verificationId: string;
  backend: ReturnType<typeof createOutsideBackend>;
}

/** How a person gets through a step of one type. The step's id is its type. */
export interface StepDriver {
  config: object;
  /** The same with `canSkip`, for the types that have it. */
  skippable: object | null;
  /** Everything up to the submit. Answers what the state of the step must still say after the app was started anew. */
  give(options: DriveOptions): Promise<object>;
  /** The body of the submit. */
  input: Parameters<OutsideSession['submit']>[1];
}

async function confirmCode(
  { session, verificationId, backend }: DriveOptions,
  stepId: string,
  to: Parameters<OutsideSession['sendCode']>[1],
): Promise<object> {
  const key = `the-press-${verificationId}`;
  const sent = bodyOf(await session.sendCode(stepId, to, key));
  // The connection broke: the same press again.
  const again = bodyOf(await session.sendCode(stepId, to, key));
  if (again.resendAt !== sent.resendAt) throw new Error('one press made two codes');
  const [message] = await eventually(async () => {
    const messages = await backend.messages(verificationId);
    return messages.length === 0 ? null : messages;
  });
  const code = message?.code ?? '';
  const wrong = bodyOf(await session.checkCode(stepId, code === '111111' ? '222222' : '111111'));
  if (wrong.verified) throw new Error('a wrong code was taken');
  const right = bodyOf(await session.checkCode(stepId, code));
  if (!right.verified) throw new Error('the right code was not taken');
  return { code: { verified: true } };
}

/** The types that this version can carry out; the compiler does not ask for the others. */
export const stepDrivers: Readonly<Partial<Record<StepType, StepDriver>>> = {
  document: {
    config: { accept: [{ type: 'passport' }], requireUnexpired: false },
    skippable: null,
    async give({ session, verificationId }) {
      const picture = await smallPicture();
      const first = bodyOf(await session.upload('document', 'document-front', picture));
      await session.deleteFile('document', first.mediaId);
      const key = `the-front-${verificationId}`;
      const second = bodyOf(await session.upload('document', 'document-front', picture, key));
      const again = bodyOf(await session.upload('document', 'document-front', picture, key));
      if (again.mediaId !== second.mediaId) throw new Error('one upload made two files');
      return { files: [{ mediaId: second.mediaId, kind: 'document-front' }] };
    },
    input: { documentType: 'passport' },
  },
  phone: {
    config: { defaultCountry: 'BR' },
    skippable: { defaultCountry: 'BR', canSkip: true },
    give: (options) => confirmCode(options, 'phone', { phoneNumber: '+55 11 98765-4321' }),
    input: {},
  },
  email: {
    config: {},
    skippable: { canSkip: true },
    give: (options) => confirmCode(options, 'email', { email: 'ana@example.com' }),
    input: {},
  },
  location: {
    config: {},
    skippable: null,
    give: () => Promise.resolve({ files: [] }),
    input: { latitude: -23.5505, longitude: -46.6333, accuracyMeters: 12 },
  },
};

export function flowOf(type: StepType, config: object, more: object = {}): FlowDocumentInput {
  // The config fits the type by the table above; their pairing is lost in it.
  return { steps: [{ id: type, type, config }], ...more } as FlowDocumentInput;
}
