import { describe, expect, it } from 'vitest';
import type { ReasonCode } from '../../../src/domain/faults/reason-codes.ts';
import type { Check } from '../../../src/domain/verifications/check.ts';
import { decide } from '../../../src/domain/verifications/decision.ts';
import { checkDocumentExpiry } from '../../../src/steps/document/checks/document-expiry.ts';
import { checkDocumentPresence } from '../../../src/steps/document/checks/document-presence.ts';
import { checkDocumentReading } from '../../../src/steps/document/checks/document-reading.ts';
import { checkDocumentType } from '../../../src/steps/document/checks/document-type.ts';
import { checkScreenOrCopy } from '../../../src/steps/document/checks/screen-or-copy.ts';
import { checkTampering } from '../../../src/steps/document/checks/tampering.ts';
import { card, evidenceOf, page, picturesWith, readings } from '../../support/documents/bare-evidence.ts';
import { asked, filmOf } from '../../support/documents/tilt-films.ts';
import { journeyOf, placesOf } from '../../support/people/judged-places.ts';
import {
  facesOf,
  looksOf,
  mailboxOf,
  numberOf,
  ofDates,
  replacedSelfie,
  signal,
  spoofed,
  videoOf,
  voiceOf,
} from './found-findings.ts';

/** What the person shows, with the code that the flow accepts, and the one that this must not hide. */
const cases: readonly [what: string, accepted: ReasonCode, other: ReasonCode, checks: () => Check[]][] = [
  [
    'a file of an editor, with another portrait',
    'document.editor_metadata',
    'document.portrait_inserted',
    () => checkTampering(picturesWith({ editorMetadata: signal(0.9), portraitInsertion: signal(0.6) })),
  ],
  [
    'a fresh file whose signature is wrong',
    'document.fresh_file',
    'document.signature_invalid',
    () => checkTampering(picturesWith({ freshFile: signal(1), signature: signal(1) })),
  ],
  [
    'a screen that shows a copy',
    'document.picture_of_screen',
    'document.black_and_white_copy',
    () => checkScreenOrCopy(picturesWith({ screenScore: 0.6, copyScore: 0.9 })),
  ],
  [
    'a blurred card without its number',
    'document.blurry_text',
    'document.field_missing',
    () => checkDocumentReading(evidenceOf({ result: { pages: [{ ...page, codes: ['document.blurry_text'] }] } })),
  ],
  [
    'a card without its number, and with a name that may be another',
    'document.field_missing',
    'document.field_doubtful',
    () => checkDocumentReading(evidenceOf({ fields: readings({ fullName: 'ANNA' }, true) })),
  ],
  [
    'a birth date that may be another, where the flow requires an age',
    'document.field_doubtful',
    'document.age_unknown',
    () => ofDates({ dateOfBirth: '1990-01-01' }),
  ],
  [
    'a date of expiry that may be another',
    'document.field_doubtful',
    'document.expiry_unknown',
    () => ofDates({ dateOfExpiry: '2030-01-01' }),
  ],
  [
    'a letter whose date may be another',
    'document.field_doubtful',
    'document.issue_date_unknown',
    () => ofDates({ dateOfIssue: '2026-02-01' }, { ...card, type: 'proof-of-residency' }),
  ],
  [
    'a kind that is uncertain, of a country that the flow does not accept',
    'document.type_unknown',
    'document.country_not_accepted',
    () =>
      checkDocumentType(evidenceOf({ isKindCertain: false }, { accept: [{ type: 'national-id', countries: ['PT'] }] })),
  ],
  [
    'a kind of no catalogue, of a country that the flow does not accept',
    'document.type_unknown',
    'document.country_not_accepted',
    () => {
      const unknown = { type: null, kind: null, mrz: {} };
      return checkDocumentType(evidenceOf(unknown, { accept: [{ type: 'national-id', countries: ['PT'] }] }));
    },
  ],
  [
    'a tilted document that is a picture of another page',
    'document.tilt_flat',
    'document.tilt_other_page',
    () => {
      const flat = filmOf(asked, { more: { ground: { withPlane: 0.9, alone: 0.3 } } });
      const film = { ...flat, parts: Array.from({ length: 160 }, () => 0.5) };
      return checkDocumentPresence(evidenceOf({ config: { presence: 'tilt-required' }, result: { pages: [], film } }));
    },
  ],
  [
    'dates that contradict each other, without the one of expiry',
    'document.dates_contradict',
    'document.expiry_unknown',
    () =>
      checkDocumentExpiry(evidenceOf({ fields: readings({ dateOfBirth: '2001-01-01', dateOfIssue: '2000-01-01' }) })),
  ],
  [
    'a face at the border, next to a document without a portrait',
    'facematch.borderline',
    'facematch.no_reference_face',
    facesOf,
  ],
  [
    'a selfie at the border that is another picture than the one whose liveness was judged',
    'facematch.borderline',
    'facematch.selfie_replaced',
    replacedSelfie,
  ],
  [
    'a face that is not alive, on a screen',
    'passive_liveness.not_live',
    'passive_liveness.screen_or_print',
    () => looksOf({ antiSpoofing: [spoofed], reproduction: { screen: 0.9, printEdge: 0, moire: 0 } }),
  ],
  [
    'a blurred face that may be none',
    'face.blurry',
    'passive_liveness.doubtful',
    () => looksOf({ faults: ['face.blurry'], reproduction: { screen: 0.9, printEdge: 0, moire: 0 } }),
  ],
  [
    'a face that is too small and blurred',
    'face.too_small',
    'face.blurry',
    () => looksOf({ faults: ['face.too_small', 'face.blurry'] }),
  ],
  [
    'a video of a screen in which cuts could hide',
    'active_liveness.screen_or_print',
    'active_liveness.doubtful',
    videoOf,
  ],
  [
    'a voice that nothing understood, in a video in which cuts could hide',
    'voice_liveness.no_speech_engine',
    'voice_liveness.doubtful',
    voiceOf,
  ],
  [
    'a fast journey to a country that is not the document’s',
    'location_consistency.impossible_speed',
    'location_consistency.countries_differ',
    () => journeyOf('BR', 'DE'),
  ],
  [
    'coordinates of another country that are not accurate',
    'geolocation.inaccurate',
    'geolocation.country_unknown',
    () => placesOf({ allowedCountries: ['BR'] }, { accuracyMeters: 50_000, country: 'AR' }),
  ],
  [
    'a hosting provider whose country nobody knows',
    'ip_location.hosting',
    'ip_location.country_unknown',
    () => placesOf({}, { network: { country: null, hosting: true } }),
  ],
  ['a risky number about which the lookup does not know all', 'phone_risk.elevated', 'phone_risk.incomplete', numberOf],
  [
    'a number that many share and about which the lookup does not know all',
    'phone.shared',
    'phone_risk.incomplete',
    numberOf,
  ],
  [
    'a disposable address of a role',
    'email_risk.disposable_domain',
    'email_risk.role_address',
    () => mailboxOf('info@mailinator.com'),
  ],
];

