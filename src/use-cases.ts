import { argon2PasswordHasher } from './adapters/argon2-password-hasher.ts';
import { createOpenidProvider } from './adapters/network/openid-provider.ts';
import { createDnsMailDomains } from './adapters/network/dns-mail-domains.ts';
import { openNetworkPlaces } from './adapters/network/open-network-places.ts';
import { createTargetGuard } from './adapters/network/target-guard.ts';
import { createObjectErasureLedger } from './adapters/objects/object-erasure-ledger.ts';
import type { Container } from './container.ts';
import type { ReportWriter } from './domain/ports/report-writer.ts';
import { createReadAnalytics } from './services/analytics/read-analytics.ts';
import { createApiTokenUseCases } from './services/api-tokens/api-tokens.ts';
import { createListAuditEntries } from './services/audit/list-audit-entries.ts';
import { createCheckAuditPage } from './services/audit/verify-audit.ts';
import { createApiCallers } from './services/clients/find-api-caller.ts';
import { createSettingsUseCases } from './services/clients/settings.ts';
import { createCheckCode } from './services/codes/check-code.ts';
import { createSendCode } from './services/codes/send-code.ts';
import { createTakeDeliveryReport } from './services/codes/take-delivery-report.ts';
import { createConfigurationUseCases } from './services/encryption/configurations.ts';
import { createEraseIdentity } from './services/erasure/erase-identity.ts';
import { createEraseVerification } from './services/erasure/erase-verification.ts';
import { createFlowUseCases } from './services/flows/flows.ts';
import type { StepProviders } from './services/flows/missing-providers.ts';
import { createReadInstalledParts } from './services/flows/read-installed-parts.ts';
import { createHandOverUseCases } from './services/hand-over/hand-over.ts';
import { createOpenHandOver } from './services/hand-over/open-hand-over.ts';
import { createReadGauges } from './services/health/read-gauges.ts';
import { createReadReadiness } from './services/health/read-readiness.ts';
import { createExportIdentity } from './services/identities/export-identity.ts';
import { createIdentityUseCases } from './services/identities/identities.ts';
import { createMediaUseCases } from './services/media/media.ts';
import { createInvitationUseCases } from './services/operators/invitations.ts';
import { createOperatorUseCases } from './services/operators/operators.ts';
import { createPasskeyUseCases } from './services/operators/passkeys.ts';
import { createSelfUseCases } from './services/operators/self.ts';
import { createSignInUseCases } from './services/operators/sign-in.ts';
import { createSingleSignOnUseCases } from './services/operators/single-sign-on.ts';
import { createTotpUseCases } from './services/operators/totp.ts';
import { createPreviewRetention } from './services/retention/preview-retention.ts';
import { createSessionUseCases } from './services/sessions/sessions.ts';
import { createRefuseBusyClient } from './services/starts/refuse-busy-client.ts';
import { createLimitStarts } from './services/starts/limit-starts.ts';
import { createStartSession } from './services/starts/start-session.ts';
import { createStartVerification } from './services/starts/start-verification.ts';
import { createAcceptFile } from './services/steps/accept-file.ts';
import { createDeleteFile } from './services/steps/delete-file.ts';
import { createDrawChallenge } from './services/steps/draw-challenge.ts';
import { createServerInputUseCases } from './services/steps/server-inputs.ts';
import { createFinishRecording } from './services/steps/finish-recording.ts';
import { createSendPrompts } from './services/steps/send-prompts.ts';
import { createSkipStep } from './services/steps/skip-step.ts';
import { createSubmitStep } from './services/steps/submit-step.ts';
import { createTakeChunk } from './services/steps/take-chunk.ts';
import { createWaitForPrompts } from './services/steps/wait-for-prompts.ts';
import { createSimulateVerification } from './services/test-mode/simulate-verification.ts';
import { createTestModeUseCases } from './services/test-mode/test-mode.ts';
import { createActivityUseCases } from './services/verifications/activity.ts';
import { createCancelVerification, createExpireVerifications } from './services/verifications/end-verification.ts';
import { createReadReport } from './services/verifications/read-report.ts';
import { createReviewVerification } from './services/verifications/review-verification.ts';
import { createVerificationUseCases } from './services/verifications/verifications.ts';
import { createDeliveryUseCases } from './services/webhooks/deliveries.ts';
import { createEndpointUseCases } from './services/webhooks/endpoints.ts';
import { createEventUseCases } from './services/webhooks/events.ts';

