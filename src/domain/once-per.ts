/**
 * Answers once for the same object, and forgets the answer with the object. The object must not change: many rules ask the same about each
 * line of a page.
 */
export function oncePer<One extends object, Answer>(answer: (one: One) => Answer): (one: One) => Answer {
  const answers = new WeakMap<One, { given: Answer }>();
  return (one) => {
    const known = answers.get(one) ?? { given: answer(one) };
    answers.set(one, known);
    return known.given;
  };
}

/** The same for two objects. */
export function oncePerPair<One extends object, Other extends object, Answer>(
  answer: (one: One, other: Other) => Answer,
): (one: One, other: Other) => Answer {
  const answersOf = oncePer((one: One) => oncePer((other: Other) => answer(one, other)));
  return (one, other) => answersOf(one)(other);
}
