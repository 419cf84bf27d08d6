import { problemTable, type ProblemCode } from './problem-table.ts';

/**
 * `retake`: the person may repeat it while attempts remain, and sees the code. `verdict`: ends the step, and only the backend sees the
 * code. `only` marks codes that occur only with an `error` or `skipped` check: no policy can accept them.
 */
export interface ReasonDefinition {
  kind: 'retake' | 'verdict';
  text: string;
  only?: 'error' | 'skipped';
}

const retake = (text: string) => ({ kind: 'retake', text }) as const;
const verdict = (text: string) => ({ kind: 'verdict', text }) as const;
const untold = (text: string) => ({ kind: 'verdict', text, only: 'error' }) as const;
const left = (text: string) => ({ kind: 'verdict', text, only: 'skipped' }) as const;
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
  'document.field_doubtful': verdict('A field could not be read with certainty.'),
  'document.field_missing': verdict('A field that this kind of document has was not found.'),
  'document.readers_disagree': verdict('The two recognisers disagree on the machine-readable zone.'),
  'document.mrz_check_digit_wrong': verdict('A check digit of the machine-readable zone is wrong.'),
  'document.expiry_unknown': verdict('The expiry date of the document is not known.'),
  'document.issue_date_unknown': verdict('The date of issue is not known.'),
  'document.type_unknown': verdict('The kind of document was not recognised.'),
  'document.fields_disagree': verdict('Two places of the document say different things.'),
  'document.documents_disagree': verdict('Two documents of the verification say different things.'),
  'document.identity_differs': verdict(
    'The document names a different person from an earlier document of this identity.',
  ),
  'document.under_age': verdict('The person is younger than the flow allows.'),
  'document.age_unknown': verdict('The date of birth is not known.'),
  'document.number_invalid': verdict('The number breaks the rules of its issuer.'),
  'document.recompressed_area': verdict('Part of the picture was compressed at another time than the rest.'),
  'document.portrait_edges': verdict('The edges of the portrait look pasted.'),
  'document.portrait_inserted': verdict('The portrait looks as if it was put on the picture later.'),
  'document.copied_line': verdict('A line of text is a copy of another line of the same picture.'),
  'document.editor_metadata': verdict('The file was saved by an editing program.'),
  'document.fresh_file': verdict('The file was made in the last few days, by a program that anyone can get.'),
  'document.signature_invalid': verdict('A signature of the PDF is not valid, or does not cover the whole file.'),
  'document.origin_doubtful': verdict('There are signs that no camera took the pictures.'),
  'document.tilt_not_followed': retake('The document was not tilted as asked.'),
  'document.tilt_lost': retake(
    'The document could not be followed while it was tilted. Keep all of it in the picture.',
  ),
  'document.tilt_other_page': retake('The video shows a different page from the picture. Film the same side.'),
  'document.tilt_not_told': retake(
    'The video does not show enough. Hold the document under a lamp, in front of something with a pattern.',
  ),
  'document.tilt_network_stalled': retake('The connection was too slow for the recording. Find a better one.'),
  'document.tilt_flat': verdict('The document moves with its surroundings, as in a picture of both.'),
  'document.tilt_recorded_too_early': verdict('The video ends before it could have been made.'),
  'document.tilt_left_out': verdict('The document was not filmed.'),
  'document.duplicate': verdict('Another identity has the same document.'),

  'face.not_found': retake('No face can be seen.'),
  'face.several': retake('More than one face can be seen.'),
  'face.too_small': retake('The face is too small. Move closer.'),
  'face.cut_off': retake('The face is not fully in the picture.'),
  'face.eyes_closed': retake('The eyes are closed.'),
  'face.blurry': retake('The face is blurred. Hold still.'),
  'face.too_dark': retake('The face is too dark. Find more light.'),
  'face.occluded': retake('Something hides part of the face.'),
  'face.turned_away': retake('The face is turned away. Look into the camera.'),
  'selfie.same_as_document': retake('This is the picture of the document. Take a picture of yourself.'),
  'selfie.origin_doubtful': verdict('There are signs that no camera took the picture.'),
  'facematch.different_person': verdict('The faces belong to different people.'),
  'facematch.borderline': verdict('The faces are neither clearly alike nor clearly different.'),
  'facematch.too_alike': verdict('The two pictures are too alike to be two photographs.'),
  'facematch.other_model': untold(
    'The faces cannot be compared: different models, or one without a calibration, described them.',
  ),
  'facematch.not_calibrated': untold('The face model has no calibration for this kind of picture.'),
  'facematch.no_reference_face': verdict('There is no face to compare with.'),
  're_facematch.different_person': verdict('The face is not that of the identity.'),
  're_facematch.borderline': verdict('The face may or may not be that of the identity.'),
  're_facematch.same_picture': verdict('An earlier verification of the identity used the same photograph.'),
  're_facematch.other_model': untold(
    'Another model, or one without a calibration, described the enrolled face; the model in use has not described it yet.',
  ),
  're_facematch.not_calibrated': untold('The face model has no calibration for this kind of picture.'),
  're_facematch.picture_gone': untold(
    'Another model described the enrolled face, and its picture is gone: the model in use cannot describe it.',
  ),
  're_facematch.no_enrolled_face': verdict('The identity has no enrolled face.'),
  'encryption.sealed': verdict(
    'The record is encrypted to the client’s own key: only the holder of that key can read it.',
  ),
  'duplicate_face.other_identity': verdict('Another identity has a very similar face.'),
  'duplicate_face.not_all_searched': verdict('Some enrolled faces could not be compared with this face.'),

  'passive_liveness.not_live': verdict('The picture does not show a person in front of the camera.'),
  'passive_liveness.unsure_light': retake('The face could not be judged. Turn it towards an even, soft light.'),
  'passive_liveness.unsure_distance': retake('The face could not be judged. Hold the camera at arm’s length.'),
  'passive_liveness.doubtful': verdict('The picture may not show a person in front of the camera.'),
  'passive_liveness.unlike_skin': verdict('The face is smoother than skin, or its colours are those of a drawing.'),
  'passive_liveness.screen_or_print': verdict('The picture shows signs of a screen or a print.'),
  'face_mask.worn': retake('A mask hides the face. Take it off.'),
  'lens.sunglasses': retake('Sunglasses hide the eyes. Take them off.'),
  'lens.tinted': retake('Tinted glasses darken the eyes. Take them off.'),
  'lens.reflections': retake('Reflections hide the eyes. Turn away from the light.'),
  'lens.eyes_not_visible': retake('The eyes cannot be seen.'),
  'active_liveness.challenge_not_followed': retake('The movements were not the ones asked for.'),
  'active_liveness.network_stalled': retake('The connection was too slow for the recording. Find a better one.'),
  'active_liveness.light_too_weak': retake('The screen’s light could not be seen on the face. Find a darker place.'),
  'active_liveness.light_not_answered': verdict('The colours on the face are not those that the screen showed.'),
  'active_liveness.light_flat': verdict(
    'The face and its surroundings reflect the screen’s light as a flat picture does.',
  ),
  'active_liveness.light_late': verdict('The face reflects the screen’s light later than a person’s face would.'),
  'active_liveness.light_left_out': verdict('The video was recorded without the colours of the screen.'),
  'active_liveness.face_lost': retake('The face left the picture.'),
  'active_liveness.several_faces': retake('More than one face can be seen.'),
  'active_liveness.face_changed': verdict('The face changes during the video.'),
  'active_liveness.recorded_too_early': verdict('The video ends before it could have been filmed.'),
  'active_liveness.cut_found': verdict('The video has a cut.'),
  'active_liveness.not_live': verdict('The video does not show a person in front of the camera.'),
  'active_liveness.screen_or_print': verdict('The video shows signs of a screen or a print.'),
  'active_liveness.doubtful': verdict('The video may not show a person in front of the camera.'),
  'active_liveness.camera_doubtful': verdict('There are signs that no camera made the video.'),
  'voice_liveness.no_speech': retake('No speech can be heard.'),
  'voice_liveness.too_short': retake('The recording is too short.'),
  'voice_liveness.clipped': retake('The recording is too loud.'),
  'voice_liveness.wrong_digits': retake('The digits were not the ones asked for.'),
  'voice_liveness.network_stalled': retake('The connection was too slow for the recording. Find a better one.'),
  'voice_liveness.recorded_too_early': verdict('The recording ends before it could have been made.'),
  'voice_liveness.no_speech_engine': verdict('No speech recognition engine is configured.'),
  'voice_liveness.several_voices': verdict('More than one voice may read the digits.'),
  'voice_liveness.mouth_still': verdict('The mouth does not move while the voice speaks.'),
  'voice_liveness.face_changed': verdict('The face changes during the video.'),
  'voice_liveness.several_faces': retake('More than one face can be seen.'),
  'voice_liveness.not_live': verdict('The video does not show a person in front of the camera.'),
  'voice_liveness.doubtful': verdict('The video may not show a person in front of the camera.'),
  'voice_liveness.camera_doubtful': verdict('There are signs that no camera made the video.'),
  'enhanced_liveness.not_completed': retake('The check was not completed.'),
  'enhanced_liveness.not_live': verdict('The provider says that there was no live person.'),
  'enhanced_liveness.doubtful': verdict('The provider is not sure that there was a live person.'),
  'enhanced_liveness.provider_failed': untold('The provider did not answer.'),

  'code.wrong': retake('The code is wrong.'),
  'phone.undeliverable': retake('The message could not be delivered to this number.'),
  'phone_ownership.not_confirmed': verdict('The code sent to the number was not confirmed.'),
  'phone_risk.elevated': verdict('The number carries some risk.'),
  'phone_risk.too_high': verdict('The number carries a high risk.'),
  'email.undeliverable': retake('The message could not be delivered to this address.'),
  'email_ownership.not_confirmed': verdict('The code sent to the address was not confirmed.'),
  'email_risk.disposable_domain': verdict('The address is disposable.'),
  'email_risk.role_address': verdict('The address belongs to a role, not to a person.'),

  'geolocation.permission_denied': retake('The location is needed. Allow access to it.'),
  'geolocation.inaccurate': retake('The location is not precise enough. Try again outdoors.'),
  'geolocation.not_given': verdict('The person did not share their location.'),
  'geolocation.country_not_allowed': verdict('The person is in a country that the flow does not allow.'),
  'geolocation.country_unknown': verdict('The coordinates are outside every country.'),
  'ip_location.country_not_allowed': verdict('The network is in a country that the flow does not allow.'),
  'ip_location.country_unknown': verdict('The location of the network is not known.'),
  'ip_location.hosting': verdict('The network belongs to a hosting provider.'),
  'ip_location.vpn': verdict('The network hides its location.'),
  'ip_location.tor': verdict('The network is a Tor exit.'),
  'location_consistency.too_far': verdict('Coordinates and network are far apart.'),
  'location_consistency.countries_differ': verdict('Location, phone and document belong to different countries.'),
  'location_consistency.impossible_speed': verdict('The person cannot have travelled this fast.'),
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

/** True for codes of checks that could not tell or did not run: a policy must not accept them. */
export function isUnacceptableCode(code: ReasonCode): boolean {
  const definition: ReasonDefinition = reasonTable[code];
  return definition.only !== undefined;
}
