/** The host around the hosted page, which listens to it. */
export interface Host {
  /** An app that shows the page in its web view may receive more than a page that frames it. */
  kind: 'app' | 'frame';
  send(message: Record<string, unknown>): void;
  /** Calls the listener with each message of the host. */
  listen(listener: (data: unknown) => void): void;
}

interface Heard {
  source: unknown;
  origin: string;
  data: unknown;
}

/** The part of `window` that the bridge uses. */
export interface HostedWindow {
  parent: unknown;
  location: { pathname: string; ancestorOrigins?: ArrayLike<string> };
  addEventListener(type: 'message', listener: (event: Heard) => void): void;
  /** `WKWebView`, and WebKit elsewhere. */
  webkit?: { messageHandlers?: { verify?: { postMessage(message: unknown): void } } };
  /** Android: `addJavascriptInterface(…, "VerifyHost")`. */
  VerifyHost?: { postMessage(json: string): void };
  /** The object through which apps call the page: `verifyBridge.receive(json)`. */
  verifyBridge?: { receive(json: unknown): void };
}

interface Parent {
  postMessage(message: unknown, origin: string): void;
}

/** Null: the page has no host. `refused`: a page that the client does not allow frames it. */
export async function findHost(page: HostedWindow): Promise<Host | 'refused' | null> {
  if (page.parent !== page) return findFrame(page);
  const webKit = page.webkit?.messageHandlers?.verify;
  const android = page.VerifyHost;
  if (webKit !== undefined) return app(page, (message) => webKit.postMessage(message));
  if (android !== undefined) return app(page, (message) => android.postMessage(JSON.stringify(message)));
  return null;
}

function app(page: HostedWindow, send: Host['send']): Host {
  return {
    kind: 'app',
    send,
    listen(listener) {
      page.verifyBridge = { receive: listener };
    },
  };
}

/**
 * The browser lets only origins that `frame-ancestors` names frame the page. The page requests the same header and talks only to these
 * origins, so that a proxy that drops the header opens nothing.
 */
async function findFrame(page: HostedWindow): Promise<Host | 'refused'> {
  const parent = page.parent as Parent; // Another window than the page's own.
  const allowed = await listFrameOrigins(page.location.pathname);
  const known = page.location.ancestorOrigins?.[0];
  if (allowed.length === 0 || (known !== undefined && !allowed.includes(known))) return 'refused';
  let origins = known === undefined ? allowed : [known];
  return {
    kind: 'frame',
    // The browser delivers only to the parent's true origin; the other messages are dropped.
    send: (message) => origins.forEach((origin) => parent.postMessage(message, origin)),
    listen(listener) {
      page.addEventListener('message', ({ source, origin, data }) => {
        if (source !== parent || !origins.includes(origin)) return;
        origins = [origin];
        listener(data);
      });
    },
  };
}

async function listFrameOrigins(path: string): Promise<string[]> {
  try {
    const { headers } = await fetch(path, { method: 'HEAD' });
    return originsOfPolicy(headers.get('content-security-policy') ?? '');
  } catch {
    return [];
  }
}

/** The origins in `frame-ancestors`. `*`, schemes and patterns name no origin. */
export function originsOfPolicy(policy: string): string[] {
  const directive = policy.split(';').find((part) => part.trim().startsWith('frame-ancestors '));
  return (directive?.trim().split(/\s+/).slice(1) ?? []).filter(
    (source) => URL.canParse(source) && new URL(source).origin === source && !source.includes('*'),
  );
}
