import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HostApp {
  url: string;
  close(): void;
}

/**
 * Another site's page, on a separate origin and under a strict policy: it loads the SDK from the service, sets a delegate and records its
 * calls.
 */
export async function startHostApp(
  serviceUrl: string,
  ids: { clientId: string; flowId: string },
  metadata: object = {},
): Promise<HostApp> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${serviceUrl}`,
    "style-src 'self'",
    "img-src 'self' blob:",
    `connect-src ${serviceUrl} ${serviceUrl.replace('http', 'ws')}`,
  ].join('; ');
  const script = `
    import { Verify, VerifyButtonResult } from '${serviceUrl}/sdk/verify.js';
    globalThis.told = [];
    const tell = (...what) => told.push(what);
    for (const name of ['verify:userStartedSdk', 'verify:userFinishedSdk', 'verify:exitedSdk']) {
      document.addEventListener(name, ({ detail }) => tell(name, detail.identityId, detail.verificationId));
    }
    VerifyButtonResult.shared.delegate = {
      verificationSuccess: (identityId, verificationID) => tell('success', identityId, verificationID),
      verificationCancelled: (identityId, verificationId) => tell('cancelled', identityId, verificationId),
    };
    document.querySelector('#call').addEventListener('click', () => {
      Verify.shared.showVerifyFlow(${JSON.stringify({ ...ids, metadata })});
    });
  `;
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Host</title><button id="call">Call</button>
    <verify-button clientid="${ids.clientId}" flowid="${ids.flowId}">Verify me</verify-button><script type="module" src="/app.js"></script>`;
  const server = createServer((request, response) => {
    const isScript = request.url === '/app.js';
    response
      .writeHead(200, {
        'content-type': isScript ? 'text/javascript' : 'text/html',
        'content-security-policy': policy,
      })
      .end(isScript ? script : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // It listens on a port.
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
