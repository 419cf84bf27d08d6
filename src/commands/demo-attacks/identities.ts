import type { FlowDocumentInput } from '../../contract/flows/flow-document.ts';
import type { Attack, AttackEnd } from './attack.ts';
import type { AttackedService } from './attacked-service.ts';
import { refusalOf } from './papers.ts';

const selfieFlow: FlowDocumentInput = {
  steps: [{ id: 'selfie', type: 'selfie', config: { match: 'none' } }],
  maxAttemptsPerStep: 1,
};

const flowOf = (service: AttackedService) => service.flowOf('Attack demo: selfie', selfieFlow);

/** A person whom the backend verifies. Each run uses a different one, because attempts for one identity are counted. */
async function verifyVictim(service: AttackedService): Promise<string> {
  const session = await service.startAsBackend(await flowOf(service));
  await service.uploadAndSubmit(session, 'selfie', [{ kind: 'selfie', bytes: service.person.selfie }], {});
  const { status } = await service.verdictOf(session);
  if (status !== 'verified') throw new Error(`The victim is not verified but ${status}: run npm run models first.`);
  return session.identityId;
}

/** A stranger who knows the identity's public id shows a picture of its face. */
async function reverify(service: AttackedService, picture: Buffer, silence: string): Promise<AttackEnd> {
  const identityId = await verifyVictim(service);
  const before = await service.readIdentity(identityId);
  const session = await service.startAsStranger(await flowOf(service), { identityId });
  await service.uploadAndSubmit(session, 'selfie', [{ kind: 'selfie', bytes: picture }], {});
  const attempt = await service.verdictOf(session);
  const after = await service.readIdentity(identityId);
  const isUnchanged = after.status === before.status && after.latestVerification?.id === before.latestVerification?.id;
  const isSilent = !attempt.speaksForIdentity && attempt.silentBecause.some((reason) => reason === silence);
  return {
    by: isUnchanged && isSilent ? `speaksForIdentity: false (${attempt.silentBecause.join(', ')})` : null,
    seen: `the attempt is ${attempt.status}; the identity stays ${after.status}, with its own attempt as the latest`,
  };
}

export const publishedPhoto: Attack = {
  title: 'A published photo of somebody who is verified',
  does: 'Verifies the identity again with its public id and another picture of the same face.',
  run: (service) => reverify(service, service.person.portrait, 'noLiveStep'),
};

export const replayedSelfie: Attack = {
  title: 'The enrolled selfie, sent again',
  does: 'Submits the same file with which the person was verified.',
  run: (service) => reverify(service, service.person.selfie, 'pictureReplayed'),
};

export const deviceMetadata: Attack = {
  title: 'Another user’s number in the metadata',
  does: 'Attaches to an attempt that the backend started and adds another person’s `userId`.',
  async run(service) {
    const own = { metadata: { userId: 'user-1' }, ofDevice: { userId: 'user-2', role: 'admin' } };
    const session = await service.startAsBackend(await flowOf(service), own);
    const { metadata, deviceMetadata: said } = await service.readVerification(session.verificationId);
    const isKept = JSON.stringify(metadata) === JSON.stringify(own.metadata);
    return {
      by: isKept ? 'metadata is the backend’s alone' : null,
      seen: `metadata ${JSON.stringify(metadata)}, deviceMetadata ${JSON.stringify(said)}`,
    };
  },
};

export const chosenEncryption: Attack = {
  title: 'Encryption, chosen by the device',
  does: 'Requests encryption, so that nothing is left that could reveal a second identity.',
  async run(service) {
    const encryptionConfigurationId = 'enc_01h2xcejqtf2nbrexx3vqjhp41';
    const flowId = await flowOf(service);
    const refused = await refusalOf(() => service.startAsStranger(flowId, { encryptionConfigurationId }));
    return {
      by: refused === 'request.invalid' ? 'request.invalid at /metadata/encryptionConfigurationId' : null,
      seen: `the start is refused: ${String(refused)}`,
    };
  },
};
