import type { ProblemCode } from '../../domain/faults/errors.ts';
import type { RetakeCode } from '../../domain/faults/reason-codes.ts';
import type { ScreenTextId } from '../screen-texts/screen-text-id.ts';

/**
 * What the person can do. `retry`: repeat it, after the time in the response. `retake`: supply another picture, recording or value.
 * `otherStep`: do something else first. `contact`: ask the host's support. `fatal`: start again.
 */
export const screenKinds = ['retry', 'retake', 'otherStep', 'contact', 'fatal'] as const;
export type ScreenKind = (typeof screenKinds)[number];

export interface ScreenCode {
  kind: ScreenKind;
  text: ScreenTextId;
}

const retry = (text: ScreenTextId): ScreenCode => ({ kind: 'retry', text });
const retake = (text: ScreenTextId): ScreenCode => ({ kind: 'retake', text });
const otherStep = (text: ScreenTextId): ScreenCode => ({ kind: 'otherStep', text });
const contact = (text: ScreenTextId): ScreenCode => ({ kind: 'contact', text });
const fatal = (text: ScreenTextId): ScreenCode => ({ kind: 'fatal', text });

/**
 * Every code that an SDK may have to show: each retake code of a step, which the compiler requires, and each problem of an SDK route, which
 * a test requires.
 */
