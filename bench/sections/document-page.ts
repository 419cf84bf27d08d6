import { readModelCatalogue } from '../../src/adapters/model-catalogue.ts';
import { createDocumentInspector } from '../../src/adapters/native/document-inspector.ts';
import { createModelStore } from '../../src/adapters/native/model-store.ts';
import { createSdkClient } from '../../src/commands/sdk-client.ts';
import { drawPassport } from '../../src/specimens/draw-passport.ts';
import { residentMb } from '../resident-memory.ts';
import { quantile, type Row, type Section } from '../section.ts';

const pages = 20;
const barOverhead = 1.3;
const barMemoryMb = 900;

interface Share {
  uploaded: number;
  submitted: number;
  page: number;
  /** Of the page's own reading. */
  recognisers: number;
  /** Of the quick look at the upload, measured on the same picture when nothing else runs. */
  quickLook: number;
}

/** Passport pages through the whole service, against the recognisers' own run times on the same pages. */
export const documentPage: Section = {
  name: 'document-page',
  title: 'Document page',
  async measure(stack, say) {
    await stack.startWorker('quality', 'maintenance');
    const worker = await stack.startWorker('document');
    const client = createSdkClient(stack.apiUrl);
    const inspector = await createDocumentInspector(createModelStore({ catalogue: readModelCatalogue() }));
    const shares: Share[] = [];
    let peakMb = 0;
    for (let seed = 1; seed <= pages; seed += 1) {
      const { jpeg } = await drawPassport({ seed });
      const session = await client.start(stack.demo.clientId, stack.demo.flows['document-only']);
      const uploadedAt = performance.now();
      await client.upload(session.sessionToken, 'document', { kind: 'document-front', bytes: jpeg });
      const submittedAt = performance.now();
      await client.submit(session.sessionToken, 'document', { documentType: 'passport' });
      await client.follow(session.sessionToken, (message) => message.type === 'verification.finished');
      const endedAt = performance.now();
      const [uploaded, submitted] = [endedAt - uploadedAt, endedAt - submittedAt];
      const timings = await readTimings(stack, session.verificationId);
      const quickLook = (await inspector.inspect(jpeg)).recogniserMs;
      shares.push({ uploaded, submitted, page: timings.totalMs, recognisers: timings.recogniserMs, quickLook });
      peakMb = Math.max(peakMb, residentMb(worker.pid));
      say(`page ${seed} of ${pages}: ${submitted.toFixed(0)} ms, recognisers ${timings.recogniserMs.toFixed(0)} ms`);
    }
    const median = (of: (share: Share) => number) => quantile(shares.map(of), 0.5);
    const row = (what: string, of: (share: Share) => number, runs = (share: Share) => share.recognisers): Row => {
      const overhead = median((share) => of(share) / runs(share));
      const beside = median((share) => of(share) - runs(share));
      return {
        what,
        measured: `median ${median(of).toFixed(0)} ms, ${beside.toFixed(0)} ms beside`,
        against: `recognisers ${median(runs).toFixed(0)} ms`,
        ratio: `${overhead.toFixed(2)} ×`,
        bar: '≤ 1.3 ×',
        met: overhead <= barOverhead,
        samples: `${pages} drawn pages`,
      };
    };
    return [
      row('passport page, read by the worker', (share) => share.page),
      row('passport page, submit to stored verdict', (share) => share.submitted),
      row(
        'passport page, start of the upload to stored verdict (the quick look is a run, too)',
        (share) => share.uploaded,
        (share) => share.recognisers + share.quickLook,
      ),
      {
        what: 'document worker, resident memory',
        measured: `${peakMb.toFixed(0)} MB`,
        against: '–',
        ratio: '–',
        bar: `< ${barMemoryMb} MB`,
        met: peakMb < barMemoryMb,
        samples: `highest of ${pages} looks, one after each page`,
      },
    ];
  },
};

async function readTimings(
  { container: { db } }: Parameters<Section['measure']>[0],
  verificationId: string,
): Promise<{ totalMs: number; recogniserMs: number }> {
  const [run] = await db.stepRuns.list(verificationId);
  if (run === undefined) throw new Error('the verification has no step');
  const { result } = await db.stepRuns.getAttempt(run.id, run.attempt);
  const stored = result as { result: { pages: { reading: { totalMs: number; recogniserMs: number } | null }[] } };
  const reading = stored.result.pages[0]?.reading;
  if (!reading) throw new Error('the page was not read');
  return reading;
}
