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

/** What `.env.example` gives each installation, whether or not it uses the provider. */
const defaults: Readonly<Record<string, string>> = {
  KMS_REGION: 'us-east-1',
  S3_REGION: 'us-east-1',
  OIDC_NAME: 'single sign-on',
  OIDC_SCOPES: 'openid email profile',
  OIDC_ROLE_CLAIM: 'roles',
  OIDC_SECOND_FACTOR: 'amr',
};

/**
 * What is missing from groups of which some settings are there. An operator who set one of them wants the provider: silently leaving it out
 * would show only when the first person needs it.
 */
export function partlySet(
  groups: readonly SettingsTogether[],
  given: Readonly<Record<string, string | undefined>>,
): SettingFault[] {
  // A flag that is off asks for nothing, and neither do an empty list and a default.
  const isGiven = (name: string) => !/^(false|[\s,]*)$/.test(given[name] ?? '') && given[name] !== defaults[name];
  return groups.flatMap(({ settings, needs }) => {
    const named = settings.find(isGiven);
    if (named === undefined) return [];
    return needs.flatMap((need) => {
      const [name = '', ...others] = typeof need === 'string' ? [need] : need;
      if ([name, ...others].some(isGiven)) return [];
      const instead = others.map((other) => `, and neither is ${other}`).join('');
      return [{ name, fault: `is not set${instead}; ${named} works only together with it` }];
    });
  });
}
