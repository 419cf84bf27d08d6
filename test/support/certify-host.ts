import 'reflect-metadata';
import { KeyObject } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { certify } from './documents/signed-pdf.ts';

const dayMs = 86_400_000;

/** A certificate by a test authority for a server at an IP address, all as PEM. */
export async function certifyHost(address: string, { validDays }: { validDays: number }) {
  const at = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
  const authority = await certify({ subject: 'CN=Test authority', from: at(-90), to: at(900) });
  const { certificate, keys } = await certify({
    subject: 'CN=Test server',
    by: authority,
    from: at(-30),
    to: at(validDays),
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'ip', value: address }])],
  });
  return {
    authority: authority.certificate.toString('pem'),
    certificate: certificate.toString('pem'),
    key: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
