import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { environmentNames } from '../../src/config.ts';
import { findFreePort } from '../../src/embedded/free-port.ts';
import { workerEnvironment } from '../../src/embedded/worker-environment.ts';
import { eventually } from '../support/eventually.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { compose, composeFile, environmentOfService, interpolate, ours } from '../support/programs/compose-file.ts';
import { openComposition, type Composition } from '../support/programs/composition.ts';
import { runComposition } from '../support/programs/run-composition.ts';

/** The composition that this file starts is described in test/support/programs/composition.ts. */
let composition: Composition;
let folder: string;
beforeAll(async () => {
  composition = await openComposition('compose_test');
  ({ folder } = composition);
}, 120_000);
afterAll(() => composition.close());

describe('docker-compose.yml', () => {
  it('gives the workers the C library’s settings that every other start of them has', () => {
    const workers = ours.filter(([name]) => name.startsWith('worker'));
    expect(workers.length).toBeGreaterThan(0);
    for (const [name, { environment }] of workers) expect(environment, name).toMatchObject(workerEnvironment);
  });

  it('reads only settings that exist, and secrets that the script creates', () => {
    for (const [name, { environment, secrets }] of ours) {
      for (const key of Object.keys(environment).filter((one) => !(one in workerEnvironment)))
        expect(environmentNames, name).toContain(key.replace(/_FILE$/, ''));
      for (const value of Object.values(environment).filter((one) => one.startsWith('/run/secrets/')))
        expect(secrets).toContain(value.replace('/run/secrets/', ''));
    }
    for (const [name, { file }] of Object.entries(compose.secrets)) {
      expect(file).toBe(`./deploy/secrets/${name}`);
      expect(readFileSync(join(folder, name), 'utf8')).not.toBe('');
    }
  });

  it('runs our processes with a root file system that is read-only, and everything with a limit on its memory', () => {
    for (const [, service] of ours) expect(service.read_only).toBe(true);
    const lasting = Object.entries(compose.services).filter(([name]) => name !== 'migrate');
    for (const [name, { deploy }] of lasting) expect(deploy?.resources.limits.memory, name).toMatch(/^\d+[MG]$/);
  });

  it('serves every queue with its workers', () => {
    const served = ours.flatMap(([, { command = [] }]) => (command[0] === 'worker' ? command.slice(1) : []));
    expect(served.sort()).toEqual(['document', 'liveness', 'maintenance', 'otp', 'quality', 'webhook']);
  });

  it('opens the files of people in processes that serve one queue alone: a file that kills one delays only its kind', () => {
    for (const [name, { command = [] }] of ours) {
      const queues = command[0] === 'worker' ? command.slice(1) : [];
      if (queues.some((queue) => ['quality', 'document', 'liveness'].includes(queue)))
        expect(queues, name).toHaveLength(1);
    }
  });

  it('is read by docker-compose as these tests read it', (context) => {
    try {
      execFileSync('docker-compose', ['version'], { stdio: 'ignore' });
    } catch {
      console.log('skipped: docker-compose is not installed here (apt-get install docker-compose)');
      context.skip();
    }
    const given = {
      SMTP_URL: 'smtps://user:pass@mail.example:465',
      TWILIO_FROM: 'Example',
      GEOIP_DB: '/etc/verify/x.mmdb',
    };
    const envFile = join(folder, 'given.env');
    writeFileSync(envFile, Object.entries(given).map(([name, value]) => `${name}=${value}\n`).join('')); // prettier-ignore
    const said = execFileSync(
      'docker-compose',
      ['-f', composeFile.pathname, '--env-file', envFile, '--profile', 'admin', 'config'],
      { encoding: 'utf8', env: { PATH: process.env.PATH } },
    );
    const read = z.object({
      services: z.record(z.string(), z.object({ environment: z.record(z.string(), z.string()).default({}) })),
    });
    const { services } = read.parse(parse(said));
    for (const [name] of ours) expect(services[name]?.environment, name).toEqual(environmentOfService(name, given));
  });

  it(
    'starts a Redis that requires the password and shows it in no list of processes',
    { timeout: 120_000 },
    async () => {
      const [, , script = ''] = compose.services.redis?.command ?? [];
      const port = await findFreePort();
      // The image's entry point drops the rights of root and then runs its arguments.
      writeFileSync(join(folder, 'docker-entrypoint.sh'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
      const here = interpolate(script, {})
        .replaceAll('/run/secrets/', `${folder}/`)
        .replace('redis-server -', `redis-server - --port ${port} --dir ${folder}`);
      const child = spawn('sh', ['-c', here], {
        env: { PATH: `${folder}:${process.env.PATH ?? ''}` },
        stdio: 'ignore',
      });
      composition.stopWithMe(child);
      const password = readFileSync(join(folder, 'redis_password'), 'utf8');
      const ask = (lines: string) =>
        new Promise<string>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => socket.write(`${lines}QUIT\r\n`));
          let said = '';
          socket.on('data', (bytes) => (said += bytes.toString()));
          socket.on('error', () => resolve(''));
          socket.on('close', () => resolve(said));
        });
      const policy = 'CONFIG GET maxmemory-policy\r\n';
      await eventually(async () => (await ask(`AUTH ${password}\r\n${policy}`)).includes('noeviction'), {
        withinMs: 60_000,
        what: 'Redis with its password',
      });
      expect(await ask(policy)).toMatch(/^-NOAUTH/);
      expect(readFileSync(`/proc/${child.pid ?? 0}/cmdline`, 'utf8')).not.toContain(password);
    },
  );

  it('starts processes that migrate, verify somebody, and stop on request', { timeout: 400_000 }, async () => {
    const { status, exitCodes } = await runComposition(composition, await smallPicture());
    expect(['reviewNeeded', 'rejected']).toContain(status);
    expect(new Set(exitCodes)).toEqual(new Set([0]));
  });
});
