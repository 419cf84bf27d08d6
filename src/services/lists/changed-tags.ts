import { Problem } from '../../domain/faults/errors.ts';

/** The contract's two forms: the complete list, or tags to add and to remove. */
export interface TagChange {
  tags?: readonly string[] | undefined;
  addTags?: readonly string[] | undefined;
  removeTags?: readonly string[] | undefined;
}

const mostTags = 20;

/**
 * The tags after the change, without repetition. `before` is read under the record's lock.
 * @throws Problem `request.invalid` for too many tags
 */
export function changedTags(before: readonly string[], { tags, addTags = [], removeTags = [] }: TagChange): string[] {
  if (tags !== undefined) return [...new Set(tags)];
  const after = [...new Set([...before, ...addTags])].filter((tag) => !removeTags.includes(tag));
  if (after.length <= mostTags) return after;
  const detail = `would make more than ${mostTags} tags`;
  throw new Problem('request.invalid', { errors: [{ pointer: 'body:/addTags', code: 'value.too_big', detail }] });
}
