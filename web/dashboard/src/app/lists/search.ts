/** What of an address's query a page uses, all of it texts: it is shown in the address bar, kept on reload, and can be sent on. */
export type Search<K extends string> = Partial<Record<K, string>>;

export function searchOf<K extends string>(...names: readonly K[]) {
  return (raw: Record<string, unknown>): Search<K> => {
    const search: Search<K> = {};
    for (const name of names) {
      const value = raw[name];
      if (typeof value === 'string' && value !== '') search[name] = value;
    }
    return search;
  };
}

/** The value, when it is one of those that there are. */
export function oneOf<T extends string>(values: readonly T[], value: string | undefined): T | undefined {
  return values.find((known) => known === value);
}

/** The search without the parts that are not given: for links that change one part. */
export function given<K extends string>(search: Partial<Record<K, string | undefined>>): Search<K> {
  const kept: Search<K> = {};
  for (const name in search) {
    const value = search[name];
    if (value !== undefined && value !== '') kept[name] = value;
  }
  return kept;
}

/** For the router: no JSON in the address bar. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}
