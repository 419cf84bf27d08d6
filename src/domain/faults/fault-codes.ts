/** Possible faults of a part of a request. The first ones come from zod, the others from our own rules. */
export const faultCodes = [
  'value.missing',
  'value.wrong_type',
  'value.wrong_format',
  'value.too_small',
  'value.too_big',
  'value.not_listed',
  'value.unknown_key',
  'value.not_valid',
  'value.unstorable_text',
  'value.date_out_of_range',
  'country.unknown',
  'metadata.too_deep',
  'metadata.too_large',
  'metadata.not_a_colour',
  'metadata.unknown_language',
  'metadata.not_a_font',
  'metadata.not_an_identity_id',
  'metadata.not_an_encryption_configuration_id',
  'metadata.unknown_encryption_configuration',
  'encryption.weak_key',
  'cidr.not_valid',
  'flow.step_id_taken',
  'flow.step_not_found',
  'flow.step_of_wrong_type',
  'flow.unknown_reason_code',
  'flow.code_not_acceptable',
  'flow.consent_needed',
  'flow.country_denied',
  'flow.step_without_provider',
  'flow.risk_levels_crossed',
  'document.not_accepted_by_flow',
  'document.country_without_kind',
  'document.subtype_without_kind',
  'location.coordinates_out_of_range',
  'operator.email_taken',
  'operator.password_wrong',
  'operator.password_common',
  'operator.password_personal',
] as const;

export type FaultCode = (typeof faultCodes)[number];

export function isFaultCode(value: unknown): value is FaultCode {
  return (faultCodes as readonly unknown[]).includes(value);
}
