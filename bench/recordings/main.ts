import path from 'node:path';
import { readArguments } from '../../src/commands/read-arguments.ts';
import { flowDocumentSchema } from '../../src/contract/flows/flow-document.ts';
import { newId } from '../../src/domain/id.ts';
import { buildWeb } from '../../src/embedded/build-web.ts';
import { startBenchStack } from '../stack.ts';
import { consent } from './consent.ts';
import { createRecordServer } from './record-server.ts';
import { openRecordingSet } from './recording-set.ts';
import { recordedFlow, recordedStep } from './recorded-flow.ts';
import { createTakeRecording } from './take-recording.ts';

/** `npm run record-liveness -- --out DIR`: a page on which a team records itself, for `npm run accuracy -- liveness --set DIR`. */
const say = (line: string) => process.stdout.write(`  ${line}\n`);

const usage = `A local page on which a team records itself for measurements of active liveness.

  npm run record-liveness -- --out DIR
      --out DIR          where films and truth.json go; recordings are added to what is there
      --port N           of the page; 3950 when left out. The service gets the next port
      --service-url URL  where browsers reach the service; http://localhost:PORT+1 when left out

Browsers open a camera only on localhost or over HTTPS. For an Android phone on USB: adb reverse tcp:3950 tcp:3950 and
adb reverse tcp:3951 tcp:3951. For other devices, put a proxy with HTTPS in front of both ports and name the second with --service-url.
`;

async function record(args: readonly string[]): Promise<void> {
  const { values } = readArguments({ usage, takes: { values: ['out', 'port', 'service-url'] } }, args);
  const out = values.get('out');
  if (out === undefined) {
    process.stdout.write(usage);
    process.exitCode = 1;
    return;
  }
  const port = Number(values.get('port') ?? '3950');
  const serviceUrl = values.get('service-url') ?? `http://localhost:${port + 1}`;
  const set = openRecordingSet(path.resolve(out), { material: 'people', consent });
  await buildWeb(say);
  const stack = await startBenchStack(say, { apiPort: port + 1 });
  try {
    await stack.startWorker('quality');
    await stack.startWorker('liveness');
    await stack.startWorker('otp', 'webhook', 'maintenance');
    const { clientId } = stack.demo;
    const flowId = newId('flow');
    const document = flowDocumentSchema.parse(recordedFlow);
    await stack.container.db.transaction((tx) =>
      tx.flows.create({ flowId, clientId, name: 'record-liveness', versionId: newId('flowVersion'), document }),
    );
    const takeRecording = createTakeRecording(stack.container);
    const server = createRecordServer({
      page: { serviceUrl, clientId, flowId },
      set,
      take: (verificationId, about) => takeRecording(verificationId, about, recordedStep.config),
      say,
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    say(`Open http://localhost:${port} to record; Ctrl-C ends. ${set.list().length} recordings are in ${out}.`);
    await new Promise<void>((resolve) => {
      process.once('SIGINT', () => resolve());
      process.once('SIGTERM', () => resolve());
    });
    server.closeAllConnections();
    server.close();
  } finally {
    await stack.stop();
  }
}

record(process.argv.slice(2)).then(
  () => process.exit(),
  (error: unknown) => {
    say(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
