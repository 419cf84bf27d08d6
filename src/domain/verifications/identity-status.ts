export const identityStatuses = ['pending', 'verified', 'reviewNeeded', 'rejected', 'deleted'] as const;
export type IdentityStatus = (typeof identityStatuses)[number];
