import { problemTable, type ProblemCode } from './problem-table.ts';

/**
 * `retake`: the person may repeat it while attempts remain, and sees the code. `verdict`: ends the step, and only the backend sees the
 * code. `only` marks codes that occur only with an `error` or `skipped` check: no policy can accept them.
 */
export interface ReasonDefinition {
  kind: 'retake' | 'verdict';
  text: string;
  only?: 'error' | 'skipped';
  /**
   * Whether the finding stays with the step when the person tries again. Signs of forgery and facts about the person do: a better picture
   * does not explain them, and otherwise every retake would be another try to deceive. What a poor picture causes does not, such as a blur
   * or a misread letter.
   */
  lasts: boolean;
}

/** What the person can do better. */
const retake = (text: string) => ({ kind: 'retake', text, lasts: false }) as const;
/** What the person can do differently, and a reviewer should know. */
const noticedRetake = (text: string) => ({ kind: 'retake', text, lasts: true }) as const;
/** What a poor picture, recording or connection can cause, a mistake of a model, or what is said of an address that the next try replaces. */
const doubt = (text: string) => ({ kind: 'verdict', text, lasts: false }) as const;
/** A sign of forgery, or a fact about the person. */
const finding = (text: string) => ({ kind: 'verdict', text, lasts: true }) as const;
const untold = (text: string) => ({ kind: 'verdict', text, only: 'error', lasts: false }) as const;
const left = (text: string) => ({ kind: 'verdict', text, only: 'skipped', lasts: false }) as const;
/** A file whose fault appears only after the upload was answered has the same code and text as in the response. */
const lateFault = (code: ProblemCode) => retake(problemTable[code].text);

