import { numberQuestions } from '../../../src/domain/ports/messages/number-lookup.ts';
import { flowDocumentSchema, type FlowDocumentInput } from '../../../src/contract/flows/flow-document.ts';
import type { InstalledParts } from '../../../src/contract/flow-warnings/flow-warning.ts';
import { findFlowWarnings } from '../../../src/contract/flow-warnings/flow-warnings.ts';

export const everything: InstalledParts = {
  antiSpoofing: true,
  speech: true,
  awsLiveness: true,
  senders: { sms: true, email: true },
  networks: { places: true, hiddenNetworks: true },
  numberLookup: numberQuestions,
};
export const nothing: InstalledParts = {
  antiSpoofing: false,
  speech: false,
  awsLiveness: false,
  senders: { sms: false, email: false },
  networks: { places: false, hiddenNetworks: false },
  numberLookup: [],
};
export const linesOf = (flow: FlowDocumentInput, installed = everything) =>
  findFlowWarnings(flowDocumentSchema.parse(flow), installed).map(({ pointer, code }) => `${pointer} ${code}`);

export const passport = {
  id: 'passport',
  type: 'document' as const,
  config: { accept: [{ type: 'passport' as const }], capture: 'camera' as const },
};
export const selfie = {
  id: 'selfie',
  type: 'selfie' as const,
  config: { match: 'passport', capture: 'camera' as const },
};
export const spoken = (withVideo: boolean) => ({ id: 'voice', type: 'voice-liveness' as const, config: { withVideo } });
export const ownPicture = { id: 'live', type: 'passive-liveness' as const, config: { capture: 'camera' as const } };
export const sound: FlowDocumentInput = {
  steps: [
    passport,
    selfie,
    { id: 'live', type: 'active-liveness', config: {} },
    { id: 'voice', type: 'voice-liveness', config: {} },
    { id: 'phone', type: 'phone', config: { allowedCountries: ['PT'] } },
  ],
};
