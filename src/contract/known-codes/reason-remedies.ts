import { isRetakeCode, type ReasonCode, type RetakeCode } from '../../domain/faults/reason-codes.ts';

/** For every code after which the person may try again. */
const retakeRemedy = 'The SDK shows the person this text, and they try again while attempts are left.';

const review = 'In the review, compare the value with the picture.';
const askAgain = 'Ask the person for another attempt.';
const asFlow = 'Keep the refusal, or change the flow’s setting if it is stricter than you need.';
const refuse = 'Treat it as attempted fraud unless a reviewer finds a harmless cause.';
const secondLook = 'Let a reviewer look at the picture and the other checks: honest files can show this, too.';
const otherChannel = 'Ask for further proof, or accept the code in the policy if your risk allows it.';

/** The remedy of a developer or reviewer for each code that the person does not see; its cause is the code's own text. */
const verdictRemedies: Readonly<Record<Exclude<ReasonCode, RetakeCode>, string>> = {
  'check.model_missing': 'Install the model with `npm run models` and start the workers again.',
  'check.timed_out': 'Review by hand; add workers if it happens often.',
  'check.file_damaged': 'Bring the file back from a backup of the object store, or verify the person again.',
  'check.broken': 'Review by hand and look for the verification’s id in the workers’ log.',
  'check.input_missing': 'Review by hand, or ask the person for what is missing.',
  'check.step_skipped': 'Ask for the step again, or do not let people skip it in the flow.',
  'document.field_doubtful': review,
  'document.field_missing': review,
  'document.readers_disagree': review,
  'document.mrz_check_digit_wrong': refuse,
  'document.expiry_unknown': review,
  'document.prolonged_by_law': 'Accept the code in the policy if your rules take such documents.',
  'document.dates_contradict': review,
  'document.issue_date_unknown': review,
  'document.type_unknown': 'Ask for a document of the catalogue, or review by hand.',
  'document.issuer_unknown': refuse,
  'document.fields_disagree': refuse,
  'document.sides_not_linked':
    'Look at both pictures in the review, or accept the code in the policy if your risk allows it.',
  'document.documents_disagree': review,
  'document.portraits_differ': review,
  'document.shown_twice': 'Ask the person for the second document: one that is shown twice proves nothing more.',
  'document.identity_differs':
    'Find out whether the person has a new name. If it is another person, reject: otherwise its values become the identity’s.',
  'document.under_age': asFlow,
  'document.age_unknown': review,
  'document.number_invalid': refuse,
  'document.recompressed_area': secondLook,
  'document.portrait_edges': secondLook,
  'document.portrait_inserted': secondLook,
  'document.ghost_image_differs':
    'Compare both faces in the review: the portrait may have been replaced. Some documents print the face of a famous person, too.',
  'document.copied_line': secondLook,
  'document.editor_metadata': secondLook,
  'document.fresh_file': secondLook,
  'document.signature_invalid':
    'Look at `document.files[].signature`: nobody signed what was added or changed after the signature. Ask for the file as its issuer sent it.',
  'document.origin_doubtful': secondLook,
  'document.in_pdf':
    'Ask for photographs, or accept the code in the policy if your risk allows it: pages of a PDF are not checked for blur, size, light or origin.',
  'document.signed_by_other':
    'If this issuer makes such documents, add them to its `documents` in `DOCUMENT_ISSUERS`. Otherwise its signature says nothing about this one.',
  'selfie.origin_doubtful': secondLook,
  'document.tilt_flat': secondLook,
  'document.tilt_recorded_too_early': secondLook,
  'document.tilt_left_out': askAgain,
  'document.duplicate': 'Compare the identities that the check names.',
  'document.not_all_searched': 'See “Duplicates among encrypted attempts” in `docs/security.md`.',
  'facematch.different_person': refuse,
  'facematch.too_alike': 'Compare the two pictures: if they are the same, there is no second photograph of the person.',
  'facematch.borderline': 'Compare the two faces by eye.',
  'facematch.no_reference_face': 'Set `match` in the flow, or ask for a document with a portrait.',
  'facematch.selfie_replaced':
    'Ask for a new verification, or look at the selfie yourself: only the earlier picture was checked.',
  're_facematch.different_person': refuse,
  're_facematch.borderline': 'Compare the two faces by eye.',
  're_facematch.same_picture': 'Ask for a new picture: the same photograph does not show that the person was there.',
  're_facematch.no_enrolled_face': 'Verify the person once with a selfie, so that there is a face to compare with.',
  'facematch.other_model': 'Compare the two faces by eye: another model made the stored face.',
  'facematch.not_calibrated':
    'Compare the two faces by eye, or measure such pictures with `npm run accuracy -- faces` and load the limits with `npm run admin -- calibrate`.',
  're_facematch.not_calibrated':
    'Compare the two faces by eye, or measure the model with `npm run accuracy -- faces` and load the limits with `npm run admin -- calibrate`.',
  're_facematch.other_model': 'Run `npm run admin -- describe-faces` after every change of the face model.',
  're_facematch.picture_gone':
    'Establish by other means that it is the same person; the face of the next verified attempt is enrolled in its place.',
  'encryption.sealed': 'Decrypt the JWE with your private key; the service cannot compare any more.',
  'duplicate_face.other_identity': 'Compare the identities that the check names.',
  'duplicate_face.not_all_searched':
    'Run `npm run admin -- describe-faces`. Faces whose pictures are deleted stay out of the search until the person is verified again.',
  'passive_liveness.not_live': refuse,
  'passive_liveness.doubtful': askAgain,
  'passive_liveness.screen_or_print': refuse,
  'passive_liveness.unlike_skin': askAgain,
  'active_liveness.face_changed': refuse,
  'active_liveness.cut_found': refuse,
  'active_liveness.recorded_too_early': refuse,
  'active_liveness.not_live': refuse,
  'active_liveness.screen_or_print': refuse,
  'active_liveness.doubtful': askAgain,
  'active_liveness.camera_doubtful': secondLook,
  'active_liveness.light_not_answered': secondLook,
  'active_liveness.light_flat': secondLook,
  'active_liveness.light_late': secondLook,
  'active_liveness.light_left_out': askAgain,
  'voice_liveness.no_speech_engine': 'Set `SPEECH_URL` or `WHISPER_COMMAND` and start the workers again.',
  'voice_liveness.mouth_still': refuse,
  'voice_liveness.recorded_too_early': refuse,
  'voice_liveness.several_voices': refuse,
  'voice_liveness.face_changed': refuse,
  'voice_liveness.not_live': refuse,
  'voice_liveness.doubtful': askAgain,
  'voice_liveness.camera_doubtful': secondLook,
  'enhanced_liveness.not_live': refuse,
  'enhanced_liveness.doubtful': askAgain,
  'enhanced_liveness.no_score': 'Ask the provider for scores, or leave `threshold` out.',
  'enhanced_liveness.provider_failed': 'Check the provider’s status and credentials, then ask for another attempt.',
  'phone_ownership.not_confirmed': askAgain,
  'phone_risk.elevated': otherChannel,
  'phone_risk.incomplete': otherChannel,
  'phone.shared': 'Compare the identities that the check names.',
  'phone_risk.too_high': otherChannel,
  'email_ownership.not_confirmed': askAgain,
  'email_risk.disposable_domain': otherChannel,
  'email_risk.role_address': otherChannel,
  'email.shared': 'Compare the identities that the check names.',
  'geolocation.not_given': otherChannel,
  'geolocation.country_not_allowed': asFlow,
  'geolocation.country_unknown': otherChannel,
  'ip_location.country_not_allowed': asFlow,
  'ip_location.country_unknown': 'Give the service a database with `GEOIP_DB`, or accept the code in the policy.',
  'ip_location.hosting': otherChannel,
  'ip_location.vpn': otherChannel,
  'ip_location.tor': otherChannel,
  'ip_location.proxy': otherChannel,
  'ip_location.hidden_networks_unknown':
    'Give the service a database of anonymous addresses with `GEOIP_DB`, or accept the code in the policy.',
  'location_consistency.distance_unknown':
    'Give the service a database of cities with `GEOIP_DB`, or accept the code in the policy.',
  'location_consistency.too_far': otherChannel,
  'location_consistency.countries_differ': otherChannel,
  'location_consistency.impossible_speed': otherChannel,
};

export function remedyOfReason(code: ReasonCode): string {
  return isRetakeCode(code) ? retakeRemedy : verdictRemedies[code as Exclude<ReasonCode, RetakeCode>]; // Not a retake code, as checked above.
}
