/** HTTP status, whether the same request may succeed later, and the title that the caller reads. */
export interface ProblemDefinition {
  status: number;
  retryable: boolean;
  text: string;
}

const final = (status: number, text: string): ProblemDefinition => ({ status, retryable: false, text });
const passing = (status: number, text: string): ProblemDefinition => ({ status, retryable: true, text });

/** Every problem that a route can answer with. */
export const problemTable = {
  'request.invalid': final(400, 'The request is not valid.'),
  'request.body_too_large': final(413, 'The request body is too large.'),
  'request.unsupported_media_type': final(415, 'This route does not accept this content type.'),
  'request.upgrade_required': final(426, 'This route is a WebSocket: ask for an upgrade.'),
  'request.host_unknown': final(421, 'The service does not answer to this host name.'),
  'route.not_found': final(404, 'There is no such route.'),

  'auth.unauthorized': final(401, 'The credential is missing or not valid.'),
  'auth.scope_missing': final(403, 'The token lacks the scope for this.'),
  'auth.address_not_allowed': final(403, 'The token may not be used from this network address.'),
  'auth.role_missing': final(403, 'Your role does not allow this.'),
  'auth.second_factor_missing': final(403, 'A second factor is required here. Enrol one first.'),
  'auth.csrf_invalid': final(403, 'The CSRF token is missing or not valid.'),
  'auth.totp_required': final(401, 'A one-time password is needed to sign in.'),
  'auth.locked_out': passing(429, 'Too many failed sign-ins. Wait before you try again.'),

  'auth.password_off': final(403, 'Passwords and passkeys are switched off. Sign in through your organisation.'),
  'sso.off': final(404, 'No sign-in provider is set up here.'),
  'sso.away': passing(503, 'The sign-in provider cannot be reached. Try again soon.'),
  'sso.failed': final(401, 'The sign-in at the provider was not completed. Start it again.'),
  'sso.role_missing': final(403, 'Your account at the sign-in provider has no role here.'),
  'sso.email_not_allowed': final(
    403,
    'Your account at the provider has no verified email address that this service allows.',
  ),
  'sso.client_missing': final(403, 'Your account at the sign-in provider names no client of this service.'),
  'sso.second_factor_missing': final(403, 'A second factor is required, and the sign-in provider asked for none.'),
  'sso.operator_exists': final(409, 'An operator with your email address already exists and signs in another way.'),

  'rate.limited': passing(429, 'Too many requests. Wait before you try again.'),
  'idempotency.key_invalid': final(400, 'An Idempotency-Key has 1 to 255 visible ASCII characters.'),
  'idempotency.key_guessable': final(400, 'Without a credential, an Idempotency-Key must be hard to guess.'),
  'idempotency.key_reused': final(422, 'This Idempotency-Key has already been used with a different request.'),
  'idempotency.in_flight': passing(409, 'The first request with this Idempotency-Key is still in progress.'),

  'client.not_found': final(404, 'There is no such client.'),
  'client.busy': passing(429, 'Too much of this client’s work is waiting. Wait before you start more.'),
  'client.suspended': final(403, 'The client is suspended.'),
  'test_mode.required': final(403, 'Only a client in test mode can do this.'),

  'identity.not_found': final(404, 'There is no such identity.'),
  'identity.not_reverifiable': final(409, 'The identity cannot be verified again now.'),
  'identity.too_many_starts': passing(429, 'Too many verifications of this identity were started today.'),

  'verification.not_found': final(404, 'There is no such verification.'),
  'verification.not_finished': passing(409, 'The verification has no verdict yet.'),
  'verification.reviewed_meanwhile': final(409, 'Somebody else has reviewed the verification in the meantime.'),
  'verification.duplicates_not_acknowledged': final(
    409,
    'Other identities may be the same person or could not be searched, or other verifications of this identity show another person. Compare them before you verify.',
  ),
  'verification.inputs_closed': final(409, 'The verification accepts no more inputs.'),

  'media.not_found': final(404, 'There is no such file.'),
  'media.not_ready': passing(409, 'The file is still being prepared.'),
  'media.not_served': final(409, 'Recordings are kept as evidence, but are not served.'),
  'media.damaged': final(500, 'The stored file is lost or damaged.'),
  'media.link_expired': final(410, 'The link to the file has expired.'),

  'flow.not_found': final(404, 'There is no such flow.'),
  'flow.disabled': final(409, 'The flow is disabled.'),
  'flow.no_draft': final(409, 'The flow has no draft to publish.'),
  'flow.changed_meanwhile': final(409, 'The flow has changed since you read it.'),
  'flow.provider_missing': final(409, 'A step of the flow needs a provider that is not configured.'),
  'flow.in_use': final(409, 'Verifications refer to the flow: disable it instead.'),
  'flow.too_new': passing(503, 'A newer version of the service published the flow. Try again soon.'),
  'flow.version_not_found': final(404, 'The flow has no such version.'),

  'session.ip_restricted': final(403, 'Verification is not offered to this network address.'),
  'session.origin_not_allowed': final(403, 'The client does not allow this web origin.'),
  'session.return_url_not_allowed': final(
    403,
    'The client’s settings, or the flow’s, do not list this return address.',
  ),
  'session.client_token_required': final(403, 'This client starts sessions with a client token only.'),
  'session.client_token_invalid': final(403, 'The client token is unknown, used or expired.'),
  'session.cooldown': passing(429, 'The flow requires a pause between attempts.'),
  'session.ended': final(410, 'The session has ended.'),
  'session.replaced': final(409, 'The session continues on another device.'),
  'hand_over.not_found': final(404, 'The hand-over link is unknown, used or expired.'),

  'consent.required': final(409, 'The person must consent first.'),
  'consent.version_outdated': final(409, 'The consent is for another version of the text.'),

  'step.not_found': final(404, 'The flow has no such step.'),
  'step.not_waiting': final(409, 'The step accepts no input now.'),
  'step.files_missing': final(409, 'A file that the step needs is missing.'),
  'step.too_many_files': final(409, 'The step already has as many files as it accepts.'),
  'step.file_kind_not_accepted': final(422, 'The step does not accept this kind of file.'),
  'step.document_not_accepted': final(422, 'The flow does not accept this document.'),
  'step.camera_required': final(422, 'The step accepts only pictures that the SDK’s camera took.'),
  'step.code_not_verified': final(409, 'The code that was sent has not been confirmed.'),
  'step.not_skippable': final(409, 'The flow does not allow this step to be skipped.'),
  'step.route_not_applicable': final(409, 'A step of this type has no such action.'),
  'step.origin_refused': final(422, 'A liveness step accepts no input from a server.'),

  'challenge.not_found': final(404, 'The challenge is unknown or belongs to another step.'),
  'challenge.required': final(409, 'The step needs a challenge first.'),
  'challenge.used': final(409, 'The challenge has already been used.'),
  'challenge.expired': final(410, 'The challenge has expired.'),
  'challenge.too_many': final(409, 'This attempt has used up its challenges.'),
  'challenge.chunks_required': final(422, 'The step takes a recording in chunks while it is made, not as one file.'),
  'challenge.chunk_missing': final(409, 'An earlier chunk of the recording is missing.'),
  'challenge.chunk_differs': final(409, 'A different chunk with this number was sent before.'),
  'challenge.recording_incomplete': final(409, 'The chunks that arrived do not add up to this recording.'),

  'upload.incomplete': passing(400, 'The upload was cut off.'),
  'file.too_large': final(413, 'The file is too large.'),
  'file.unsupported_type': final(415, 'Files of this type are not accepted.'),
  'file.unreadable_image': final(422, 'The picture cannot be read.'),
  'file.too_many_pixels': final(422, 'The picture has too many pixels.'),
  'file.unreadable_pdf': final(422, 'The PDF cannot be read.'),
  'file.encrypted_pdf': final(422, 'The PDF is locked with a password.'),
  'file.too_many_pages': final(422, 'The PDF has too many pages.'),
  'file.page_too_large': final(422, 'A page of the PDF is too large.'),
  'file.unreadable_video': final(422, 'The video cannot be read.'),
  'file.unreadable_audio': final(422, 'The audio cannot be read.'),
  'file.too_long': final(422, 'The recording is too long.'),

  'code.not_requested': final(409, 'No code was sent for this step.'),
  'code.expired': final(410, 'The code has expired. Ask for a new one.'),
  'code.used': final(409, 'The code has already been used.'),
  'code.tries_used_up': final(409, 'Too many wrong codes. Ask for a new one.'),
  'code.resend_too_early': passing(429, 'Wait before you ask for another code.'),
  'code.too_many_sends': passing(429, 'Too many codes were sent. Wait before you ask for another.'),

  'phone.invalid_number': final(422, 'This is not a valid phone number.'),
  'phone.not_mobile': final(422, 'This number cannot receive text messages.'),
  'phone.country_not_allowed': final(422, 'Phone numbers of this country are not accepted.'),
  'phone.send_limited': passing(429, 'No more messages are sent to this number for now.'),
  'phone.provider_missing': final(503, 'No SMS provider is configured.'),
  'email.invalid_address': final(422, 'This is not a valid email address.'),
  'email.unknown_domain': final(422, 'The domain of the address receives no email.'),
  'email.disposable_domain': final(422, 'Disposable email addresses are not accepted.'),
  'email.send_limited': passing(429, 'No more messages are sent to this address for now.'),
  'email.provider_missing': final(503, 'No mail server is configured.'),
  'provider.not_found': final(404, 'The service accepts no reports from a provider with this name.'),
  'provider.signature_invalid': final(403, 'The provider’s signature is missing or wrong.'),

  'enhanced_liveness.provider_missing': final(503, 'The provider of the check is not configured.'),

  'webhook.endpoint_not_found': final(404, 'There is no such webhook endpoint.'),
  'webhook.url_not_allowed': final(422, 'Webhooks cannot be sent to this address.'),
  'webhook.event_not_found': final(404, 'There is no such event, or it is older than 30 days.'),
  'webhook.delivery_not_found': final(404, 'There is no such delivery.'),
  'webhook.delivery_waiting': final(409, 'An attempt of the delivery is already due or in progress.'),

  'api_token.not_found': final(404, 'There is no such API token.'),
  'encryption.configuration_not_found': final(404, 'There is no such encryption configuration.'),
  'encryption.configuration_in_use': final(
    409,
    'Flows, or verifications in progress, use this encryption configuration.',
  ),
  'encryption.sealed': final(
    409,
    'The record is encrypted to the client’s own key: only the holder of that key can read it.',
  ),

  'operator.not_found': final(404, 'There is no such operator.'),
  'operator.last_owner': final(409, 'An account needs at least one owner.'),
  'operator.totp_in_use': final(409, 'An authenticator app is already in use.'),
  'operator.passkey_invalid': final(422, 'The passkey cannot be registered.'),
  'operator.passkey_not_found': final(404, 'You have no such passkey.'),
  'operator.totp_missing': final(409, 'No authenticator app is in use.'),
  'operator.session_not_found': final(404, 'You have no such session.'),
  'operator.totp_invalid': final(422, 'The one-time password is wrong.'),
  'invitation.not_found': final(404, 'The invitation is unknown, used or expired, or its sender may no longer invite.'),
  'set_up.token_invalid': final(403, 'The set-up token is not valid, or the set-up is done.'),

  'storage.full': passing(507, 'There is no room for the file.'),
  'service.unavailable': passing(503, 'The service cannot answer now. Try again soon.'),
  'service.internal_error': passing(500, 'Something went wrong inside the service.'),
} as const satisfies Record<string, ProblemDefinition>;

export type ProblemCode = keyof typeof problemTable;
