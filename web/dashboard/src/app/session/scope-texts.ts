import type { Schemas } from '../../api/schema.ts';

export const scopeTexts: Readonly<Record<Schemas['NewApiToken']['scopes'][number], string>> = {
  'identities:read': 'Read identities and verifications',
  'media:read': 'Read pictures and recordings',
  'verifications:write': 'Start, feed, review and erase',
  'flows:write': 'Draw up and publish flows',
  'webhooks:write': 'Webhooks, events and deliveries',
  'account:write': 'Tokens, settings and audit log',
};
