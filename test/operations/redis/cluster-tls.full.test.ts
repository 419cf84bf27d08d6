import { afterAll, beforeAll, expect, test } from 'vitest';
import { startClusteredRedis, type ClusteredRedis } from './clustered-redis.ts';
import { startServiceOverTls, type ServiceOverTls } from './over-tls.ts';

let redis: ClusteredRedis;
let service: ServiceOverTls;

beforeAll(async () => {
  redis = await startClusteredRedis({ tls: true });
  service = await startServiceOverTls(redis.env);
}, 240_000);
afterAll(async () => {
  await service.stop();
  await redis.stop();
});

test('a verdict arrives over TLS with a password, through the node that holds the keys', async () => {
  await service.verify();
  const keys = await redis.keys();
  expect(keys.map((some) => some.length > 0)).toEqual(keys.map((_, index) => index === redis.holder));
}, 300_000);

test('nodes with a certificate of an unknown authority get no password and count as away', async () => {
  expect(await service.statusWithoutAuthority()).toBe('down');
}, 120_000);