/** Every code of checks and of the quick checks. */
export const reasonTable = {
  'check.model_missing': untold('A model that this check needs is not installed.'),
  'check.timed_out': untold('The check took too long.'),
  'check.file_damaged': untold('A stored file that this check needs is lost or damaged.'),
  'check.broken': untold('The check could not be carried out.'),
  'check.input_missing': left('The data that this check needs is missing.'),
  'check.step_skipped': left('The person skipped the step.'),

  'file.unreadable_image': lateFault('file.unreadable_image'),
  'file.too_many_pixels': lateFault('file.too_many_pixels'),
  'file.unreadable_pdf': lateFault('file.unreadable_pdf'),
  'file.encrypted_pdf': lateFault('file.encrypted_pdf'),
  'file.too_many_pages': lateFault('file.too_many_pages'),
  'file.page_too_large': lateFault('file.page_too_large'),
  'file.unreadable_video': lateFault('file.unreadable_video'),
  'file.unreadable_audio': lateFault('file.unreadable_audio'),
  'file.too_long': lateFault('file.too_long'),

  'document.no_document': retake('No document can be seen. Put it on a plain surface and fill the frame.'),
  'document.image_too_small': retake('The picture is too small. Move closer.'),
  'document.blurry_text': retake('The text is blurred. Hold still and let the camera focus.'),
  'document.too_dark': retake('The picture is too dark. Find more light.'),
  'document.too_bright': retake('The picture is too bright. Avoid direct light.'),
  'document.glare': retake('A reflection hides part of the document. Tilt it a little.'),
  'document.cropped': retake('Part of the document is outside the picture.'),
  'document.wrong_side': retake('This is the other side of the document.'),
  'document.same_picture_twice': retake('Both pictures show the same side.'),
  'document.several': retake('The picture shows more than one document. Take a picture of one alone.'),
  'document.black_and_white_copy': retake('This is a copy. Take a picture of the document itself.'),
  'document.picture_of_screen': retake('This is a picture of a screen. Take a picture of the document itself.'),
  'document.face_missing': retake('The portrait cannot be seen.'),
  'document.unreadable': retake('The document could not be read.'),
  'document.mrz_not_found': retake('The lines at the bottom of the document could not be read.'),
  'document.not_found_in_print': retake(
    'The printed name, number or dates could not be compared with the machine-readable part. Move closer.',
  ),
  'document.type_not_accepted': retake('A different type of document is required.'),
  'document.country_not_accepted': retake('Documents of this country are not accepted.'),
  'document.subtype_not_accepted': retake('Documents of this kind are not accepted.'),
  'document.expired': retake('The document has expired.'),
  'document.proof_too_old': retake('The document is too old.'),
  'document.holder_differs': retake('The document names somebody else.'),
  'document.field_doubtful': doubt('A field could not be read with certainty.'),
  'document.field_missing': doubt('A field that this kind of document has was not found.'),
  'document.readers_disagree': doubt('The two recognisers disagree on the machine-readable zone.'),
  'document.mrz_check_digit_wrong': doubt('A check digit of the machine-readable zone is wrong.'),
  'document.expiry_unknown': doubt('The expiry date of the document is not known.'),
  'document.prolonged_by_law': doubt('The printed expiry has passed, but the issuer’s law prolonged the document.'),
  'document.dates_contradict': doubt('The dates of the document contradict each other or today’s date.'),
  'document.issue_date_unknown': doubt('The date of issue is not known.'),
  'document.type_unknown': doubt('The kind of document was not recognised.'),
  'document.issuer_unknown': doubt('The document is of no known issuer.'),
  'document.fields_disagree': doubt('Two places of the document say different things.'),
  'document.sides_not_linked': doubt('Nothing printed on both sides shows that they are of one document.'),
  'document.documents_disagree': finding('Two documents of the verification say different things.'),
  'document.portraits_differ': finding('Two documents of the verification show different people.'),
  'document.shown_twice': finding('Two steps of the verification show the same document.'),
  'document.identity_differs': finding(
    'The document names a different person from an earlier document of this identity.',
  ),
  'document.under_age': finding('The person is younger than the flow allows.'),
  'document.age_unknown': doubt('The date of birth is not known.'),
  'document.number_invalid': doubt('The number breaks the rules of its issuer.'),
  'document.recompressed_area': finding('Part of the picture was compressed at another time than the rest.'),
  'document.portrait_edges': finding('The edges of the portrait look pasted.'),
  'document.portrait_inserted': finding('The portrait looks as if it was put on the picture later.'),
  'document.ghost_image_differs': finding('A second, smaller face on the document is not the person of its portrait.'),
  'document.copied_line': finding('A line of text is a copy of another line of the same picture.'),
  'document.editor_metadata': finding('The file was saved by an editing program.'),
  'document.fresh_file': finding(
    'The file was made or changed in the last few days, by a program that anyone can get.',
  ),
  'document.signature_invalid': finding('A signature of the PDF is not valid, or does not cover the whole file.'),
  'document.origin_doubtful': finding('There are signs that no camera took the pictures.'),
  'document.in_pdf': doubt('An identity document came in a PDF.'),
  'document.signed_by_other': doubt('The issuer that signed the PDF is not known to issue such documents.'),
  'document.tilt_not_followed': retake('The document was not tilted as asked.'),
  'document.tilt_lost': retake(
    'The document could not be followed while it was tilted. Keep all of it in the picture.',
  ),
  'document.tilt_other_page': retake('The video shows a different page from the picture. Film the same side.'),
  'document.tilt_not_told': retake(
    'The video does not show enough. Hold the document under a lamp, in front of something with a pattern.',
  ),
  'document.tilt_network_stalled': retake('The connection was too slow for the recording. Find a better one.'),
  'document.tilt_flat': finding('The document moves with its surroundings, as in a picture of both.'),
  'document.tilt_recorded_too_early': finding('The video ends before it could have been made.'),
  'document.tilt_left_out': doubt('The document was not filmed.'),
  'document.duplicate': finding('Another identity has the same document.'),
  'document.not_all_searched': doubt('Some documents of other identities could not be compared.'),

  'face.not_found': retake('No face can be seen.'),
  'face.several': retake('More than one face can be seen.'),
  'face.too_small': retake('The face is too small. Move closer.'),
  'face.cut_off': retake('The face is not fully in the picture.'),
  'face.eyes_closed': retake('The eyes are closed.'),
  'face.blurry': retake('The face is blurred. Hold still.'),
  'face.too_dark': retake('The face is too dark. Find more light.'),
  'face.occluded': retake('Something hides part of the face.'),
  'face.turned_away': retake('The face is turned away. Look into the camera.'),
  'selfie.same_as_document': noticedRetake('This is the picture of the document. Take a picture of yourself.'),
  'selfie.origin_doubtful': finding('There are signs that no camera took the picture.'),
  'facematch.different_person': finding('The faces belong to different people.'),
  'facematch.borderline': doubt('The faces are neither clearly alike nor clearly different.'),
  'facematch.too_alike': finding('The two pictures are too alike to be two photographs.'),
  'facematch.other_model': untold(
    'The faces cannot be compared: different models, or one without a calibration, described them.',
  ),
  'facematch.not_calibrated': untold('The face model has no calibration for this kind of picture.'),
  'facematch.no_reference_face': doubt('There is no face to compare with.'),
  'facematch.selfie_replaced': doubt('The selfie is another picture than the one whose liveness was judged.'),
  're_facematch.different_person': finding('The face is not that of the identity.'),
  're_facematch.borderline': doubt('The face may or may not be that of the identity.'),
  're_facematch.same_picture': finding('An earlier verification of the identity used the same photograph.'),
  're_facematch.other_model': untold(
    'Another model, or one without a calibration, described the enrolled face; the model in use has not described it yet.',
  ),
  're_facematch.not_calibrated': untold('The face model has no calibration for this kind of picture.'),
  're_facematch.picture_gone': untold(
    'Another model described the enrolled face, and its picture is gone: the model in use cannot describe it.',
  ),
  're_facematch.no_enrolled_face': doubt('The identity has no enrolled face.'),
  'encryption.sealed': doubt(
    'The record is encrypted to the client’s own key: only the holder of that key can read it.',
  ),
  'duplicate_face.other_identity': finding('Another identity has a very similar face.'),
  'duplicate_face.not_all_searched': doubt('Some enrolled faces could not be compared with this face.'),

  'passive_liveness.not_live': finding('The picture does not show a person in front of the camera.'),
  'passive_liveness.unsure_light': retake('The face could not be judged. Turn it towards an even, soft light.'),
  'passive_liveness.unsure_distance': retake('The face could not be judged. Hold the camera at arm’s length.'),
  'passive_liveness.doubtful': doubt('The picture may not show a person in front of the camera.'),
  'passive_liveness.unlike_skin': doubt('The face is smoother than skin, or its colours are those of a drawing.'),
  'passive_liveness.screen_or_print': finding('The picture shows signs of a screen or a print.'),
  'face_mask.worn': retake('A mask hides the face. Take it off.'),
  'lens.sunglasses': retake('Sunglasses hide the eyes. Take them off.'),
  'lens.tinted': retake('Tinted glasses darken the eyes. Take them off.'),
  'lens.reflections': retake('Reflections hide the eyes. Turn away from the light.'),
  'lens.eyes_not_visible': retake('The eyes cannot be seen.'),
  'active_liveness.challenge_not_followed': retake('The movements were not the ones asked for.'),
  'active_liveness.network_stalled': retake('The connection was too slow for the recording. Find a better one.'),
  'active_liveness.light_too_weak': retake('The screen’s light could not be seen on the face. Find a darker place.'),
  'active_liveness.light_not_answered': finding('The colours on the face are not those that the screen showed.'),
  'active_liveness.light_flat': finding(
    'The face and its surroundings reflect the screen’s light as a flat picture does.',
  ),
  'active_liveness.light_late': finding('The face reflects the screen’s light later than a person’s face would.'),
  'active_liveness.light_left_out': doubt('The video was recorded without the colours of the screen.'),
  'active_liveness.face_lost': retake('The face left the picture.'),
  'active_liveness.several_faces': retake('More than one face can be seen.'),
  'active_liveness.face_changed': finding('The face changes during the video.'),
  'active_liveness.recorded_too_early': finding('The video ends before it could have been filmed.'),
  'active_liveness.cut_found': finding('The video has a cut.'),
  'active_liveness.not_live': finding('The video does not show a person in front of the camera.'),
  'active_liveness.screen_or_print': finding('The video shows signs of a screen or a print.'),
  'active_liveness.doubtful': doubt('The video may not show a person in front of the camera.'),
  'active_liveness.camera_doubtful': finding('There are signs that no camera made the video.'),
  'voice_liveness.no_speech': retake('No speech can be heard.'),
  'voice_liveness.too_short': retake('The recording is too short.'),
  'voice_liveness.clipped': retake('The recording is too loud.'),
  'voice_liveness.wrong_digits': retake('The digits were not the ones asked for.'),
  'voice_liveness.network_stalled': retake('The connection was too slow for the recording. Find a better one.'),
  'voice_liveness.recorded_too_early': finding('The recording ends before it could have been made.'),
  'voice_liveness.no_speech_engine': doubt('No speech recognition engine is configured.'),
  'voice_liveness.several_voices': finding('More than one voice may read the digits.'),
  'voice_liveness.mouth_still': finding('The mouth does not move while the voice speaks.'),
  'voice_liveness.face_changed': finding('The face changes during the video.'),
  'voice_liveness.several_faces': retake('More than one face can be seen.'),
  'voice_liveness.not_live': finding('The video does not show a person in front of the camera.'),
  'voice_liveness.doubtful': doubt('The video may not show a person in front of the camera.'),
  'voice_liveness.camera_doubtful': finding('There are signs that no camera made the video.'),
  'enhanced_liveness.not_completed': retake('The check was not completed.'),
  'enhanced_liveness.not_live': finding('The provider says that there was no live person.'),
  'enhanced_liveness.doubtful': doubt('The provider is not sure that there was a live person.'),
  'enhanced_liveness.no_score': doubt('The provider gave no score, and the flow sets a threshold for it.'),
  'enhanced_liveness.provider_failed': untold('The provider did not answer.'),

  'code.wrong': retake('The code is wrong.'),
  'phone.undeliverable': retake('The message could not be delivered to this number.'),
  'phone_ownership.not_confirmed': doubt('The code sent to the number was not confirmed.'),
  'phone_risk.elevated': doubt('The number carries some risk.'),
  'phone_risk.incomplete': doubt('The provider’s number lookup does not know all that it was asked.'),
  'phone_risk.too_high': doubt('The number carries a high risk.'),
  'phone.shared': doubt('Other identities have confirmed this number.'),
  'email.undeliverable': retake('The message could not be delivered to this address.'),
  'email_ownership.not_confirmed': doubt('The code sent to the address was not confirmed.'),
  'email_risk.disposable_domain': doubt('The address is disposable.'),
  'email_risk.role_address': doubt('The address belongs to a role, not to a person.'),
  'email.shared': doubt('Other identities have confirmed this address.'),

  'geolocation.permission_denied': retake('The location is needed. Allow access to it.'),
  'geolocation.inaccurate': retake('The location is not precise enough. Try again outdoors.'),
  'geolocation.not_given': doubt('The person did not share their location.'),
  'geolocation.country_not_allowed': finding('The person is in a country that the flow does not allow.'),
  'geolocation.country_unknown': doubt(
    'The coordinates are outside every country, or too inaccurate to show an allowed one.',
  ),
  'ip_location.country_not_allowed': finding('The network is in a country that the flow does not allow.'),
  'ip_location.country_unknown': doubt('The location of the network is not known.'),
  'ip_location.hosting': finding('The network belongs to a hosting provider.'),
  'ip_location.vpn': finding('The network hides its location.'),
  'ip_location.tor': finding('The network is a Tor exit.'),
  'ip_location.proxy': finding('The network is a proxy.'),
  'ip_location.hidden_networks_unknown': doubt(
    'Nothing tells whether the network is a VPN, a proxy, a hosting provider or a Tor exit.',
  ),
  'location_consistency.distance_unknown': doubt('The distance between coordinates and network is not known.'),
  'location_consistency.too_far': finding('Coordinates and network are far apart.'),
  'location_consistency.countries_differ': finding('Location, phone and document belong to different countries.'),
  'location_consistency.impossible_speed': finding('The person cannot have travelled this fast.'),
} as const satisfies Record<string, ReasonDefinition>;

