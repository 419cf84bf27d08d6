import type { Role } from '../../api/schema.ts';

export const roleTexts: Readonly<Record<Role, { name: string; about: string }>> = {
  owner: { name: 'Owner', about: 'Everything, owners included.' },
  admin: { name: 'Admin', about: 'Everything except owners.' },
  reviewer: { name: 'Reviewer', about: 'Sees people and their pictures, and decides doubtful cases.' },
  developer: { name: 'Developer', about: 'Flows, tokens and webhooks; no pictures of people.' },
  'read-only': { name: 'Read only', about: 'Can read and changes nothing.' },
};
