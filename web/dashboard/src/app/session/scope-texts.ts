import type { Schemas } from '../../api/schema.ts';

export const scopeTexts: Readonly<Record<Schemas['NewApiToken']['scopes'][number], string>> = {
  'identities:read': 'Read identities and verifications',
  'media:read': 'Read pictures and recordings',
  'verifications:write': 'Start, change, review and erase; responses contain the record',
  'flows:write': 'Edit and publish flows',
  'webhooks:write': 'Webhooks, events and deliveries',
  'account:write': 'Tokens, settings and audit log',
};