describe('a flow that accepts one finding of a check', () => {
  const verdictOn = (checks: readonly Check[], ...accepted: ReasonCode[]) => {
    const policy = Object.fromEntries(accepted.map((code) => [code, 'accept' as const]));
    return decide([{ stepId: 'step', leftOut: false, checks }], policy);
  };

  it.each(cases)('does not accept the others: %s', (_what, accepted, other, given) => {
    const checks = given();
    expect(checks.map(({ code }) => code)).toContain(accepted);
    const { verdict, reasons } = verdictOn(checks, accepted);
    expect(verdict).toBe('reviewNeeded');
    expect(reasons).toContainEqual(expect.objectContaining({ code: other, action: 'review' }));
    // Each has its own entry, and each can be accepted.
    expect(verdictOn(checks, ...checks.flatMap(({ code }) => code ?? [])).verdict).toBe('verified');
  });

  it('still sees an error behind the finding, which no flow accepts', () => {
    const pictures = picturesWith({ screenScore: 0.6, copyScore: null });
    expect(verdictOn(checkScreenOrCopy(pictures), 'document.picture_of_screen').verdict).toBe('reviewNeeded');
    const unread = evidenceOf({ isZoneMisplaced: true, kind: null });
    expect(verdictOn(checkDocumentReading(unread), 'document.several').verdict).toBe('reviewNeeded');
  });
});
