/** One difference between two documents. Values are JSON texts; very long ones are truncated. */
export interface Difference {
  /** JSON pointer (RFC 6901). */
  pointer: string;
  kind: 'added' | 'removed' | 'changed';
  before: string | null;
  after: string | null;
}

const mostDifferences = 1000;
const mostCharacters = 20_000;

/** The differences between two JSON values, at any depth. List members are compared by index. */
export function compareJson(before: unknown, after: unknown, pointer = ''): Difference[] {
  const [old, new_] = [membersOf(before), membersOf(after)];
  if (old !== null && new_ !== null && Array.isArray(before) === Array.isArray(after)) {
    const names = [...new Set([...old.keys(), ...new_.keys()])];
    return names
      .flatMap((name) => {
        const place = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        if (!old.has(name)) return [difference(place, 'added', undefined, new_.get(name))];
        if (!new_.has(name)) return [difference(place, 'removed', old.get(name), undefined)];
        return compareJson(old.get(name), new_.get(name), place);
      })
      .slice(0, mostDifferences);
  }
  return textOf(before) === textOf(after) ? [] : [difference(pointer, 'changed', before, after)];
}

function membersOf(value: unknown): Map<string, unknown> | null {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : null;
}

function difference(pointer: string, kind: Difference['kind'], before: unknown, after: unknown): Difference {
  return { pointer, kind, before: textOf(before), after: textOf(after) };
}

function textOf(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value).slice(0, mostCharacters);
}
