import { withoutInvisible } from '../../api/visible-text.ts';

/** The part of an address's query that a page uses, as texts: the address bar shows it, a reload keeps it, and operators can share it. */
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

/** The value, if it is one of the allowed ones. */
export function oneOf<T extends string>(values: readonly T[], value: string | undefined): T | undefined {
  return values.find((known) => known === value);
}

/** The search without undefined values: for links that change one parameter. */
export function given<K extends string>(search: Partial<Record<K, string | undefined>>): Search<K> {
  const kept: Search<K> = {};
  for (const name in search) {
    const value = search[name];
    if (value !== undefined && value !== '') kept[name] = value;
  }
  return kept;
}

/** For the router: keeps JSON out of the address bar. Copied text often brings invisible characters. */
export function parseSearch(text: string): Record<string, string> {
  const given = [...new URLSearchParams(text)];
  return Object.fromEntries(given.map(([name, value]) => [name, withoutInvisible(value)]));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value] as const] : [],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(given)).toString()}`;
}
