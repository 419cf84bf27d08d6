import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testCodes } from '../../src/domain/codes/test-values.ts';
import { problemLine, problemOf } from '../support/api-client.ts';
import { stepRecord } from '../support/contact.ts';
import { eventually } from '../support/eventually.ts';
import { writeMmdbFile } from '../support/files/mmdb-file.ts';
import { sessionStart, startSdkSession } from '../support/sdk-client.ts';
import { startStack, type Stack } from '../support/stack.ts';

const saoPaulo = { latitude: -23.5505, longitude: -46.6333, accuracyMeters: 12 };
const paris = { latitude: 48.8566, longitude: 2.3522, accuracyMeters: 30 };
/** In a Brazilian network, according to the packaged database. */
const brazilian = '200.147.3.157';

const finishedStep = `select from step_runs where verification_id = $1 and status = 'finished'`;

let stack: Stack;
beforeAll(async () => {
  // The test itself is the proxy that the service trusts.
  stack = await startStack({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  // The packaged table knows no VPN; one flow does not accept that.
  const policy = { 'ip_location.hidden_networks_unknown': 'accept' as const };
  const location = (config: object) => ({ steps: [{ id: 'location', type: 'location' as const, config }], policy });
  await stack.client.addFlow('packaged', { ...location({}), policy: {} });
  await stack.client.addFlow('open', location({}));
  await stack.client.addFlow('required', location({ gps: 'required' }));
  await stack.client.addFlow('near', location({ maxNetworkDistanceKm: 100 }));
  const email = { id: 'email', type: 'email' as const, config: { maxOtherIdentities: null } };
  await stack.client.addFlow('long', { steps: [...location({}).steps, email], policy });
  await stack.client.addFlow('brazil', location({ allowedCountries: ['BR'] }));
  await stack.startWorkers({ otp: true });
});
afterAll(() => stack.close());

async function startFrom(flow: string, address: string, metadata: object = {}, on = stack) {
  const more = { metadata: { ...metadata } };
  const json = sessionStart(on.client.clientId, on.client.flowOf(flow), more);
  const headers = { 'x-forwarded-for': address };
  const answer = await on.api.post<{ sessionToken: string; verificationId: string; identityId: string }>(
    '/v2/sdk/sessions',
    { json, headers },
  );
  expect(answer.status).toBe(201);
  return answer.body;
}

async function submitFrom(flow: string, address: string, json: object, metadata: object = {}, on = stack) {
  const { sessionToken: token, verificationId, identityId } = await startFrom(flow, address, metadata, on);
  const answer = await on.api.post('/v2/sdk/session/steps/location/submit', { token, json });
  return { answer, token, verificationId, identityId };
}

async function judged(flow: string, address: string, json: object, metadata: object = {}, on = stack) {
  const { verificationId, identityId } = await submitFrom(flow, address, json, metadata, on);
  return eventually(async () => {
    const record = await stepRecord(on, { verificationId } as never);
    return record.status !== 'pending' && record.status !== 'running' && { ...record, identityId };
  });
}

describe('a location step', () => {
  test('passes when coordinates and network agree', async () => {
    const { status, step } = await judged('open', brazilian, saoPaulo);
    expect(status).toBe('verified');
    expect(step).toMatchObject({
      location: { coordinates: saoPaulo, country: 'BR', networkCountry: 'BR' },
      checks: [
        { id: 'geolocation', outcome: 'passed', data: { country: 'BR', denied: false } },
        {
          id: 'ip-location',
          outcome: 'warning',
          code: 'ip_location.hidden_networks_unknown',
          data: { country: 'BR', hosting: null, vpn: null, tor: null, proxy: null },
        },
        { id: 'location-consistency', outcome: 'passed', data: { placeCountry: 'BR', networkCountry: 'BR' } },
      ],
    });
  });

  test('goes to review if no database knows hidden networks, unless the flow accepts that', async () => {
    const { status, step } = await judged('packaged', brazilian, saoPaulo);
    expect(status).toBe('reviewNeeded');
    expect(step?.checks.flatMap(({ code }) => code ?? [])).toEqual(['ip_location.hidden_networks_unknown']);
  });

  test('goes to review if the flow limits the distance and no database knows cities', async () => {
    const { status, step } = await judged('near', brazilian, saoPaulo);
    expect(status).toBe('reviewNeeded');
    expect(step?.checks[2]).toMatchObject({ outcome: 'warning', code: 'location_consistency.distance_unknown' });
  });

  test('goes to review when coordinates and network are of different countries', async () => {
    const { status, step } = await judged('open', brazilian, paris);
    expect(status).toBe('reviewNeeded');
    expect(step?.checks[2]).toMatchObject({ outcome: 'warning', code: 'location_consistency.countries_differ' });
  });

  test('goes to review when one identity is in two places in no time', async () => {
    const { identityId } = await judged('open', brazilian, saoPaulo);
    const again = await judged('open', brazilian, paris, { identityId });
    expect(again.identityId).toBe(identityId);
    expect(again.step?.checks[2]).toMatchObject({
      outcome: 'warning',
      code: 'location_consistency.impossible_speed',
    });
  });

  test('measures the speed up to the moment at which the person was there, however late the verdict comes', async () => {
    const { identityId } = await judged('open', brazilian, saoPaulo);
    const { token, verificationId } = await submitFrom('long', brazilian, paris, { identityId });
    await eventually(async () => (await stack.sql.query(finishedStep, [verificationId])).rowCount === 1);
    // The person keeps the attempt open for 20 hours, in which an airliner could have brought them to Paris.
    await stack.sql.query(
      `update step_runs set finished_at = finished_at - interval '20 hours'
        where type = 'location' and verification_id in (select id from verifications where identity_id = $1)`,
      [identityId],
    );
    const email = '/v2/sdk/session/steps/email';
    await stack.api.post(`${email}/code`, { token, json: { email: 'anna@example.com' } });
    await stack.api.post(`${email}/code/check`, { token, json: { code: testCodes.right } });
    await stack.api.post(`${email}/submit`, { token, json: {} });
    const record = await eventually(async () => {
      const found = await stepRecord(stack, { verificationId } as never);
      return found.status !== 'pending' && found.status !== 'running' && found;
    });
    expect(record.status).toBe('reviewNeeded');
    expect(record.step?.checks.map(({ code }) => code)).toContain('location_consistency.impossible_speed');
  });

  test('is not hidden by an attempt that shows the new place and is left before its verdict', async () => {
    const { identityId } = await judged('open', brazilian, saoPaulo);
    const left = await submitFrom('long', brazilian, paris, { identityId });
    const started = `update verifications set started_by = 'backend' where id = $1`; // The backend asked for both.
    await stack.sql.query(started, [left.verificationId]);
    await eventually(async () => (await stack.sql.query(finishedStep, [left.verificationId])).rowCount === 1);
    const cancelled = await stack.api.post('/v2/sdk/session/cancel', { token: left.token });
    expect(cancelled.status).toBe(200);
    const again = await judged('open', brazilian, paris, { identityId });
    expect(again.step?.checks.map(({ code }) => code)).toContain('location_consistency.impossible_speed');
  });

  test('rejects a country that the flow does not allow', async () => {
    const { status, step } = await judged('brazil', brazilian, paris);
    expect(status).toBe('rejected');
    expect(step?.checks[0]).toMatchObject({ outcome: 'failed', code: 'geolocation.country_not_allowed' });
  });

  test('answers coordinates of 91° with its own code', async () => {
    const { answer } = await submitFrom('open', brazilian, { latitude: 91, longitude: 0, accuracyMeters: 5 });
    expect(problemLine(answer)).toBe('400 request.invalid');
    expect(problemOf(answer).errors).toMatchObject([
      { pointer: '/latitude', code: 'location.coordinates_out_of_range' },
    ]);
  });

  test('asks again for a place with an accuracy of 50 km', async () => {
    const { token } = await submitFrom('open', brazilian, { ...saoPaulo, accuracyMeters: 50_000 });
    await eventually(async () => {
      const { body } = await stack.api.get<{ steps: { codes: string[] }[] }>('/v2/sdk/session', { token });
      return body.steps[0]?.codes.includes('geolocation.inaccurate');
    });
  });

  test('asks again if a required location was refused, and sends a refused optional one to review', async () => {
    const { token } = await submitFrom('required', brazilian, { denied: true });
    await eventually(async () => {
      const { body } = await stack.api.get<{ steps: { codes: string[] }[] }>('/v2/sdk/session', { token });
      return body.steps[0]?.codes.includes('geolocation.permission_denied');
    });
    const { status, step } = await judged('open', brazilian, { denied: true });
    expect(status).toBe('reviewNeeded');
    expect(step?.checks[0]).toMatchObject({ outcome: 'warning', code: 'geolocation.not_given' });
  });

  test('never passes an unknown network', async () => {
    const { status, step } = await judged('open', '127.0.0.1', saoPaulo);
    expect(status).toBe('reviewNeeded');
    expect(step?.checks[1]).toMatchObject({ outcome: 'warning', code: 'ip_location.country_unknown' });
  });

  test('stores neither coordinates nor addresses in plain text', async () => {
    await judged('open', brazilian, saoPaulo);
    const { rows: tables } = await stack.sql.query<{ table_name: string }>(
      `select table_name from information_schema.tables where table_schema = 'public'`,
    );
    for (const { table_name: table } of tables) {
      const { rows } = await stack.sql.query<{ row: string }>(`select t::text as row from "${table}" t`);
      const text = rows.map(({ row }) => row).join('\n');
      for (const secret of ['23.5505', '46.6333', brazilian]) {
        expect(text.includes(secret), `${table} holds ${secret}`).toBe(false);
      }
    }
    expect(stack.logLines.join('\n')).not.toMatch(/23\.5505|200\.147\.3\.157/);
  });
});

describe('a location step with databases of cities and of anonymous addresses', () => {
  let informed: Stack;
  let dir: string;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'verify-mmdb-'));
    const [cities, anonymous] = [join(dir, 'city.mmdb'), join(dir, 'anonymous.mmdb')];
    const near = { latitude: -23.6, longitude: -46.7, accuracy_radius: 5 };
    // Manaus: the same country, 2 690 km away.
    const far = { latitude: -3.119, longitude: -60.0217, accuracy_radius: 5 };
    writeMmdbFile(cities, 'GeoIP2-City', {
      '203.0.113.0/25': { country: { iso_code: 'BR' }, location: near },
      '203.0.113.128/25': { country: { iso_code: 'BR' }, location: far },
    });
    writeMmdbFile(anonymous, 'GeoIP2-Anonymous-IP', {
      '203.0.113.2/32': { is_anonymous_vpn: true },
      '203.0.113.3/32': { is_tor_exit_node: true },
      '203.0.113.4/32': { is_hosting_provider: true },
      '203.0.113.5/32': { is_residential_proxy: true },
    });
    informed = await startStack({ env: { TRUSTED_PROXIES: '127.0.0.1', GEOIP_DB: `${cities},${anonymous}` } });
    const location = (config: object) => ({ steps: [{ id: 'location', type: 'location' as const, config }] });
    await informed.client.addFlow('open', location({}));
    await informed.client.addFlow('strict', location({ hiddenNetworks: 'fail' }));
    await informed.client.addFlow('indifferent', location({ hiddenNetworks: 'accept' }));
    await informed.startWorkers({ otp: true });
  });
  afterAll(async () => {
    await informed.close();
    rmSync(dir, { recursive: true, force: true });
  });

  test.each([
    ['an ordinary address nearby', 'open', '203.0.113.1', 'verified', [null, null]],
    ['a VPN', 'open', '203.0.113.2', 'reviewNeeded', ['ip_location.vpn', null]],
    ['a proxy', 'open', '203.0.113.5', 'reviewNeeded', ['ip_location.proxy', null]],
    ['a Tor exit where the flow refuses them', 'strict', '203.0.113.3', 'rejected', ['ip_location.tor', null]],
    ['a hosting provider where the flow does not mind', 'indifferent', '203.0.113.4', 'verified', [null, null]],
    ['a network 2 690 km away', 'open', '203.0.113.200', 'reviewNeeded', [null, 'location_consistency.too_far']],
  ])('judges %s', async (_what, flow, address, verdict, codes) => {
    const { status, step } = await judged(flow, address, saoPaulo, {}, informed);
    expect([status, step?.checks.slice(1).map(({ code }) => code)]).toEqual([verdict, codes]);
    expect(step?.checks[2]?.data?.networkDistanceKm).not.toBeNull();
  });
});

test('the SDK gets every country with its dialling code', async () => {
  const { body } = await stack.api.get<{ data: { country: string; diallingCode: string }[] }>(
    '/v2/sdk/phone-countries',
  );
  expect(body.data).toContainEqual({ country: 'BR', diallingCode: '+55' });
  expect(body.data.length).toBeGreaterThan(230);
});

test('a step that sends no code has no such route', async () => {
  const session = await startSdkSession(stack.api, sessionStart(stack.client.clientId, stack.client.flowOf('open')));
  expect(problemLine(await session.sendCode('location', { email: 'a@example.com' }))).toBe(
    '409 step.route_not_applicable',
  );
  expect(problemLine(await session.checkCode('location', '123456'))).toBe('409 step.route_not_applicable');
});
