import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filmFace } from '../../../specimens/faces/film-face.ts';
import { createFilmedSessions, filmedFlows, openSampleFace, promptsOf } from '../../support/people/filmed-sessions.ts';
import { sharedModels } from '../../support/shared-models.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { findTestModels } from '../../support/test-models.ts';
import { dashboardAs, photographPage } from '../support/dashboard.ts';
import { chromiumPath, openBrowser, type TestBrowser } from '../support/open-browser.ts';

let stack: Stack;
let browser: TestBrowser;
const { start, draw, sendAsIfLive, judged, readVerification } = createFilmedSessions(() => stack);

describe.skipIf(chromiumPath === null)('the recording of a case', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    stack = await startStack();
    const models = sharedModels(findTestModels());
    await stack.startWorkers({ quality: true, liveness: true, maintenance: true, models });
    await stack.client.addFlow('moving-only', filmedFlows['moving-only']);
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await stack.close();
  });

  test('shows each prompt with the moment it was followed, and the turns of the head, in words and as a plot', async () => {
    const prompts = promptsOf(['turn-left', 'look-up']);
    const session = await start('moving-only');
    const { challengeId } = await draw(session);
    await sendAsIfLive(session, challengeId, { film: filmFace(await openSampleFace(), prompts), prompts });
    await session.submit('alive', {});
    expect((await judged(session)).status).toBe('finished');
    const [step] = (await readVerification(session)).steps;

    const at = await dashboardAs(browser, stack, 'reviewer', `/verifications/${session.verificationId}`);
    const plot = at.page.getByRole('img', { name: 'Head: 2 prompts, 2 followed' });
    await plot.waitFor();
    const points = await plot.locator('polyline').first().getAttribute('points');
    expect(points?.split(' ')).toHaveLength(step?.activeLiveness?.poseCurve.length ?? 0);
    // Two prompts and two answers.
    expect(await plot.locator('line').count()).toBe(1 + 4);
    await at.page.getByText(/^Turn left: asked at \d\.\d s, followed at \d\.\d s$/).waitFor();
    await at.page.getByText(/^Look up: asked at \d\.\d s, followed at \d\.\d s$/).waitFor();
    // No colours were shown.
    expect(await at.page.getByRole('img', { name: /of the light/ }).count()).toBe(0);
    await at.page.getByText('Recordings are kept as evidence').waitFor();
    await photographPage(at, 'recording');
    expect(at.complaints).toEqual([]);

    // A recording in which the screen showed colours and the face took a part of them.
    await at.page.route(`**/v2/verifications/${session.verificationId}`, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { steps: { activeLiveness: { lightCurve: object[] } }[] };
      const [filmed] = body.steps;
      if (filmed !== undefined) {
        filmed.activeLiveness.lightCurve = Array.from({ length: 60 }, (_, index) => {
          const shown = Math.sin(index / 4);
          return {
            atMs: 8_000 + index * 100,
            shownRed: shown,
            shownBlue: -shown,
            faceRed: shown / 8,
            faceBlue: -shown / 9,
          };
        });
      }
      await route.fulfill({ response: answer, json: body });
    });
    await at.page.reload();
    for (const [channel, percent] of [
      ['Red', 12],
      ['Blue', 11],
    ]) {
      await at.page
        .getByRole('img', { name: `${channel} of the light: the face changed by ${percent} % at most` })
        .waitFor();
    }
    await photographPage(at, 'recording-light');
    expect(at.complaints).toEqual([]);
    await at.close();
  });
});
