import {
  checkAuditLogRoute,
  createApiTokenRoute,
  createEncryptionConfigurationRoute,
  deleteEncryptionConfigurationRoute,
  getEncryptionConfigurationRoute,
  getIpRulesRoute,
  getSettingsRoute,
  listApiTokensRoute,
  listAuditEntriesRoute,
  listEncryptionConfigurationsRoute,
  previewRetentionRoute,
  revokeApiTokenRoute,
  rotateApiTokenRoute,
  setIpRulesRoute,
  updateSettingsRoute,
} from '../../contract/routes/account.ts';
import type { EncryptionConfiguration } from '../../domain/encryption/encryption-configuration.ts';
import { scopes } from '../../domain/operators/scope.ts';
import type { ApiTokenUseCases, CreatedApiToken, NamedApiToken } from '../../services/api-tokens/api-tokens.ts';
import type { createListAuditEntries } from '../../services/audit/list-audit-entries.ts';
import type { AuditPage, CheckAuditPage } from '../../services/audit/verify-audit.ts';
import type { SettingsUseCases } from '../../services/clients/settings.ts';
import { type ConfigurationUseCases, configurationRecordOf } from '../../services/encryption/configurations.ts';
import type { createPreviewRetention } from '../../services/retention/preview-retention.ts';
import { bindRoute, respond, type BoundRoute } from '../bound-route.ts';

export interface AccountRouteUseCases extends ApiTokenUseCases, ConfigurationUseCases, SettingsUseCases {
  listAuditEntries: ReturnType<typeof createListAuditEntries>;
  checkAuditPage: CheckAuditPage;
  previewRetention: ReturnType<typeof createPreviewRetention>;
}

/** A client's settings, tokens, keys and audit log. */
export function accountRoutes(account: AccountRouteUseCases): BoundRoute[] {
  return [
    bindRoute(listApiTokensRoute, async ({ caller, input: { query } }) => {
      const { data, nextCursor } = await account.listApiTokens(caller, query);
      return respond(200, { data: data.map(tokenRecordOf), nextCursor });
    }),

    bindRoute(createApiTokenRoute, async ({ caller, input: { body }, effect }) =>
      createdAnswer(await account.createApiToken(caller, body, effect.answering(createdAnswer))),
    ),

    bindRoute(rotateApiTokenRoute, async ({ caller, input: { params, body }, effect }) =>
      createdAnswer(await account.rotateApiToken(caller, params.tokenId, body, effect.answering(createdAnswer))),
    ),

    bindRoute(revokeApiTokenRoute, async ({ caller, input: { params } }) => {
      await account.revokeApiToken(caller, params.tokenId);
      return respond(204);
    }),

    bindRoute(listAuditEntriesRoute, async ({ caller, input: { query } }) =>
      respond(200, await account.listAuditEntries(caller, query)),
    ),

    bindRoute(checkAuditLogRoute, async ({ caller, input: { query } }) => {
      const since = query.since === undefined ? undefined : new Date(query.since);
      return respond(200, integrityOf(await account.checkAuditPage(caller.clientId, { since, after: query.after })));
    }),

    bindRoute(createEncryptionConfigurationRoute, async ({ caller, input: { body }, effect }) => {
      const answerOf = (configuration: EncryptionConfiguration) => respond(201, configurationRecordOf(configuration));
      return answerOf(await account.createConfiguration(caller, body, effect.answering(answerOf)));
    }),

    bindRoute(listEncryptionConfigurationsRoute, async ({ caller, input: { query } }) => {
      const { data, nextCursor } = await account.listConfigurations(caller, query);
      return respond(200, { data: data.map(configurationRecordOf), nextCursor });
    }),

    bindRoute(getEncryptionConfigurationRoute, async ({ caller, input: { params } }) =>
      respond(200, configurationRecordOf(await account.readConfiguration(caller, params.configurationId))),
    ),

    bindRoute(deleteEncryptionConfigurationRoute, async ({ caller, input: { params } }) => {
      await account.deleteConfiguration(caller, params.configurationId);
      return respond(204);
    }),

    bindRoute(getIpRulesRoute, async ({ caller }) => respond(200, await account.readIpRules(caller))),

    bindRoute(setIpRulesRoute, async ({ caller, input: { body } }) =>
      respond(200, await account.setIpRules(caller, body)),
    ),

    bindRoute(previewRetentionRoute, async ({ caller, input: { query } }) =>
      respond(200, await account.previewRetention(caller, query)),
    ),

    bindRoute(getSettingsRoute, async ({ caller }) => respond(200, await account.readSettings(caller))),

    bindRoute(updateSettingsRoute, async ({ caller, input: { body } }) =>
      respond(200, await account.updateSettings(caller, body)),
    ),
  ];
}

function integrityOf({ from, entries, total, broken, checkpoint, anchor, next }: AuditPage) {
  return {
    // Not before the last page: what was not checked is not known to be in order.
    intact: broken !== null ? false : next === null ? true : null,
    ...{ from, entries, total },
    brokenAt: broken?.entryId ?? null,
    fault: broken?.fault ?? null,
    checkpointEntries: checkpoint?.entries ?? null,
    checkpointAt: checkpoint?.at.toISOString() ?? null,
    anchoredEntries: anchor?.entries ?? null,
    anchoredAt: anchor?.at.toISOString() ?? null,
    nextCursor: next,
  };
}

function createdAnswer({ apiToken, token }: CreatedApiToken) {
  return respond(201, { ...tokenRecordOf(apiToken), token });
}

function tokenRecordOf({ createdAt, expiresAt, revokedAt, lastUsedAt, ...token }: NamedApiToken) {
  return {
    ...token,
    scopes: scopes.filter((scope) => token.scopes.includes(scope)),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
