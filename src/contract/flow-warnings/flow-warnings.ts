import type { FlowDocument } from '../flows/flow-document.ts';
import { checkLoosened } from './check-loosened.ts';
import { checkVoided } from './check-voided.ts';
import { duplicatesNotSearched } from './duplicates-not-searched.ts';
import { filesInPlaceOfCamera } from './files-in-place-of-camera.ts';
import type { FlowWarning, FlowWarningDefinition, InstalledParts } from './flow-warning.ts';
import { hiddenNetworksUnknown } from './hidden-networks-unknown.ts';
import { livenessModelMissing } from './liveness-model-missing.ts';
import { livenessProviderMissing } from './liveness-provider-missing.ts';
import { networkDistanceUnknown } from './network-distance-unknown.ts';
import { noPresence } from './no-presence.ts';
import { noSpeechEngine } from './no-speech-engine.ts';
import { nothingCompared } from './nothing-compared.ts';
import { numberNotLookedUp } from './number-not-looked-up.ts';
import { phoneOfAnyCountry } from './phone-of-any-country.ts';
import { presenceByPictureAlone } from './presence-by-picture-alone.ts';
import { presenceByVoiceAlone } from './presence-by-voice-alone.ts';
import { presenceLiftUnmeasured } from './presence-lift-unmeasured.ts';
import { senderMissing } from './sender-missing.ts';
import { settingWithoutEffect } from './setting-without-effect.ts';

/** Every kind of warning about a flow, in display order. */
export const flowWarnings: readonly FlowWarningDefinition[] = [
  noPresence,
  presenceByVoiceAlone,
  presenceByPictureAlone,
  nothingCompared,
  livenessModelMissing,
  noSpeechEngine,
  duplicatesNotSearched,
  senderMissing,
  livenessProviderMissing,
  hiddenNetworksUnknown,
  networkDistanceUnknown,
  numberNotLookedUp,
  phoneOfAnyCountry,
  filesInPlaceOfCamera,
  presenceLiftUnmeasured,
  checkLoosened,
  checkVoided,
  settingWithoutEffect,
];

/** Checks that one may expect from the flow but that it does not make. */
export function findFlowWarnings(flow: FlowDocument, installed: InstalledParts): FlowWarning[] {
  return flowWarnings
    .flatMap(({ code, find }) => find(flow, installed).map((place) => ({ ...place, code })))
    .slice(0, 100);
}
