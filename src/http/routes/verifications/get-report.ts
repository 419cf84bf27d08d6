import { getReportRoute } from '../../../contract/routes/verifications.ts';
import type { createReadReport } from '../../../services/verifications/read-report.ts';
import { bindRoute } from '../../bound-route.ts';

export function bindGetReport(readReport: ReturnType<typeof createReadReport>) {
  return bindRoute(getReportRoute, async ({ caller, input: { params } }) => ({
    status: 200 as const,
    body: await readReport(caller, params.verificationId),
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${params.verificationId}.pdf"`,
      'cache-control': 'private, no-store',
    },
  }));
}
