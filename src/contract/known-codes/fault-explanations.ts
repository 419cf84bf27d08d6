import type { FaultCode } from '../../domain/faults/fault-codes.ts';

export interface Explanation {
  cause: string;
  remedy: string;
}

const explain = (cause: string, remedy: string): Explanation => ({ cause, remedy });

/** Codes of `errors[]` in a `request.invalid` problem; the pointer says where. */
export const faultExplanations: Readonly<Record<FaultCode, Explanation>> = {
  'value.missing': explain('A required value is missing.', 'Send the value.'),
  'value.wrong_type': explain('The value has the wrong JSON type.', 'Send the type that the contract gives.'),
  'value.wrong_format': explain('The text has the wrong format.', 'Follow the example in the contract.'),
  'value.too_small': explain('The value is smaller, shorter or earlier than allowed.', 'Raise it to the minimum.'),
  'value.too_big': explain('The value is greater or longer than allowed.', 'Lower it to the maximum.'),
  'value.not_listed': explain('The value is not one of those listed.', 'Choose a value from the list in the contract.'),
  'value.unknown_key': explain(
    'The request has a key that this route does not know.',
    'Correct its spelling or leave it out.',
  ),
  'value.not_valid': explain('The value breaks a rule that `detail` names.', 'Follow the rule in `detail`.'),
  'value.unstorable_text': explain('A text contains NUL or half of a surrogate pair.', 'Remove the character.'),
  'value.date_out_of_range': explain(
    'The date is outside the years that the service can store.',
    'Send a date in the range that `detail` names.',
  ),
  'country.unknown': explain('The code is not an ISO 3166-1 alpha-2 code.', 'Send a code such as `BR`.'),
  'metadata.too_deep': explain('The metadata is nested more than 8 levels deep.', 'Use fewer levels.'),
  'metadata.too_large': explain(
    'The metadata is larger than 16 KB of JSON.',
    'Keep it in your database and send a reference.',
  ),
  'metadata.not_a_colour': explain(
    'The value of a reserved metadata key is not a colour.',
    'Send a colour such as `#1A2B3C`.',
  ),
  'metadata.unknown_language': explain(
    '`fixedLanguage` names a language that has no texts.',
    'Choose one of the ten languages.',
  ),
  'metadata.not_a_font': explain(
    'A font is neither a file name nor an https address.',
    'Name a .ttf or .otf file, or an https URL.',
  ),
  'metadata.not_an_identity_id': explain(
    '`identityId` is not an identity id.',
    'Send the id that a start or a list returned.',
  ),
  'metadata.not_an_encryption_configuration_id': explain(
    '`encryptionConfigurationId` is not the id of an encryption configuration.',
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
  'cidr.not_valid': explain('The text is not a network address in CIDR notation.', 'Write it as `203.0.113.0/24`.'),
  'flow.step_id_taken': explain('Two steps of the flow have the same id.', 'Give each step its own id.'),
  'flow.step_not_found': explain('A setting names a step that the flow does not have.', 'Name a step of this flow.'),
  'flow.step_of_wrong_type': explain(
    'A setting names a step of another type.',
    'Name a step of the type that `detail` gives.',
  ),
  'flow.unknown_reason_code': explain(
    'The policy names a code that no check reports.',
    'Choose a reason code from this page.',
  ),
  'flow.code_not_acceptable': explain(
    'The policy accepts a code that means that a check could not tell.',
    'Map it to `review` or `reject`.',
  ),
  'flow.consent_needed': explain(
    'The flow processes biometrics without a consent text.',
    'Add the consent that `detail` names.',
  ),
  'flow.country_denied': explain('A country is both denied and required.', 'Remove it from one of the lists.'),
  'flow.step_without_provider': explain(
    'People must complete a step whose provider is not configured.',
    'Configure the provider, let people skip the step, or remove it.',
  ),
  'flow.risk_levels_crossed': explain(
    'The level that rejects is below the one that warns.',
    'Raise `failFromRisk` or lower `warnFromRisk`.',
  ),
  'document.not_accepted_by_flow': explain(
    'The flow does not accept this type of document.',
    'Offer the types that the session’s response lists.',
  ),
  'document.country_without_kind': explain(
    'The catalogue has no document of this type for this country.',
    'Choose a country from `GET /v2/document-kinds`.',
  ),
  'document.subtype_without_kind': explain(
    'The catalogue has no such subtype.',
    'Choose a subtype from `GET /v2/document-kinds`.',
  ),
  'location.coordinates_out_of_range': explain(
    'The latitude or longitude is out of range.',
    'Send degrees as the device reports them.',
  ),
  'operator.email_taken': explain('An operator already has this email address.', 'Invite another address.'),
  'operator.password_wrong': explain('The current password is wrong.', 'Type the current password.'),
  'operator.password_common': explain(
    'Many people use this password, or it is too simple.',
    'Choose a few unrelated words.',
  ),
  'operator.password_personal': explain(
    'The password is made of the operator’s name, their email address or the name of this service.',
    'Choose a few unrelated words.',
  ),
};
