import { argon2PasswordHasher } from './adapters/argon2-password-hasher.ts';
import { createDnsMailDomains } from './adapters/network/dns-mail-domains.ts';
import { openNetworkPlaces } from './adapters/network/open-network-places.ts';
import { createTargetGuard } from './adapters/network/target-guard.ts';
import { createObjectErasureLedger } from './adapters/objects/object-erasure-ledger.ts';
import { createTwilioReportSignatures } from './adapters/twilio/twilio-report-signatures.ts';
import type { Container } from './container.ts';
import type { ContactChannel } from './domain/codes/contact.ts';
import type { ReportWriter } from './domain/ports/report-writer.ts';
import { createReadAnalytics } from './services/analytics/read-analytics.ts';
import {
  createCreateApiToken,
  createListApiTokens,
  createRevokeApiToken,
  createRotateApiToken,
} from './services/api-tokens/api-tokens.ts';
import { createListAuditEntries } from './services/audit/list-audit-entries.ts';
import { createVerifyAudit } from './services/audit/verify-audit.ts';
import { createReadIpRules, createSetIpRules } from './services/clients/ip-rules.ts';
import { createReadSettings, createUpdateSettings } from './services/clients/settings.ts';
import { createCheckCode } from './services/codes/check-code.ts';
import { createSendCode } from './services/codes/send-code.ts';
import { createTakeDeliveryReport } from './services/codes/take-delivery-report.ts';
import { createCreateConfiguration } from './services/encryption/create-configuration.ts';
import { createDeleteConfiguration } from './services/encryption/delete-configuration.ts';
import { createListConfigurations, createReadConfiguration } from './services/encryption/read-configurations.ts';
import { createEraseIdentity } from './services/erasure/erase-identity.ts';
import { createEraseVerification } from './services/erasure/erase-verification.ts';
import {
  createCheckFlow,
  createCompareFlowVersions,
  createListFlowVersions,
  createListFlows,
  createReadFlow,
  createReadFlowVersion,
} from './services/flows/read-flows.ts';
import { createReadInstalledParts } from './services/flows/read-installed-parts.ts';
import {
  createCreateFlow,
  createDeleteFlow,
  createPublishFlow,
  createUpdateFlow,
} from './services/flows/write-flow.ts';
import { createCreateHandOver } from './services/hand-over/create-hand-over.ts';
import { createOpenHandOver } from './services/hand-over/open-hand-over.ts';
import { createPreviewHandOver } from './services/hand-over/preview-hand-over.ts';
import { createReadGauges } from './services/health/read-gauges.ts';
import { createReadReadiness } from './services/health/read-readiness.ts';
import { createExportIdentity } from './services/identities/export-identity.ts';
import { createListIdentities } from './services/identities/list-identities.ts';
import { createReadIdentity } from './services/identities/read-identity.ts';
import { createTagIdentity } from './services/identities/tag-identity.ts';
import { createHandOverJobs } from './services/jobs/relay-outbox.ts';
import { createReadMedia } from './services/media/read-media.ts';
import { createSignMediaLink } from './services/media/sign-media-link.ts';
import {
  createAcceptInvitation,
  createCreateInvitation,
  createListInvitations,
  createWithdrawInvitation,
} from './services/operators/invitations.ts';
import { createListClients } from './services/operators/list-clients.ts';
import {
  createListOperators,
  createRemoveOperator,
  createUpdateOperator,
} from './services/operators/manage-operators.ts';
import { createReadSelf } from './services/operators/read-self.ts';
import { createSetUp } from './services/operators/set-up.ts';
import { createSignIn } from './services/operators/sign-in.ts';
import { createSignOut } from './services/operators/sign-out.ts';
import { createConfirmTotp, createEnrolTotp, createRemoveTotp } from './services/operators/totp.ts';
import { createUpdateSelf } from './services/operators/update-self.ts';
import { createPreviewRetention } from './services/retention/preview-retention.ts';
import { createReadSession } from './services/sessions/read-session.ts';
import { createRecordConsent } from './services/sessions/record-consent.ts';
import { createReportEvents } from './services/sessions/report-events.ts';
import { createStartSession } from './services/starts/start-session.ts';
import { createStartVerification } from './services/starts/start-verification.ts';
import { createAcceptFile } from './services/steps/accept-file.ts';
import { createDeleteFile } from './services/steps/delete-file.ts';
import { createDrawChallenge } from './services/steps/draw-challenge.ts';
import { createGiveInputs } from './services/steps/give-inputs.ts';
import { createPromptOverSocket } from './services/steps/prompt-over-socket.ts';
import { createSkipStep } from './services/steps/skip-step.ts';
import { createSubmitStep } from './services/steps/submit-step.ts';
import { createListTestMessages } from './services/test-mode/list-test-messages.ts';
import { createMoveTestClock, createReadTestClock } from './services/test-mode/move-test-clock.ts';
import { createSimulateVerification } from './services/test-mode/simulate-verification.ts';
import { createCancelVerification, createExpireVerifications } from './services/verifications/end-verification.ts';
import { createListVerifications } from './services/verifications/list-verifications.ts';
import { createReadReport } from './services/verifications/read-report.ts';
import { createReadVerification } from './services/verifications/read-verification.ts';
import { createReviewVerification } from './services/verifications/review-verification.ts';
import { createTagVerification } from './services/verifications/tag-verification.ts';
import { createCreateEndpoint } from './services/webhooks/create-endpoint.ts';
import { createDeleteEndpoint } from './services/webhooks/delete-endpoint.ts';
import { createListDeliveries } from './services/webhooks/list-deliveries.ts';
import { createListEndpoints } from './services/webhooks/list-endpoints.ts';
import { createListEvents } from './services/webhooks/list-events.ts';
import { createReadEndpoint } from './services/webhooks/read-endpoint.ts';
import { createReadEvent } from './services/webhooks/read-event.ts';
import { createRedeliverFailed } from './services/webhooks/redeliver-failed.ts';
import { createRedeliver } from './services/webhooks/redeliver.ts';
import { createRotateSecret } from './services/webhooks/rotate-secret.ts';
import { createSendTestEvent } from './services/webhooks/send-test-event.ts';
import { createUpdateEndpoint } from './services/webhooks/update-endpoint.ts';

