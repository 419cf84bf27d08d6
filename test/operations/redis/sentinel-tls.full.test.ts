import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { startServiceOverTls, type ServiceOverTls } from './over-tls.ts';
import { startSentinelledRedis, type SentinelledRedis } from './sentinelled-redis.ts';

let redis: SentinelledRedis;
let service: ServiceOverTls;

beforeAll(async () => {
  redis = await startSentinelledRedis({ tls: true });
  service = await startServiceOverTls(redis.env);
}, 240_000);
afterAll(async () => {
  await service.stop();
  await redis.stop();
});

test('verdicts arrive over TLS with passwords for servers and sentinels, before and after a failover', async () => {
  await service.verify();
  const before = await redis.primaryPort();
  await eventually(() => redis.hasReplica(before), { withinMs: 60_000, what: 'the replica' });
  redis.processOf(before).kill('SIGKILL');
  await eventually(async () => (await redis.primaryPort()) !== before, { withinMs: 60_000, what: 'the new primary' });
  await service.verify();
}, 600_000);

test('servers with a certificate of an unknown authority get no password and count as away', async () => {
  expect(await service.statusWithoutAuthority()).toBe('down');
}, 120_000);
