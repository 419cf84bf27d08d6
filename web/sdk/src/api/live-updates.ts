import { backoffMs } from '../flow/backoff.ts';
import type { HandOverProgress, SocketMessage } from './contract.ts';
import type { SessionApi } from './session-api.ts';

/** How often the state is read while the socket is down. */
const pollEveryMs = 3000;

/** Follows the session over its socket, which repeats missed messages. The returned function ends it. */
export function followSession(
  api: SessionApi,
  {
    lastSequence,
    onMessage,
    poll,
  }: { lastSequence: () => number; onMessage: (message: SocketMessage) => void; poll: () => Promise<void> },
): () => void {
  return keepFollowing(api, {
    path: () => `/v2/sdk/session/live?after=${lastSequence()}`,
    token: () => api.getToken() ?? '',
    onText: (text) => onMessage(JSON.parse(text) as SocketMessage), // By the server's own schema.
    poll,
  });
}

/** Follows the progress of the device that took the session over. The returned function ends it. */
export function watchOtherDevice(
  api: SessionApi,
  {
    watchToken,
    onProgress,
    poll,
  }: { watchToken: string; onProgress: (progress: HandOverProgress) => void; poll: () => Promise<void> },
): () => void {
  return keepFollowing(api, {
    path: () => '/v2/sdk/hand-over/live',
    token: () => watchToken,
    onText: (text) => onProgress(JSON.parse(text) as HandOverProgress), // By the server's own schema.
    poll,
  });
}

/** Keeps a socket open, and polls while there is none. */
function keepFollowing(
  { baseUrl }: Pick<SessionApi, 'baseUrl'>,
  {
    path,
    token,
    onText,
    poll,
  }: { path: () => string; token: () => string; onText: (text: string) => void; poll: () => Promise<void> },
): () => void {
  let stopped = false;
  let socket: WebSocket | null = null;
  let losses = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let polling = false;

  const connect = () => {
    clearTimeout(timer);
    if (stopped || socket !== null) return;
    const url = `${baseUrl.replace(/^http/, 'ws')}${path()}`;
    try {
      socket = new WebSocket(url, ['verify.v2', `bearer.${token()}`]);
    } catch {
      retry(); // A policy of the host forbids sockets: the state is polled instead.
      return;
    }
    socket.onopen = () => {
      losses = 0;
    };
    socket.onmessage = ({ data }) => {
      if (typeof data === 'string') onText(data);
    };
    socket.onclose = retry;
  };
  function retry(): void {
    socket = null;
    if (stopped) return;
    timer = setTimeout(connect, backoffMs(losses));
    losses += 1;
  }
  const look = () => {
    if (polling) return;
    polling = true;
    poll()
      .catch(() => {})
      .finally(() => {
        polling = false;
      });
  };
  const pollTimer = setInterval(() => {
    if (!document.hidden && socket?.readyState !== WebSocket.OPEN) look();
  }, pollEveryMs);
  // A phone that was asleep has a dead socket, and its clocks were stopped.
  const wake = () => {
    if (document.hidden) return;
    losses = 0;
    connect();
  };
  document.addEventListener('visibilitychange', wake);
  addEventListener('online', wake);
  // A device that says it is offline may be wrong: a request decides, waits for the network, and reports when it is back.
  addEventListener('offline', look);
  connect();

  return () => {
    stopped = true;
    clearTimeout(timer);
    clearInterval(pollTimer);
    document.removeEventListener('visibilitychange', wake);
    removeEventListener('online', wake);
    removeEventListener('offline', look);
    socket?.close();
  };
}
