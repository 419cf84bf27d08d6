import { createDnsMailDomains } from '../adapters/network/dns-mail-domains.ts';
import { createTwilioReportSignatures } from '../adapters/twilio/twilio-report-signatures.ts';
import type { Container } from '../container.ts';
import type { ContactChannel } from '../domain/codes/contact.ts';
import type { BoundRoute } from '../http/bound-route.ts';
import { bindGetIpRules, bindSetIpRules } from '../http/routes/account/ip-rules.ts';
import { boundListPhoneCountries } from '../http/routes/catalogues/list-phone-countries.ts';
import { bindReportTwilioDelivery } from '../http/routes/providers/report-twilio-delivery.ts';
import { bindCheckCode } from '../http/routes/sdk/check-code.ts';
import { bindSendCode } from '../http/routes/sdk/send-code.ts';
import { bindSkipStep } from '../http/routes/sdk/skip-step.ts';
import { bindListTestMessages } from '../http/routes/test-mode/list-test-messages.ts';
import { createCheckCode } from '../services/codes/check-code.ts';
import { createReadIpRules, createSetIpRules } from '../services/clients/ip-rules.ts';
import { createListTestMessages } from '../services/test-mode/list-test-messages.ts';
import type { HandOverJobs } from '../services/jobs/relay-outbox.ts';
import { createSendCode } from '../services/codes/send-code.ts';
import { createSkipStep } from '../services/steps/skip-step.ts';
import { createTakeDeliveryReport } from '../services/codes/take-delivery-report.ts';

/** Codes for phones and e-mail addresses, and the rules for network addresses. */
export function bindContactRoutes(container: Container, handOverJobs: HandOverJobs): BoundRoute[] {
  const { sms, http, dns, codeLimits: limits } = container.config;
  const withJobs = { ...container, handOverJobs };
  const { publicUrl } = http;
  const signatures =
    sms !== null && publicUrl !== null ? createTwilioReportSignatures({ authToken: sms.authToken, publicUrl }) : null;
  const providers = providersOf(container);
  return [
    bindSendCode(createSendCode({ ...withJobs, mailDomains: createDnsMailDomains(dns), providers, limits })),
    bindCheckCode(createCheckCode({ ...withJobs, approvedChannels: sms?.verifyServiceSid == null ? [] : ['sms'] })),
    bindSkipStep(createSkipStep(withJobs)),
    bindReportTwilioDelivery(createTakeDeliveryReport({ ...container, signatures })),
    bindListTestMessages(createListTestMessages(container)),
    boundListPhoneCountries,
    bindGetIpRules(createReadIpRules(container)),
    bindSetIpRules(createSetIpRules(container)),
  ];
}

/** Whether messages of each kind can be sent. */
export function providersOf({ config }: Container): Readonly<Record<ContactChannel, boolean>> {
  return { sms: config.sms !== null, email: config.email !== null };
}
