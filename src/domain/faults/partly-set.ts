/** Settings that work only together, such as those of one provider. */
export interface SettingsTogether {
  /** Each of these says that the group is meant. */
  settings: readonly string[];
  /** What the group needs. Of a list, one setting is enough. */
  needs: readonly (string | readonly string[])[];
}

export interface SettingFault {
  name: string;
  fault: string;
}

/**
 * What is missing from groups of which some settings are there. An operator who set one of them wants the provider: silently leaving it out
 * would show only when the first person needs it. A setting with its default value, as in `.env.example`, asks for nothing.
 */
export function partlySet(
  groups: readonly SettingsTogether[],
  given: Readonly<Record<string, string | undefined>>,
  defaultOf: (name: string) => string = () => '',
): SettingFault[] {
  // A flag that is off asks for nothing, and neither does an empty list.
  const isGiven = (name: string) => !/^(false|[\s,]*)$/.test(given[name] ?? '');
  return groups.flatMap(({ settings, needs }) => {
    const named = settings.find((name) => isGiven(name) && given[name] !== defaultOf(name));
    if (named === undefined) return [];
    return needs.flatMap((need) => {
      const [name = '', ...others] = typeof need === 'string' ? [need] : need;
      if ([name, ...others].some(isGiven)) return [];
      const instead = others.map((other) => `, and neither is ${other}`).join('');
      return [{ name, fault: `is not set${instead}; ${named} works only together with it` }];
    });
  });
}
