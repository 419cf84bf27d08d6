import { getSettingsRoute, updateSettingsRoute } from '../../../contract/routes/account.ts';
import type { createReadSettings, createUpdateSettings } from '../../../services/clients/settings.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindGetSettings(readSettings: ReturnType<typeof createReadSettings>) {
  return bindRoute(getSettingsRoute, async ({ caller }) => respond(200, await readSettings(caller)));
}

export function bindUpdateSettings(updateSettings: ReturnType<typeof createUpdateSettings>) {
  return bindRoute(updateSettingsRoute, async ({ caller, input: { body } }) =>
    respond(200, await updateSettings(caller, body)),
  );
}
