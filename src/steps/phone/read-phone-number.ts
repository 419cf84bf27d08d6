import { parsePhoneNumberFromString, type CountryCode, type PhoneNumberType } from 'libphonenumber-js/max';
import type { Contact } from '../../domain/codes/contact.ts';
import { isCountryCode } from '../../domain/documents/country-code.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { LineType } from '../../domain/ports/messages/number-lookup.ts';
import { withoutMarks, type CodeRequest } from '../code-confirmation.ts';
import type { StepConfig } from '../define-step-schema.ts';
import type { phoneSchema } from './schema.ts';

type Config = StepConfig<typeof phoneSchema>;

/** Lines that cannot receive text messages. Premium and shared-cost numbers can, and their risk is scored. */
const silentTypes: readonly PhoneNumberType[] = ['FIXED_LINE', 'TOLL_FREE', 'UAN', 'VOICEMAIL', 'PAGER'];

/**
 * The number in E.164, if the flow allows codes to it. National notation is read as that of the flow's default country.
 * @throws Problem with a separate code for each fault
 */
export function readPhoneNumber(config: Config, body: CodeRequest): Contact {
  if (!('phoneNumber' in body)) {
    const fault = { pointer: '/phoneNumber', code: 'value.missing', detail: 'is missing' };
    throw new Problem('request.invalid', { errors: [fault] });
  }
  // The parser would read letters as an extension, which receives no messages.
  if (/\p{L}/u.test(body.phoneNumber)) throw new Problem('phone.invalid_number');
  const parsed = parsePhoneNumberFromString(withoutMarks(body.phoneNumber), {
    extract: false,
    ...(config.defaultCountry !== null && { defaultCountry: config.defaultCountry as CountryCode }),
  });
  if (parsed?.isValid() !== true) throw new Problem('phone.invalid_number');
  const country = parsed.country;
  // A number without a country (satellites, worldwide services) is in no country that a flow can allow.
  if (country === undefined || !isCountryCode(country) || !isAllowed(config, country)) {
    throw new Problem('phone.country_not_allowed');
  }
  const type = parsed.getType();
  if (type !== undefined && silentTypes.includes(type)) throw new Problem('phone.not_mobile');
  return { address: parsed.number, country, receivesMail: null };
}

function isAllowed({ allowedCountries, deniedCountries }: Config, country: string): boolean {
  return !deniedCountries.includes(country) && (allowedCountries?.includes(country) ?? true);
}

/** The type of line in the numbering plan. Where the plan does not distinguish mobiles from landlines, a received code is the evidence. */
export function lineTypeOf(phoneNumber: string): LineType {
  switch (parsePhoneNumberFromString(phoneNumber)?.getType()) {
    case 'MOBILE':
    case 'FIXED_LINE_OR_MOBILE':
      return 'mobile';
    case 'FIXED_LINE':
      return 'landline';
    case 'VOIP':
      return 'voip';
    case 'PREMIUM_RATE':
      return 'premium';
    case 'SHARED_COST':
      return 'shared-cost';
    case 'TOLL_FREE':
      return 'toll-free';
    default:
      return 'unknown';
  }
}