/** Makes every use case of the API once, by noun: what `bindRoutes` hands to the routes. */
export async function createUseCases(container: Container) {
  const { config, telemetry } = container;
  const handOverJobs = createHandOverJobs(container);
  const withJobs = { ...container, handOverJobs };
  const places = await openNetworkPlaces(config.geoip.files, container.log);
  const findCountry = (networkAddress: string) => places?.find(networkAddress).country ?? null;
  const erasure = { ...withJobs, ledger: createObjectErasureLedger(container.objects) };
  const guard = createTargetGuard(config.webhooks);
  const operatorParts = { ...container, passwords: argon2PasswordHasher };
  const media = createReadMedia(container);
  const acceptFile = createAcceptFile(withJobs);
  const submitStep = createSubmitStep(withJobs);
  const giveInputs = createGiveInputs({ ...container, acceptFile, submitStep });
  const readInstalledParts = createReadInstalledParts({
    workers: container.workers,
    antiSpoofingModels: config.models.antiSpoofing.models,
    speech: config.speech.url !== null || config.speech.whisper !== null,
  });
  const providers = providersOf(container);
  const readReadiness = createReadReadiness({ ...container, providers });
  const readGauges = createReadGauges({ ...container, readReadiness });
  return {
    account: {
      listApiTokens: createListApiTokens(container),
      createApiToken: createCreateApiToken(container),
      rotateApiToken: createRotateApiToken(container),
      revokeApiToken: createRevokeApiToken(container),
      listAuditEntries: createListAuditEntries(container),
      verifyAudit: createVerifyAudit(container),
      createConfiguration: createCreateConfiguration(container),
      listConfigurations: createListConfigurations(container),
      readConfiguration: createReadConfiguration(container),
      deleteConfiguration: createDeleteConfiguration(container),
      readIpRules: createReadIpRules(container),
      setIpRules: createSetIpRules(container),
      previewRetention: createPreviewRetention(container),
      readSettings: createReadSettings(container),
      updateSettings: createUpdateSettings(container),
    },
    analytics: { readAnalytics: createReadAnalytics(container) },
    codes: {
      takeDeliveryReport: createTakeDeliveryReport({ ...container, signatures: reportSignaturesOf(container) }),
    },
    flows: {
      listFlows: createListFlows(container),
      readFlow: createReadFlow(container),
      checkFlow: createCheckFlow({ readInstalledParts }),
      createFlow: createCreateFlow(container),
      updateFlow: createUpdateFlow(container),
      publishFlow: createPublishFlow(container),
      deleteFlow: createDeleteFlow(container),
      listFlowVersions: createListFlowVersions(container),
      readFlowVersion: createReadFlowVersion(container),
      compareFlowVersions: createCompareFlowVersions(container),
      readInstalledParts,
    },
    handOver: {
      createHandOver: createCreateHandOver(container),
      openHandOver: createOpenHandOver(container),
      previewHandOver: createPreviewHandOver({ ...container, findCountry }),
    },
    identities: {
      readIdentity: createReadIdentity(container),
      listIdentities: createListIdentities(container),
      tagIdentity: createTagIdentity(container),
      eraseIdentity: createEraseIdentity(erasure),
      exportIdentity: createExportIdentity({ ...container, readMedia: media.readMedia }),
    },
    media: { ...media, signMediaLink: createSignMediaLink(container) },
    operators: {
      setUp: createSetUp(operatorParts),
      signIn: createSignIn(operatorParts),
      signOut: createSignOut(operatorParts),
      acceptInvitation: createAcceptInvitation(operatorParts),
      readSelf: createReadSelf(operatorParts),
      updateSelf: createUpdateSelf(operatorParts),
      enrolTotp: createEnrolTotp(operatorParts),
      confirmTotp: createConfirmTotp(operatorParts),
      removeTotp: createRemoveTotp(operatorParts),
      listOperators: createListOperators(operatorParts),
      updateOperator: createUpdateOperator(operatorParts),
      removeOperator: createRemoveOperator(operatorParts),
      listInvitations: createListInvitations(operatorParts),
      createInvitation: createCreateInvitation(operatorParts),
      withdrawInvitation: createWithdrawInvitation(operatorParts),
      listClients: createListClients(operatorParts),
    },
    service: { readReadiness, readGauges, renderMetrics: async () => telemetry.render(await readGauges()) },
    sessions: {
      startSession: createStartSession(container),
      readSession: createReadSession(container),
      recordConsent: createRecordConsent(container),
      reportEvents: createReportEvents({ ...container, findCountry }),
      cancelVerification: createCancelVerification(container),
    },
    steps: {
      acceptFile,
      deleteFile: createDeleteFile(container),
      drawChallenge: createDrawChallenge({
        ...container,
        sources: { random: container.randomBelow, providers: container.livenessProviders },
        promptOverSocket: createPromptOverSocket(container),
      }),
      submitStep,
      skipStep: createSkipStep(withJobs),
      sendCode: createSendCode({
        ...withJobs,
        mailDomains: createDnsMailDomains(config.dns),
        providers,
        limits: config.codeLimits,
      }),
      checkCode: createCheckCode({
        ...withJobs,
        approvedChannels: config.sms?.verifyServiceSid == null ? [] : ['sms'],
      }),
    },
    testMode: {
      simulateVerification: createSimulateVerification(withJobs),
      readTestClock: createReadTestClock(container),
      moveTestClock: createMoveTestClock({
        ...container,
        expireVerifications: createExpireVerifications(container),
      }),
      listTestMessages: createListTestMessages(container),
    },
    verifications: {
      readVerification: createReadVerification(container),
      listVerifications: createListVerifications(container),
      startVerification: createStartVerification(container),
      readReport: createReadReport({ ...container, reportWriter }),
      reviewVerification: createReviewVerification(withJobs),
      tagVerification: createTagVerification(container),
      eraseVerification: createEraseVerification(erasure),
      ...giveInputs,
    },
    webhooks: {
      createEndpoint: createCreateEndpoint({ ...container, guard }),
      updateEndpoint: createUpdateEndpoint({ ...container, guard }),
      redeliverFailed: createRedeliverFailed(withJobs),
      listEndpoints: createListEndpoints(container),
      readEndpoint: createReadEndpoint(container),
      deleteEndpoint: createDeleteEndpoint(container),
      rotateSecret: createRotateSecret(container),
      sendTestEvent: createSendTestEvent(withJobs),
      listEvents: createListEvents(container),
      readEvent: createReadEvent(container),
      listDeliveries: createListDeliveries(container),
      redeliver: createRedeliver(withJobs),
    },
  };
}

/** Whether messages of each kind can be sent. */
function providersOf({ config }: Container): Readonly<Record<ContactChannel, boolean>> {
  return { sms: config.sms !== null, email: config.email !== null };
}

function reportSignaturesOf({ config: { sms, http } }: Container) {
  if (sms === null || http.publicUrl === null) return null;
  return createTwilioReportSignatures({ authToken: sms.authToken, publicUrl: http.publicUrl });
}

/** Loaded with the first report: most processes never write one, and what draws it takes 10 MB. */
const reportWriter: ReportWriter = {
  async write(report) {
    const { createPdfReportWriter } = await import('./adapters/pdf-report-writer.ts');
    return createPdfReportWriter().write(report);
  },
};