export const screenCodes = {
  'auth.unauthorized': fatal('sessionEnded'),
  'client.not_found': contact('technicalFault'),
  'client.suspended': contact('notOffered'),
  'flow.not_found': contact('technicalFault'),
  'flow.disabled': contact('notOffered'),
  'flow.too_new': retry('tryAgainSoon'),
  'identity.not_found': contact('cannotVerifyAgain'),
  'identity.not_reverifiable': contact('cannotVerifyAgain'),
  'identity.too_many_starts': retry('waitBeforeNextAttempt'),
  'session.ip_restricted': contact('placeNotOffered'),
  'session.origin_not_allowed': contact('technicalFault'),
  'session.return_url_not_allowed': contact('technicalFault'),
  'session.client_token_required': contact('technicalFault'),
  'session.client_token_invalid': contact('linkInvalid'),
  'session.cooldown': retry('waitBeforeNextAttempt'),
  'session.ended': fatal('sessionEnded'),
  'session.replaced': fatal('sessionReplaced'),
  'hand_over.not_found': contact('linkInvalid'),
  'consent.required': otherStep('consentNeeded'),
  'consent.version_outdated': otherStep('consentNeeded'),

  'step.not_found': contact('technicalFault'),
  'step.not_waiting': otherStep('stepClosed'),
  'step.files_missing': retake('fileMissing'),
  'step.too_many_files': retake('enoughFiles'),
  'step.file_kind_not_accepted': contact('technicalFault'),
  'step.document_not_accepted': retake('documentKind'),
  'step.camera_required': retake('cameraOnly'),
  'step.code_not_verified': otherStep('codeFirst'),
  'step.not_skippable': otherStep('cannotSkip'),
  'step.route_not_applicable': contact('technicalFault'),
  'media.not_found': otherStep('fileMissing'),
  'challenge.not_found': retake('recordAgain'),
  'challenge.required': retake('recordAgain'),
  'challenge.used': retake('recordAgain'),
  'challenge.expired': retake('recordAgain'),
  'challenge.too_many': contact('technicalFault'),
  'challenge.chunks_required': contact('technicalFault'),
  'challenge.chunk_missing': retake('recordAgain'),
  'challenge.chunk_differs': retake('recordAgain'),
  'challenge.recording_incomplete': retake('recordAgain'),
  'enhanced_liveness.provider_missing': contact('notOffered'),

  'code.not_requested': otherStep('newCodeNeeded'),
  'code.expired': otherStep('codeExpired'),
  'code.used': otherStep('newCodeNeeded'),
  'code.tries_used_up': otherStep('newCodeNeeded'),
  'code.resend_too_early': retry('waitForCode'),
  'code.too_many_sends': retry('waitForCode'),
  'code.wrong': retake('codeWrong'),
  'phone.invalid_number': retake('phoneInvalid'),
  'phone.not_mobile': retake('phoneNotMobile'),
  'phone.country_not_allowed': retake('phoneCountry'),
  'phone.send_limited': retry('waitForCode'),
  'phone.provider_missing': contact('messagesUnavailable'),
  'phone.undeliverable': retake('phoneUndeliverable'),
  'email.invalid_address': retake('emailInvalid'),
  'email.unknown_domain': retake('emailInvalid'),
  'email.disposable_domain': retake('emailDisposable'),
  'email.send_limited': retry('waitForCode'),
  'email.provider_missing': contact('messagesUnavailable'),
  'email.undeliverable': retake('emailUndeliverable'),

  'upload.incomplete': retry('uploadIncomplete'),
  'file.too_large': retake('fileTooLarge'),
  'file.unsupported_type': retake('fileType'),
  'file.unreadable_image': retake('pictureUnreadable'),
  'file.too_many_pixels': retake('fileTooLarge'),
  'file.unreadable_pdf': retake('pdfUnreadable'),
  'file.encrypted_pdf': retake('pdfLocked'),
  'file.too_many_pages': retake('pdfTooLong'),
  'file.page_too_large': retake('pdfPageTooLarge'),
  'file.unreadable_video': retake('videoUnreadable'),
  'file.unreadable_audio': retake('audioUnreadable'),
  'file.too_long': retake('recordingTooLong'),

  'document.no_document': retake('documentNotSeen'),
  'document.image_too_small': retake('documentTooSmall'),
  'document.blurry_text': retake('documentBlurry'),
  'document.too_dark': retake('documentTooDark'),
  'document.too_bright': retake('documentTooBright'),
  'document.glare': retake('documentGlare'),
  'document.cropped': retake('documentCropped'),
  'document.wrong_side': retake('documentWrongSide'),
  'document.same_picture_twice': retake('documentSameSide'),
  'document.several': retake('documentSeveral'),
  'document.black_and_white_copy': retake('documentCopy'),
  'document.picture_of_screen': retake('documentScreen'),
  'document.face_missing': retake('documentPortrait'),
  'document.unreadable': retake('documentUnreadable'),
  'document.mrz_not_found': retake('documentLines'),
  'document.not_found_in_print': retake('documentPrint'),
  'document.tilt_not_followed': retake('tiltNotFollowed'),
  'document.tilt_lost': retake('tiltLost'),
  'document.tilt_other_page': retake('tiltOtherPage'),
  'document.tilt_not_told': retake('tiltNotTold'),
  'document.tilt_network_stalled': retake('connectionTooSlow'),
  'document.type_not_accepted': retake('documentType'),
  'document.country_not_accepted': retake('documentCountry'),
  'document.subtype_not_accepted': retake('documentKind'),
  'document.expired': retake('documentExpired'),
  'document.proof_too_old': retake('documentTooOld'),
  'document.holder_differs': retake('documentHolder'),

  'face.not_found': retake('faceNotSeen'),
  'face.several': retake('faceSeveral'),
  'face.too_small': retake('faceTooSmall'),
  'face.cut_off': retake('faceCutOff'),
  'face.eyes_closed': retake('eyesClosed'),
  'face.blurry': retake('faceBlurry'),
  'face.too_dark': retake('faceTooDark'),
  'face.occluded': retake('faceHidden'),
  'face.turned_away': retake('faceTurned'),
  'selfie.same_as_document': retake('selfieOfDocument'),
  'passive_liveness.unsure_light': retake('faceLight'),
  'passive_liveness.unsure_distance': retake('faceDistance'),
  'face_mask.worn': retake('faceMask'),
  'lens.sunglasses': retake('sunglasses'),
  'lens.tinted': retake('tintedGlasses'),
  'lens.reflections': retake('reflections'),
  'lens.eyes_not_visible': retake('eyesHidden'),
  'active_liveness.challenge_not_followed': retake('movementsWrong'),
  'active_liveness.light_too_weak': retake('lightTooWeak'),
  'active_liveness.network_stalled': retake('connectionTooSlow'),
  'active_liveness.face_lost': retake('faceLost'),
  'active_liveness.several_faces': retake('faceSeveral'),
  'voice_liveness.network_stalled': retake('connectionTooSlow'),
  'voice_liveness.several_faces': retake('faceSeveral'),
  'voice_liveness.no_speech': retake('noSpeech'),
  'voice_liveness.too_short': retake('speechTooShort'),
  'voice_liveness.clipped': retake('speechTooLoud'),
  'voice_liveness.wrong_digits': retake('digitsWrong'),
  'enhanced_liveness.not_completed': retake('checkNotCompleted'),
  'geolocation.permission_denied': retake('placeNeeded'),
  'geolocation.inaccurate': retake('placeInexact'),

  'rate.limited': retry('tooManyRequests'),
  'client.busy': retry('tryAgainSoon'),
  'idempotency.in_flight': retry('tryAgainSoon'),
  'idempotency.key_invalid': contact('technicalFault'),
  'idempotency.key_guessable': contact('technicalFault'),
  'idempotency.key_reused': contact('technicalFault'),
  'request.invalid': contact('technicalFault'),
  'request.body_too_large': contact('technicalFault'),
  'request.unsupported_media_type': contact('technicalFault'),
  'request.upgrade_required': contact('technicalFault'),
  'storage.full': retry('tryAgainSoon'),
  'service.unavailable': retry('tryAgainSoon'),
  'service.internal_error': retry('tryAgainSoon'),
} as const satisfies Readonly<Record<RetakeCode, ScreenCode>> & Partial<Readonly<Record<ProblemCode, ScreenCode>>>;

export type ScreenCodeName = keyof typeof screenCodes;
