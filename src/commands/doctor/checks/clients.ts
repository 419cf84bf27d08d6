import {
  createMmdbNetworkPlaces,
  packagedGeoipFile,
  readBuildTime,
} from '../../../adapters/network/mmdb-network-places.ts';
import { defineCheck, type DoctorCheck } from '../doctor-check.ts';

const dayMs = 86_400_000;
const oldAfterDays = 180;

const retention = defineCheck({
  about: 'retention',
  finds: {
    'retention.off': {
      severity: 'risk',
      next: 'Set how long files and records are kept, on the dashboard’s page Retention or with PATCH /v2/settings.',
    },
  },
  async run({ sql }) {
    const rows = await sql<{ name: string }>(
      `select name from clients where mode = 'live' and suspended_at is null
          and settings->>'mediaRetentionDays' is null and settings->>'dataRetentionDays' is null order by id`,
    );
    return rows.map(({ name }) => ({
      code: 'retention.off',
      says: `The client ${name} keeps people’s files and records for ever.`,
    }));
  },
});

const webhooks = defineCheck({
  about: 'webhook endpoints',
  finds: {
    'webhooks.failing': {
      severity: 'risk',
      next: 'Ask the owner of the endpoint to fix it, then send the events again on the dashboard’s page Webhooks.',
    },
  },
  async run({ sql }) {
    const rows = await sql<{ id: string; name: string; disabled: boolean }>(
      `select e.id, c.name, e.disabled_at is not null as disabled from webhook_endpoints e join clients c on c.id = e.client_id
        where (e.disabled_at is null and e.failing_since < now() - interval '1 hour')
           or e.disabled_reason in ('failing', 'gone') order by e.id`,
    );
    return rows.map(({ id, name, disabled }) => ({
      code: 'webhooks.failing',
      says: `The endpoint ${id} of ${name} ${disabled ? 'failed for so long that it was switched off' : 'has failed for more than an hour'}.`,
    }));
  },
});

const places = defineCheck({
  about: 'places of networks',
  finds: {
    'geoip.unusable': {
      severity: 'fault',
      next: 'Check the files in GEOIP_DB: until then, location checks end as errors.',
    },
    'geoip.old': { severity: 'advice', next: 'Download a newer file for GEOIP_DB, or upgrade the service.' },
  },
  async run({ container: { config }, now }) {
    const files = config.geoip.files.length > 0 ? config.geoip.files : [packagedGeoipFile()];
    try {
      await createMmdbNetworkPlaces(files);
    } catch {
      return [{ code: 'geoip.unusable', says: 'A file of GEOIP_DB cannot be read.' }];
    }
    const found = [];
    for (const file of files) {
      const days = Math.floor((now() - (await readBuildTime(file)).getTime()) / dayMs);
      if (days > oldAfterDays) found.push({ code: 'geoip.old' as const, says: `${file} was made ${days} days ago.` });
    }
    return found;
  },
});

export const clientChecks: readonly DoctorCheck[] = [retention, webhooks, places];
