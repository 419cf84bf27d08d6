/** A stored text as one of the values that its column may have. @throws for a value that this version does not know */
export function oneOf<Value extends string>(values: readonly Value[], stored: string): Value {
  const known = values.find((candidate) => candidate === stored);
  if (known === undefined)
    throw new Error(`the database holds an unknown value where one of ${values.join(', ')} belongs`);
  return known;
}
