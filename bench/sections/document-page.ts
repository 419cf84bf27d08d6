import { setTimeout as delay } from 'node:timers/promises';
import { createSdkClient } from '../../src/commands/sdk-client.ts';
import { drawPassport } from '../../specimens/documents/draw-passport.ts';
import { openRecognisersAlone } from '../recognisers-alone.ts';
import { peakMb } from '../resident-memory.ts';
import { quantile, type Row, type Section } from '../section.ts';

const pages = 20;
const barOverhead = 1.3;
const barMemoryMb = 700;
/** A person's look at a picture before the submit, in ms. */
const lookMs = 2_000;

interface Share {
  uploaded: number;
  submitted: number;
  /** From the submit, when the person has looked at the picture for a while. */
  looked: number;
  page: number;
  /** Of the recognisers when nothing else runs. */
  alone: { quickLookMs: number; readMs: number; portraitMs: number };
}

/** Passport pages through the whole service, compared with the time that the recognisers alone take for the same pages. */
export const documentPage: Section = {
  name: 'document-page',
  title: 'Document page',
  async measure(stack, say) {
    await stack.startWorker('quality', 'maintenance');
    const worker = await stack.startWorker('document');
    const client = createSdkClient(stack.apiUrl);
    const recognisers = await openRecognisersAlone();
    await recognisers.measure((await drawPassport({ seed: 0 })).jpeg);
    const shares: Share[] = [];
    const verify = async (jpeg: Buffer, waitMs: number) => {
      const session = await client.start(stack.demo.clientId, stack.demo.flows['document-only']);
      const uploadedAt = performance.now();
      await client.upload(session.sessionToken, 'document', { kind: 'document-front', bytes: jpeg });
      if (waitMs > 0) await delay(waitMs);
      const submittedAt = performance.now();
      await client.submit(session.sessionToken, 'document', { documentType: 'passport' });
      await client.follow(session.sessionToken, (message) => message.type === 'verification.finished');
      const endedAt = performance.now();
      return {
        verificationId: session.verificationId,
        uploaded: endedAt - uploadedAt,
        submitted: endedAt - submittedAt,
      };
    };
    for (let seed = 1; seed <= pages; seed += 1) {
      const { jpeg } = await drawPassport({ seed });
      const { verificationId, uploaded, submitted } = await verify(jpeg, 0);
      const page = await readPageTime(stack, verificationId);
      const other = await drawPassport({ seed: pages + seed });
      const { submitted: looked } = await verify(other.jpeg, lookMs);
      const alone = await recognisers.measure(jpeg);
      shares.push({ uploaded, submitted, looked, page, alone });
      say(
        `page ${seed} of ${pages}: ${uploaded.toFixed(0)} ms, ${submitted.toFixed(0)} from the submit, ${looked.toFixed(0)} after a look, ${page.toFixed(0)} to read; ` +
          `recognisers ${alone.quickLookMs.toFixed(0)} + ${alone.readMs.toFixed(0)} + ${alone.portraitMs.toFixed(0)}`,
      );
    }
    const peak = peakMb(worker.pid);
    const median = (of: (share: Share) => number) => quantile(shares.map(of), 0.5);
    const row = (what: string, of: (share: Share) => number, runs: (share: Share) => number): Row => {
      const overhead = median((share) => of(share) / runs(share));
      const beside = median((share) => of(share) - runs(share));
      return {
        what,
        measured: `median ${median(of).toFixed(0)} ms, ${beside.toFixed(0)} ms of other work`,
        against: `recognisers ${median(runs).toFixed(0)} ms`,
        ratio: `${overhead.toFixed(2)} ×`,
        bar: '≤ 1.3 ×',
        met: overhead <= barOverhead,
        samples: `${pages} drawn pages`,
      };
    };
    return [
      row(
        'passport page, read by the worker',
        (share) => share.page,
        ({ alone }) => alone.readMs,
      ),
      row(
        'passport page, submit to stored verdict (with the search for a portrait)',
        (share) => share.submitted,
        ({ alone }) => alone.readMs + alone.portraitMs,
      ),
      row(
        'passport page, start of the upload to stored verdict (with the quick check of the upload)',
        (share) => share.uploaded,
        ({ alone }) => alone.quickLookMs + alone.readMs + alone.portraitMs,
      ),
      row(
        `passport page, submit to stored verdict, ${lookMs / 1_000} s after the upload's answer (read before the submit)`,
        (share) => share.looked,
        ({ alone }) => alone.readMs + alone.portraitMs,
      ),
      {
        what: 'document worker, highest resident memory (VmHWM)',
        measured: `${peak.toFixed(0)} MB`,
        against: '–',
        ratio: '–',
        bar: `≤ ${barMemoryMb} MB`,
        met: peak <= barMemoryMb,
        samples: `one process, ${pages} pages`,
      },
    ];
  },
};

async function readPageTime(
  { container: { db } }: Parameters<Section['measure']>[0],
  verificationId: string,
): Promise<number> {
  const [run] = await db.stepRuns.list(verificationId);
  if (run === undefined) throw new Error('the verification has no step');
  const { result } = await db.stepRuns.getAttempt(run.id, run.attempt);
  const stored = result as { result: { pages: { reading: { totalMs: number } | null }[] } };
  const reading = stored.result.pages[0]?.reading;
  if (!reading) throw new Error('the page was not read');
  return reading.totalMs;
}
