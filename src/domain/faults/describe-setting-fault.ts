import type { z } from 'zod';

/**
 * What is wrong with a setting, in plain words that follow its name: `PORT: must be a whole number`. For schemas without a text for their
 * faults. Never repeats the value, which may be a secret.
 */
export function describeSettingFault(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'number' || issue.expected === 'int' ? 'must be a whole number' : 'is not set';
    case 'invalid_value':
      return issue.values.length === 2
        ? `must be ${issue.values.join(' or ')}`
        : `must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      return issue.origin === 'string'
        ? `needs ${issue.minimum} characters or more`
        : `must be ${issue.minimum} or more`;
    case 'too_big':
      return issue.origin === 'string'
        ? `is longer than ${issue.maximum} characters`
        : `must be ${issue.maximum} or less`;
    case 'invalid_format':
      return formats[issue.format] ?? 'does not have the right form';
    default:
      return 'cannot be used';
  }
}

const formats: Readonly<Partial<Record<string, string>>> = {
  url: 'must be an address such as https://host.example',
  email: 'must be an email address',
  base64: 'must be in base64',
};
