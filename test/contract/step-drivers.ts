import type { FlowDocumentInput } from '../../src/contract/flows/flow-document.ts';
import type { StepType } from '../../src/domain/verifications/step-type.ts';
import { eventually } from '../support/eventually.ts';
import { faceDrivers } from './face-drivers.ts';
import { bodyOf, type OutsideSession } from './outside-client.ts';
import type { DriveOptions, StepDriver } from './step-driver.ts';

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

/** A press for an address that gets no message: the step reports it by itself. */
async function pressInVain(
  { session }: DriveOptions,
  stepId: string,
  to: Parameters<OutsideSession['sendCode']>[1],
): Promise<void> {
  bodyOf(await session.sendCode(stepId, to));
}

export const stepDrivers: Readonly<Record<StepType, StepDriver>> = {
  document: {
    config: { accept: [{ type: 'passport' }], requireUnexpired: false },
    skippable: null,
    verdict: 'verified',
    async give({ session, world }) {
      world.layDown('passport');
      const front = { kind: 'document-front', file: world.noPicture } as const;
      const first = bodyOf(await session.upload('document', front));
      await session.deleteFile('document', first.mediaId);
      const key = `the-front-${first.mediaId}`;
      const second = bodyOf(await session.upload('document', front, key));
      const again = bodyOf(await session.upload('document', front, key));
      if (again.mediaId !== second.mediaId) throw new Error('one upload made two files');
      return { files: [{ mediaId: second.mediaId, kind: 'document-front' }] };
    },
    async fail({ session, world }) {
      world.layDown('nothing');
      bodyOf(await session.upload('document', { kind: 'document-front', file: world.noPicture }));
      bodyOf(await session.submit('document', { documentType: 'passport' }));
    },
    input: { documentType: 'passport' },
  },
  ...faceDrivers,
  phone: {
    config: { defaultCountry: 'BR' },
    skippable: { defaultCountry: 'BR', canSkip: true },
    verdict: 'verified',
    give: (options) => confirmCode(options, 'phone', { phoneNumber: '+55 11 98765-4321' }),
    fail: (options) => pressInVain(options, 'phone', { phoneNumber: '+1 201 555 0101' }),
    input: {},
  },
  email: {
    config: {},
    skippable: { canSkip: true },
    verdict: 'verified',
    give: (options) => confirmCode(options, 'email', { email: 'ana@example.com' }),
    fail: (options) => pressInVain(options, 'email', { email: 'undeliverable@example.com' }),
    input: {},
  },
  location: {
    config: {},
    skippable: null,
    // The loopback network has no location.
    verdict: 'reviewNeeded',
    give: () => Promise.resolve({ files: [] }),
    async fail({ session }) {
      bodyOf(await session.submit('location', { latitude: -23.5505, longitude: -46.6333, accuracyMeters: 50_000 }));
    },
    input: { latitude: -23.5505, longitude: -46.6333, accuracyMeters: 12 },
  },
};

export function flowOf(type: StepType, config: object, more: object = {}): FlowDocumentInput {
  const consent = { version: '1', texts: { en: 'We look at your face and listen to your voice.' } };
  // The config fits the type by the table above; their pairing is lost in it.
  return { consent, steps: [{ id: type, type, config }], ...more } as FlowDocumentInput;
}