/** Makes every use case of the API once, by noun; `bindRoutes` passes them to the routes. */
export async function createUseCases(container: Container, startLimits: Parameters<typeof createLimitStarts>[0]) {
  const { config, telemetry } = container;
  const refuseBusyClient = createRefuseBusyClient({ ...container, waitingAtMost: config.clientWaitingJobs });
  const places = await openNetworkPlaces(config.geoip.files, container.log);
  const findCountry = (networkAddress: string) => places?.find(networkAddress).country ?? null;
  const erasure = { ...container, ledger: createObjectErasureLedger(container.objects) };
  const guard = createTargetGuard(config.webhooks);
  const callers = createApiCallers({ ...container, now: Date.now });
  const { openid, passwordsOff, singleSignOn: rules, secondFactorRequired } = config.signIn;
  const provider = openid && createOpenidProvider(openid, container.log);
  const operatorParts = { ...container, ...callers, passwords: argon2PasswordHasher, passwordsOff };
  const media = createMediaUseCases(container);
  const acceptFile = createAcceptFile(container);
  const submitStep = createSubmitStep(container);
  const serverInputs = createServerInputUseCases({ ...container, acceptFile, submitStep });
  const sendPrompts = createSendPrompts(container);
  const providers = providersOf(container);
  const readInstalledParts = createReadInstalledParts({
    providers,
    workers: container.workers,
    antiSpoofingModels: config.models.antiSpoofing.models,
    speech: config.speech.url !== null || config.speech.whisper !== null,
    networks: places?.knows ?? { places: false, hiddenNetworks: false },
    numberLookup: config.sms?.looksUp ?? [],
  });
  const readReadiness = createReadReadiness({ ...container, providers });
  const readGauges = createReadGauges({ ...container, readReadiness });
  return {
    analytics: { readAnalytics: createReadAnalytics(container) },
    apiTokens: {
      findApiCaller: callers.findApiCaller,
      ...createApiTokenUseCases({ ...container, ...callers }),
    },
    auditLog: {
      listAuditEntries: createListAuditEntries(container),
      checkAuditPage: createCheckAuditPage(container),
    },
    deliveryReports: {
      takeDeliveryReport: createTakeDeliveryReport({ ...container, provider: reportingProviderOf(container) }),
    },
    encryptionConfigurations: createConfigurationUseCases(container),
    flows: {
      ...createFlowUseCases({ ...container, readInstalledParts, providers }),
      readInstalledParts,
    },
    handOver: {
      ...createHandOverUseCases({ ...container, findCountry }),
      openHandOver: createOpenHandOver(container),
      takeBack: createOpenHandOver(container, 'watch'),
    },
    identities: {
      ...createIdentityUseCases(container),
      eraseIdentity: createEraseIdentity(erasure),
      exportIdentity: createExportIdentity({ ...container, readMediaOfClient: media.readMediaOfClient }),
    },
    media,
    operators: {
      ...createSignInUseCases(operatorParts),
      ...createInvitationUseCases(operatorParts),
      ...createSelfUseCases(operatorParts),
      ...createTotpUseCases(operatorParts),
      ...createPasskeyUseCases(operatorParts),
      ...createSingleSignOnUseCases({ ...operatorParts, provider, rules, secondFactorRequired }),
      ...createOperatorUseCases(operatorParts),
    },
    service: { readReadiness, readGauges, renderMetrics: async () => telemetry.render(await readGauges()) },
    sessions: {
      startSession: createStartSession({
        ...container,
        refuseBusyClient,
        limitStarts: createLimitStarts(startLimits),
        providers,
      }),
      ...createSessionUseCases({ ...container, findCountry }),
      cancelVerification: createCancelVerification(container),
    },
    settings: { ...createSettingsUseCases(container), previewRetention: createPreviewRetention(container) },
    steps: {
      acceptFile,
      deleteFile: createDeleteFile(container),
      drawChallenge: createDrawChallenge({
        ...container,
        sources: { random: container.randomBelow, providers: container.livenessProviders },
      }),
      takeChunk: createTakeChunk({ ...container, sendPrompts }),
      waitForPrompts: createWaitForPrompts({ ...container, sendPrompts }),
      finishRecording: createFinishRecording({ ...container, acceptFile }),
      submitStep,
      skipStep: createSkipStep(container),
      sendCode: createSendCode({
        ...container,
        mailDomains: createDnsMailDomains(config.dns),
        providers,
        limits: config.codeLimits,
      }),
      checkCode: createCheckCode({
        ...container,
        approvedChannels: config.sms?.approvesCodes === true ? ['sms'] : [],
      }),
    },
    testMode: {
      simulateVerification: createSimulateVerification(container),
      ...createTestModeUseCases({ ...container, expireVerifications: createExpireVerifications(container) }),
    },
    verifications: {
      ...createVerificationUseCases(container),
      ...createActivityUseCases(container),
      startVerification: createStartVerification({ ...container, refuseBusyClient, providers }),
      readReport: createReadReport({ ...container, reportWriter }),
      reviewVerification: createReviewVerification(container),
      eraseVerification: createEraseVerification(erasure),
      ...serverInputs,
    },
    webhooks: {
      ...createEndpointUseCases({ ...container, guard }),
      ...createDeliveryUseCases(container),
      ...createEventUseCases(container),
    },
  };
}

/** Whether an account is configured with each outside provider that steps need. */
function providersOf({ config }: Container): StepProviders {
  return { sms: config.sms !== null, email: config.email !== null, awsLiveness: config.aws !== null };
}

/** Null if no configured provider reports deliveries. */
function reportingProviderOf({ config: { sms, http } }: Container) {
  if (sms?.createReports == null || http.publicUrl === null) return null;
  return { name: sms.provider, reports: sms.createReports({ publicUrl: http.publicUrl }) };
}

/** Loaded with the first report: most processes never write one, and the library takes 10 MB. */
const reportWriter: ReportWriter = {
  async write(report) {
    const { createPdfReportWriter } = await import('./adapters/pdf-report-writer.ts');
    return createPdfReportWriter().write(report);
  },
};
