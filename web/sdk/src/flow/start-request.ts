import type { SessionStart } from '../api/contract.ts';
import { wellFormedTags } from '../i18n/guess-language.ts';
import type { Presentation } from '../presentation.ts';

const sdkVersion = '1.0.0';
const mostLanguages = 20;

/** What the service learns about this SDK and its device, with each session that starts here or is taken over. */
export function describeDevice({ app, languages }: Pick<Presentation, 'app' | 'languages'>) {
  const { platform, version, ...device } = app ?? { platform: 'web', version: sdkVersion };
  return {
    sdk: { platform, version },
    device: { languages: wellFormedTags(languages ?? navigator.languages).slice(0, mostLanguages), ...device },
  } satisfies Pick<SessionStart, 'sdk' | 'device'>;
}

/** The request that starts the session for the host. */
export function startRequest(options: Presentation): SessionStart {
  const { clientId, flowId, metadata, clientToken, returnUrl, cancelUrl, state } = options;
  return {
    clientId,
    flowId,
    ...describeDevice(options),
    ...(metadata !== undefined && { metadata }),
    ...(clientToken !== undefined && { clientToken }),
    ...(returnUrl !== undefined && { returnUrl }),
    ...(cancelUrl !== undefined && { cancelUrl }),
    ...(state !== undefined && { state }),
  };
}
