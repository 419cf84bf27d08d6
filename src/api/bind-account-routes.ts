import type { Container } from '../container.ts';
import type { BoundRoute } from '../http/bound-route.ts';
import {
  bindCreateApiToken,
  bindListApiTokens,
  bindRevokeApiToken,
  bindRotateApiToken,
} from '../http/routes/account/api-tokens.ts';
import { bindGetSettings, bindUpdateSettings } from '../http/routes/account/settings.ts';
import {
  createCreateApiToken,
  createListApiTokens,
  createRevokeApiToken,
  createRotateApiToken,
} from '../services/api-tokens/api-tokens.ts';
import { createReadSettings, createUpdateSettings } from '../services/clients/settings.ts';

/** API tokens and settings of a client. */
export function bindAccountRoutes(container: Container): BoundRoute[] {
  return [
    bindListApiTokens(createListApiTokens(container)),
    bindCreateApiToken(createCreateApiToken(container)),
    bindRotateApiToken(createRotateApiToken(container)),
    bindRevokeApiToken(createRevokeApiToken(container)),
    bindGetSettings(createReadSettings(container)),
    bindUpdateSettings(createUpdateSettings(container)),
  ];
}
