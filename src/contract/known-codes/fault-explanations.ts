import type { FaultCode } from '../../domain/faults/fault-codes.ts';

export interface Explanation {
  cause: string;
  remedy: string;
}

const explain = (cause: string, remedy: string): Explanation => ({ cause, remedy });

/** Codes of `errors[]` in a `request.invalid` problem; the pointer says where. */
export const faultExplanations: Readonly<Record<FaultCode, Explanation>> = {
  'value.missing': explain('A required value is missing.', 'Send it.'),
  'value.wrong_type': explain('The value has another JSON type.', 'Send the type that the contract gives.'),
  'value.wrong_format': explain('The text has another format.', 'Write it as the contract’s example does.'),
  'value.too_small': explain('The value is smaller, shorter or earlier than allowed.', 'Raise it to the minimum.'),
  'value.too_big': explain('The value is greater or longer than allowed.', 'Lower it to the maximum.'),
  'value.not_listed': explain('The value is none of the listed ones.', 'Choose one of the contract’s list.'),
  'value.unknown_key': explain(
    'The request has a key that this route does not know.',
    'Correct its spelling or leave it out.',
  ),
  'value.not_valid': explain('The value breaks a rule that `detail` names.', 'Follow the rule in `detail`.'),
  'value.unstorable_text': explain('A text holds NUL or half of a surrogate pair.', 'Remove the character.'),
  'value.date_out_of_range': explain(
    'The date is outside the years that the service can store.',
    'Send a date in the range that `detail` names.',
  ),
  'country.unknown': explain('The code is no ISO 3166-1 alpha-2 code.', 'Send a code such as `BR`.'),
  'metadata.too_deep': explain('The metadata is nested over 8 levels.', 'Make it flatter.'),
  'metadata.too_large': explain(
    'The metadata is over 16 KB of JSON.',
    'Keep it in your database and send a reference.',
  ),
  'metadata.not_a_colour': explain(
    'A reserved key of the metadata holds no colour.',
    'Send a colour such as `#1A2B3C`.',
  ),
  'metadata.unknown_language': explain(
    '`fixedLanguage` is a language without texts.',
    'Choose one of the ten languages.',
  ),
  'metadata.not_a_font': explain(
    'A font is neither a file name nor an https address.',
    'Name a .ttf or .otf file, or an https URL.',
  ),
  'metadata.not_an_identity_id': explain(
    '`identityId` is not an identity id.',
    'Send the id that a start or a list answered.',
  ),
  'metadata.not_an_encryption_configuration_id': explain(
    '`encryptionConfigurationId` is not such an id.',
    'Send the id of a configuration of this client.',
  ),
  'metadata.unknown_encryption_configuration': explain(
    'The client has no such encryption configuration.',
    'Create it first, or send the id of another.',
  ),
  'encryption.weak_key': explain(
    'The public key is weaker than the service accepts.',
    'Create a key of at least the size that `detail` names.',
  ),
  'cidr.not_valid': explain('The text is no network address in CIDR notation.', 'Write it as `203.0.113.0/24`.'),
  'flow.step_id_taken': explain('Two steps of the flow have the same id.', 'Give each step its own id.'),
  'flow.step_not_found': explain('A setting names a step that the flow does not have.', 'Name a step of this flow.'),
  'flow.step_of_wrong_type': explain(
    'A setting names a step of another type.',
    'Name a step of the type that `detail` gives.',
  ),
  'flow.unknown_reason_code': explain(
    'The policy names a code that no check gives.',
    'Choose a reason code of this page.',
  ),
  'flow.code_not_acceptable': explain(
    'The policy accepts a code of a check that could not tell.',
    'Map it to `review` or `reject`.',
  ),
  'flow.consent_needed': explain(
    'The flow processes biometrics without a consent text.',
    'Add the consent that `detail` names.',
  ),
  'flow.country_denied': explain('A country is both denied and asked for.', 'Remove it from one of the lists.'),
  'flow.step_without_provider': explain(
    'People must complete a step whose provider is not configured.',
    'Configure the provider, let people skip the step, or remove it.',
  ),
  'flow.risk_levels_crossed': explain(
    'The level that rejects is below the one that warns.',
    'Raise `failFromRisk` or lower `warnFromRisk`.',
  ),
  'document.not_accepted_by_flow': explain(
    'The flow does not take this type of document.',
    'Offer the types of the session’s answer.',
  ),
  'document.country_without_kind': explain(
    'The catalogue has no document of this type and country.',
    'Choose a country of `GET /v2/document-kinds`.',
  ),
  'document.subtype_without_kind': explain(
    'The catalogue has no such subtype.',
    'Choose a subtype of `GET /v2/document-kinds`.',
  ),
  'location.coordinates_out_of_range': explain(
    'Latitude or longitude is outside the earth’s.',
    'Send degrees as the device gives them.',
  ),
  'operator.email_taken': explain('An operator has this e-mail address already.', 'Invite another address.'),
  'operator.password_wrong': explain('The current password is wrong.', 'Type the current password.'),
  'operator.password_common': explain(
    'Many people use this password, or it is too simple.',
    'Take a few words that do not belong together.',
  ),
  'operator.password_personal': explain(
    'The password is made of the operator’s name, their e-mail address or the name of this service.',
    'Take a few words that do not belong together.',
  ),
};
