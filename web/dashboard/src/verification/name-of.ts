import type { Verification } from '../api/schema.ts';

/** The person's name as read from a document; before that, the end of the id. */
export function nameOf({ steps, id }: Verification): string {
  for (const step of steps) {
    if (step.type !== 'document') continue;
    const { fullName, givenNames, familyNames } = step.document?.fields ?? {};
    const parts = [givenNames?.value, familyNames?.value].filter((part) => part !== undefined);
    const name = fullName?.value ?? parts.join(' ');
    if (name !== '') return name;
  }
  return `Verification …${id.slice(-8)}`;
}
