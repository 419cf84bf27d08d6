import type { Presentation } from '../presentation.ts';
import { findHost, type Host, type HostedWindow } from './find-host.ts';
import { messageFor, oldestVersion, readConfiguration, type Configuration, type PageMessage } from './messages.ts';

/** A host that exists answers `ready` at once. */
const configureWithinMs = 20_000;

/** What the bridge adds to the presentation, and the notice that the flow is over. */
export interface Bridge {
  additions: Partial<Presentation> & Pick<Presentation, 'ended'>;
  closed(): void;
}

const nobody: Bridge = { additions: { hosted: true, ended: () => {} }, closed: () => {} };

/** Finds the host, gets its configuration and reports to it. Without a host, or with one that requests no bridge, the page works alone. */
export async function openBridge(hostVersion: number | null, page: HostedWindow = window): Promise<Bridge> {
  const host = await findHost(page);
  if (host === 'refused') {
    return { ...nobody, additions: { ...nobody.additions, refusal: 'session.origin_not_allowed' } };
  }
  if (host === null || hostVersion === null) return nobody;
  const send = (message: PageMessage) => {
    const known = messageFor(hostVersion, message);
    if (known !== null) host.send(known);
  };
  const configuring = configurationOf(host);
  send({ type: 'ready', oldest: oldestVersion });
  const { keepsResume = false, ...configuration } = await configuring;
  // Another site's page shows the frame: it gets ids, and nothing that opens a session.
  const { resume, ...rest } = configuration;
  const isApp = host.kind === 'app';
  return {
    additions: {
      ...(isApp ? configuration : rest),
      ...(hostVersion < oldestVersion && { refusal: 'sdk.failed' }),
      entered: (session) => {
        const { identityId, verificationId } = session;
        const kept = isApp && keepsResume ? { resume: JSON.stringify(session) } : {};
        send({ type: 'started', identityId, verificationId, ...kept });
      },
      ended: (end, ids, code) => {
        if (end === 'success') send({ type: 'finished', ...ids });
        else if (code !== null) send({ type: 'failed', code, ...ids });
        else send({ type: 'cancelled', ...ids });
      },
      ...(isApp && { openOutside: (url) => send({ type: 'open', url }) }),
    },
    closed: () => send({ type: 'closed' }),
  };
}

/** Resolves with the host's first `configure`. Later ones change nothing: the flow keeps its first configuration. */
function configurationOf(host: Host): Promise<Partial<Configuration> & { refusal?: string }> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ refusal: 'wait.too_long' }), configureWithinMs);
    host.listen((data) => {
      try {
        const configuration = readConfiguration(data);
        if (configuration === null) return;
        clearTimeout(timer);
        resolve(configuration);
      } catch (error) {
        // For the host's developers; the person sees that the app made a mistake.
        console.error('Verify:', error);
        clearTimeout(timer);
        resolve({ refusal: 'sdk.failed' });
      }
    });
  });
}
