import type { Verification } from '../api/schema.ts';

/** The person's name as read from a document; before that, the end of the id. */
export function nameOf(verification: Verification): string {
  return knownNameOf(verification) ?? `Verification …${verification.id.slice(-8)}`;
}

/** Within a sentence. */
export function personOf(verification: Verification): string {
  return knownNameOf(verification) ?? 'this person';
}

/** Null while no document has given a name. */
export function knownNameOf({ steps }: Pick<Verification, 'steps'>): string | null {
  for (const step of steps) {
    if (step.type !== 'document') continue;
    const { fullName, givenNames, familyNames } = step.document?.fields ?? {};
    const parts = [givenNames?.value, familyNames?.value].filter((part) => part !== undefined);
    const name = fullName?.value ?? parts.join(' ');
    if (name.trim() !== '') return name;
  }
  return null;
}

/** The text that an operator types to erase a record: the person's name where it is known, or the whole id. */
export function typedToErase(name: string | null | undefined, id: string): readonly [string, ...string[]] {
  return name == null || name.trim() === '' ? [id] : [name, id];
}
