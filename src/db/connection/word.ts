/** Parses a stored word as one of its vocabulary. @throws when the database contains a word that this version does not know */
export function word<W extends string>(vocabulary: readonly W[], stored: string): W {
  const known = vocabulary.find((candidate) => candidate === stored);
  if (known === undefined)
    throw new Error(`the database holds an unknown word where one of ${vocabulary.join(', ')} belongs`);
  return known;
}
