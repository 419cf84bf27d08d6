import type { Container } from '../container.ts';
import type { ReportWriter } from '../domain/ports/report-writer.ts';
import type { BoundRoute } from '../http/bound-route.ts';
import { bindGetIdentity } from '../http/routes/identities/get-identity.ts';
import { bindListIdentities } from '../http/routes/identities/list-identities.ts';
import { bindUpdateIdentity } from '../http/routes/identities/update-identity.ts';
import { bindCreateMediaLink } from '../http/routes/media/create-media-link.ts';
import { bindGetMedia } from '../http/routes/media/get-media.ts';
import { bindAddInput } from '../http/routes/verifications/add-input.ts';
import { bindGetReport } from '../http/routes/verifications/get-report.ts';
import { bindGetVerification } from '../http/routes/verifications/get-verification.ts';
import { bindListVerifications } from '../http/routes/verifications/list-verifications.ts';
import { bindReviewVerification } from '../http/routes/verifications/review-verification.ts';
import { bindStartVerification } from '../http/routes/verifications/start-verification.ts';
import { bindSubmitInput } from '../http/routes/verifications/submit-input.ts';
import { bindUpdateVerification } from '../http/routes/verifications/update-verification.ts';
import { createAcceptFile } from '../services/steps/accept-file.ts';
import { createListIdentities } from '../services/identities/list-identities.ts';
import { createTagIdentity } from '../services/identities/tag-identity.ts';
import { createReadIdentity } from '../services/identities/read-identity.ts';
import { createReadMedia } from '../services/media/read-media.ts';
import { createReadVerification } from '../services/verifications/read-verification.ts';
import type { HandOverJobs } from '../services/jobs/relay-outbox.ts';
import { createSignMediaLink } from '../services/media/sign-media-link.ts';
import { createStartVerification } from '../services/starts/start-verification.ts';
import { createSubmitStep } from '../services/steps/submit-step.ts';
import { createGiveInputs } from '../services/steps/give-inputs.ts';
import { createListVerifications } from '../services/verifications/list-verifications.ts';
import { createReadReport } from '../services/verifications/read-report.ts';
import { createReviewVerification } from '../services/verifications/review-verification.ts';
import { createTagVerification } from '../services/verifications/tag-verification.ts';

/** People, their attempts and their files, as the host's backend and its operators see them. */
export function bindRecordRoutes(container: Container, handOverJobs: HandOverJobs): BoundRoute[] {
  const withJobs = { ...container, handOverJobs };
  const readIdentity = createReadIdentity(container);
  const giveInputs = createGiveInputs({
    ...container,
    acceptFile: createAcceptFile(withJobs),
    submitStep: createSubmitStep(withJobs),
  });
  return [
    bindGetIdentity(readIdentity),
    bindListIdentities(createListIdentities(container)),
    bindUpdateIdentity(createTagIdentity(container), readIdentity),
    bindGetVerification(createReadVerification(container)),
    bindListVerifications(createListVerifications(container)),
    bindStartVerification(createStartVerification(container), container.config.http),
    bindGetReport(createReadReport({ ...container, reportWriter })),
    bindReviewVerification(createReviewVerification(withJobs)),
    bindAddInput(giveInputs),
    bindSubmitInput(giveInputs),
    bindUpdateVerification(createTagVerification(container)),
    bindCreateMediaLink(createSignMediaLink(container)),
    bindGetMedia(createReadMedia(container)),
  ];
}

/** Loaded with the first report: most processes never write one, and what draws it takes 10 MB. */
const reportWriter: ReportWriter = {
  async write(report) {
    const { createPdfReportWriter } = await import('../adapters/pdf-report-writer.ts');
    return createPdfReportWriter().write(report);
  },
};
