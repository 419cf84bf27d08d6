import { afterAll, beforeAll, describe, test } from 'vitest';
import type { SessionState } from '../../src/contract/sessions/session.ts';
import { eventually } from '../support/eventually.ts';
import { sampleOf } from '../support/sample-of.ts';
import { passportAtADistance } from './support/at-a-distance.ts';
import { lookAtScreen } from './support/look-at-screen.ts';
import { chromiumPath } from './support/open-browser.ts';
import { chooseCountry, openStage, orSayScreen, press, type Stage } from './support/stage.ts';

const passport = { id: 'passport', type: 'document' as const, config: { accept: [{ type: 'passport' as const }] } };

describe.skipIf(chromiumPath === null)('a person', () => {
  let stage: Stage;
  let flowId: string;
  beforeAll(async () => {
    stage = await openStage();
    flowId = await stage.addFlow('passport', { steps: [passport], maxAttemptsPerStep: 2, consent: null });
    await stage.devices.show(await passportAtADistance());
  });
  afterAll(() => stage.close());

  async function openAtDocument(initScript?: string) {
    const page = await stage.openPage();
    if (initScript !== undefined) await page.addInitScript(initScript);
    await page.goto(stage.hostedUrl(flowId));
    await press(page, 'Get started');
    await chooseCountry(page);
    return page;
  }

  // The tests of this file wait for the page most of their time, so they wait at the same time.
  const refusals = [
    ['without a camera', 'NotFoundError', 'camera.missing'],
    ['whose camera another program has taken', 'NotReadableError', 'camera.in_use'],
  ] as const;
  test.concurrent.each(sampleOf(refusals, 1))(
    '%s shows its code, lets the person try again, and continues once there is one',
    async (_what, error, code) => {
      const page = await openAtDocument(`
      const { getUserMedia } = MediaDevices.prototype;
      globalThis.hasCamera = false;
      MediaDevices.prototype.getUserMedia = function (wanted) {
        return hasCamera ? getUserMedia.call(this, wanted) : Promise.reject(new DOMException('no', '${error}'));
      };`);
      await page.getByText(code).waitFor();
      await page.getByRole('button', { name: 'Choose a photo' }).waitFor();
      await page.getByRole('button', { name: 'Use another device' }).waitFor();
      await lookAtScreen(page, code);
      await press(page, 'Try again');
      await page.getByText(code).waitFor();
      await page.evaluate('hasCamera = true');
      await press(page, 'Try again');
      await press(page, 'Take photo');
      await page.getByRole('button', { name: 'Use this photo' }).waitFor();
      await page.context().close();
    },
  );

  test.concurrent('whose flow was disabled shows its code before anything else', async ({ expect }) => {
    const off = await stage.addFlow('switched-off', { steps: [passport] });
    const { api, client } = stage.stack;
    const { status } = await api.patch(`/v2/flows/${off}`, { token: client.token, json: { disabled: true } });
    expect(status).toBe(200);
    const page = await stage.openPage();
    await page.goto(stage.hostedUrl(off));
    await page.getByText('flow.disabled').waitFor();
    await lookAtScreen(page, 'flow-disabled');
    await page.context().close();
  });

  test.concurrent('whose network blocks sockets gets by reading what a socket would have said', async ({ expect }) => {
    const page = await stage.openPage();
    let sockets = 0;
    await page.routeWebSocket(/\/session\/live/, (socket) => {
      sockets += 1;
      void socket.close();
    });
    await page.goto(stage.hostedUrl(flowId));
    await press(page, 'Get started');
    await chooseCountry(page);
    await press(page, 'Take photo');
    await press(page, 'Use this photo');
    await press(page, 'Submit');
    // A worker refuses the empty page after the submit was answered.
    await orSayScreen(page, page.getByText('document.no_document').waitFor());
    expect(sockets).toBeGreaterThan(0);
    await page.context().close();
  });

  test.concurrent('whose document waits behind others sees for how long', async () => {
    const page = await stage.openPage();
    await page.routeWebSocket(/\/session\/live/, (socket) => void socket.close());
    let submitted = false;
    page.on('request', (request) => {
      submitted ||= request.url().endsWith('/submit');
    });
    // The worker of this test is quick, so the state is set to what it would be in a long queue.
    await page.route(/\/v2\/sdk\/session$/, async (route) => {
      const answer = await route.fetch();
      if (!submitted) return route.fulfill({ response: answer });
      const state = (await answer.json()) as SessionState;
      const steps = state.steps.map((step) => ({ ...step, status: 'processing', codes: [] }));
      await route.fulfill({ response: answer, json: { ...state, status: 'pending', steps, estimatedSeconds: 240 } });
    });
    await page.goto(stage.hostedUrl(flowId));
    await press(page, 'Get started');
    await chooseCountry(page);
    await press(page, 'Take photo');
    await press(page, 'Use this photo');
    await press(page, 'Submit');
    await orSayScreen(page, page.getByText('About 4 minutes to go.').waitFor());
    await lookAtScreen(page, 'waiting');
    await page.context().close();
  });

  test.concurrent('who closes the page still sends the events that were not yet reported', async () => {
    const page = await openAtDocument();
    await page.getByRole('button', { name: 'Take photo' }).waitFor();
    const verificationId = await page.evaluate<string>(
      `JSON.parse(Object.values(sessionStorage).find((text) => text.includes('sessionToken'))).session.verificationId`,
    );
    await page.goto('about:blank');
    await eventually(
      async () => {
        const { rows } = await stage.stack.sql.query<{ name: string }>(
          `select name from analytics_events where verification_id = $1 and name = 'screen.step'`,
          [verificationId],
        );
        return rows.length > 0 ? true : null;
      },
      // The page is gone: no later batch sends them.
      { what: 'the last events' },
    );
    await page.context().close();
  });
});
