import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';

export interface LocalCertificate {
  key: string;
  cert: string;
  /** Other test files run in this process afterwards: they must not trust what this one trusts. */
  distrust(): Promise<void>;
}

/** A certificate for this machine. Until `distrust`, `fetch` in this process trusts only this one. */
export function makeLocalCertificate(): LocalCertificate {
  const folder = mkdtempSync(join(tmpdir(), 'verify-provider-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
    const files = ['-keyout', keyFile, '-out', certFile];
    execFileSync('openssl', ['req', '-x509', ...made, ...names, ...files], { stdio: 'ignore' });
    const cert = readFileSync(certFile, 'utf8');
    const before = getGlobalDispatcher();
    const agent = new Agent({ connect: { ca: cert } });
    setGlobalDispatcher(agent);
    return {
      key: readFileSync(keyFile, 'utf8'),
      cert,
      async distrust() {
        setGlobalDispatcher(before);
        await agent.destroy();
      },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
