import {
  getIpRulesRoute,
  getSettingsRoute,
  previewRetentionRoute,
  setIpRulesRoute,
  updateSettingsRoute,
} from '../../contract/routes/settings.ts';
import type { SettingsUseCases } from '../../services/clients/settings.ts';
import type { createPreviewRetention } from '../../services/retention/preview-retention.ts';
import { bindRoute, respond, type BoundRoute } from '../bound-route.ts';

export interface SettingsRouteUseCases extends SettingsUseCases {
  previewRetention: ReturnType<typeof createPreviewRetention>;
}

/** A client's settings, IP rules and retention. */
export function settingsRoutes(settings: SettingsRouteUseCases): BoundRoute[] {
  return [
    bindRoute(getIpRulesRoute, async ({ caller }) => respond(200, await settings.readIpRules(caller))),

    bindRoute(setIpRulesRoute, async ({ caller, input: { body } }) =>
      respond(200, await settings.setIpRules(caller, body)),
    ),

    bindRoute(previewRetentionRoute, async ({ caller, input: { query } }) =>
      respond(200, await settings.previewRetention(caller, query)),
    ),

    bindRoute(getSettingsRoute, async ({ caller }) => respond(200, await settings.readSettings(caller))),

    bindRoute(updateSettingsRoute, async ({ caller, input: { body } }) =>
      respond(200, await settings.updateSettings(caller, body)),
    ),
  ];
}
