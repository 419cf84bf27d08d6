import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createLogger } from '../../src/adapters/telemetry/logger.ts';
import { createApi } from '../../src/api.ts';
import { loadConfig } from '../../src/config.ts';
import { createContainer, type Container } from '../../src/container.ts';
import { grantAppRole } from '../../src/db/migrations/grant-app-role.ts';
import { newId } from '../../src/domain/id.ts';
import { createAnchorAudit } from '../../src/services/audit/anchor-audit.ts';
import { linkForReader } from '../../src/services/audit/link-notes.ts';
import { certifyHost } from './certify-host.ts';
import { writeMmdbFile } from './files/mmdb-file.ts';
import { seedClient } from './seed.ts';
import { createTestDatabase } from './servers/database.ts';
import { testRedis } from './servers/redis.ts';

/** A healthy installation on a real Postgres with two roles, Redis, an API and a proxy that terminates TLS. */
export async function startSoundInstallation() {
  const place = mkdtempSync(join(tmpdir(), 'verify-sound-'));
  const appRole = `app_${randomBytes(6).toString('hex')}`;
  const opened: { close(): Promise<unknown> }[] = [];
  chmodSync(place, 0o755);
  const database = await createTestDatabase();
  const owner = new pg.Pool({ connectionString: database.url, max: 2 });
  owner.on('error', () => undefined);
  const appUrl = new URL(database.url);
  appUrl.username = appRole;
  appUrl.password = randomBytes(24).toString('hex');
  await grantAppRole({ ownerUrl: database.url, appUrl: appUrl.href });

  const host = await certifyHost('127.0.0.1', { validDays: 60 });
  const authorityFile = join(place, 'authority.pem');
  writeFileSync(authorityFile, host.authority);
  /** The parts that tests change. */
  const state = { authorities: host.authority, forwards: true };
  const proxy = createServer({ key: host.key, cert: host.certificate }, passOn);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  writeFileSync(join(place, 'root_key'), randomBytes(32).toString('base64'), { mode: 0o600 });
  writeMmdbFile(join(place, 'places.mmdb'), 'Test-City', { '203.0.113.0/24': {} }, Math.floor(Date.now() / 1000) - 60);
  mkdirSync(join(place, 'media'));
  const redis = testRedis();
  const env: Readonly<Record<string, string>> = {
    DATABASE_URL: appUrl.href,
    REDIS_URL: redis.url,
    REDIS_PREFIX: redis.prefix,
    ROOT_KEY_FILE: join(place, 'root_key'),
    MEDIA_DIR: join(place, 'media'),
    PUBLIC_URL: `https://127.0.0.1:${portOf(proxy)}`,
    SMTP_URL: 'smtp://mail.example:587',
    TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: randomBytes(16).toString('hex'),
    TWILIO_FROM: '+15005550006',
    GEOIP_DB: join(place, 'places.mmdb'),
  };

  function open(env: Readonly<Record<string, string>>): Container {
    const made = createContainer(loadConfig(env), createLogger({ level: 'silent', process: 'admin' }));
    opened.push(made);
    return made;
  }

  const container = open(env);
  const api = await createApi(container);
  await api.listen({ host: '127.0.0.1', port: 0 });
  await container.settle();

  /** A proxy on the same machine that terminates TLS. */
  function passOn(asked: IncomingMessage, answer: ServerResponse): void {
    const headers = { ...asked.headers, ...(state.forwards && { 'x-forwarded-for': '203.0.113.7' }) };
    const { url: path, method } = asked;
    const onward = request({ port: portOf(api.server), path, method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  }

  const { db } = container;
  const client = await seedClient(db, 'live');
  await client.addFlow('contact', {
    steps: [
      { id: 'phone', type: 'phone', config: {} },
      { id: 'email', type: 'email', config: {} },
    ],
  });
  await db.clients.update(client.clientId, { settings: { mediaRetentionDays: 30 } });
  const operatorId = newId('operator');
  const ana = { id: operatorId, email: 'ana@example.com', name: 'Ana', role: 'owner', passwordHash: 'x' } as const;
  await db.operators.create(ana);
  await db.operators.setPendingTotp(operatorId, 'JBSWY3DPEHPK3PXP');
  await db.operators.confirmTotp(operatorId);
  await db.installation.noteBackUp();
  await addAuditLine(client.clientId);
  await anchorAudit();

  async function addAuditLine(clientId: string): Promise<void> {
    await db.audit.append([{ clientId, actorId: 'system', action: 'admin.command_run', subjectId: 'test' }]);
    await linkForReader(container, clientId);
  }

  async function anchorAudit(): Promise<void> {
    await createAnchorAudit(container)();
  }

  return {
    place,
    env,
    container,
    client,
    proxy,
    state,
    authorityFile,
    ownerUrl: database.url,
    /** As the role that owns the tables. */
    sql: (text: string, values: unknown[] = []) => owner.query(text, values),
    /** Another process with other settings; closed with the rest. */
    open,
    closeWithRest: (one: { close(): Promise<unknown> }) => void opened.push(one),
    addAuditLine,
    anchorAudit,
    async close() {
      await api.close();
      proxy.close();
      for (const one of opened) await one.close();
      await owner.end();
      await database.drop();
      const admin = new pg.Client({ connectionString: new URL('/postgres', database.url).href });
      await admin.connect();
      await admin.query(`drop role ${appRole}`);
      await admin.end();
      rmSync(place, { recursive: true, force: true });
    },
  };
}

export type SoundInstallation = Awaited<ReturnType<typeof startSoundInstallation>>;

export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
