import type { Role } from '../../api/schema.ts';

export const roleTexts: Readonly<Record<Role, { name: string; about: string }>> = {
  owner: { name: 'Owner', about: 'Full access, including owners.' },
  admin: { name: 'Admin', about: 'Full access, except to owners.' },
  reviewer: { name: 'Reviewer', about: 'Can see people and their pictures, and decides doubtful cases.' },
  developer: { name: 'Developer', about: 'Flows, tokens and webhooks; no pictures of people.' },
  'read-only': { name: 'Read only', about: 'Read-only access.' },
};
