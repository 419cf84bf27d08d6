import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificates {
  /** Lines of a server's configuration. */
  settings: readonly string[];
  /** The authority's certificate, and the file that has it. */
  authority: string;
  authorityFile: string;
}

/** An authority, and a certificate for 127.0.0.1, in files of this folder. */
export function makeCertificates(folder: string): Certificates {
  const at = (name: string) => join(folder, name);
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const authority = ['-keyout', at('ca.key'), '-out', at('ca.pem')];
  openssl('req', '-x509', ...curve, '-days', '1', '-subj', '/CN=Authority of a test', ...authority);
  openssl('req', ...curve, '-subj', '/CN=redis', '-keyout', at('redis.key'), '-out', at('redis.csr'));
  writeFileSync(at('names.cnf'), 'subjectAltName=IP:127.0.0.1\n');
  const signed = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-extfile', at('names.cnf')];
  openssl('x509', '-req', '-in', at('redis.csr'), ...signed, '-days', '1', '-out', at('redis.pem'));
  const files = [
    `tls-cert-file ${at('redis.pem')}`,
    `tls-key-file ${at('redis.key')}`,
    `tls-ca-cert-file ${at('ca.pem')}`,
  ];
  return {
    settings: [...files, 'tls-auth-clients no', 'tls-replication yes'],
    authority: readFileSync(at('ca.pem'), 'utf8'),
    authorityFile: at('ca.pem'),
  };
}