export type ReasonCode = keyof typeof reasonTable;

/** Codes that let the person try again, and that the person sees. */
export type RetakeCode = {
  [C in ReasonCode]: (typeof reasonTable)[C]['kind'] extends 'retake' ? C : never;
}[ReasonCode];

export const reasonCodes = Object.keys(reasonTable) as [ReasonCode, ...ReasonCode[]]; // Object.keys widens to string.

/** Codes that any check can have when it could not be carried out. */
export const commonCheckCodes = [
  'check.model_missing',
  'check.timed_out',
  'check.file_damaged',
  'check.broken',
  'check.input_missing',
  'check.step_skipped',
] as const satisfies readonly ReasonCode[];

export function isReasonCode(value: string): value is ReasonCode {
  return Object.hasOwn(reasonTable, value);
}

export function isRetakeCode(code: ReasonCode): boolean {
  return reasonTable[code].kind === 'retake';
}

/** Whether a later attempt of the step leaves the finding in place. */
export function isLastingCode(code: ReasonCode): boolean {
  return reasonTable[code].lasts;
}

/** True for codes of checks that could not tell or did not run: a policy must not accept them. */
export function isUnacceptableCode(code: ReasonCode): boolean {
  const definition: ReasonDefinition = reasonTable[code];
  return definition.only !== undefined;
}
