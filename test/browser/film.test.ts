import { afterAll, beforeAll, describe, test } from 'vitest';
import { passportPicture } from '../support/documents/pictures.ts';
import { eventually } from '../support/eventually.ts';
import { lookAtScreen } from './support/look-at-screen.ts';
import { chromiumPath } from './support/open-browser.ts';
import { chooseCountry, heading, openStage, orSayScreen, press, type Stage } from './support/stage.ts';

interface SentPrompts {
  prompts: { action: string }[];
  chunks: object[];
}

describe.skipIf(chromiumPath === null)('the film of a tilted document', { timeout: 120_000 }, () => {
  let stage: Stage;
  let flowId: string;
  beforeAll(async () => {
    stage = await openStage();
    const config = { accept: [{ type: 'passport' as const }], presence: 'tilt-required' as const };
    flowId = await stage.addFlow('filmed', { steps: [{ id: 'passport', type: 'document', config }] });
    await stage.devices.show((await passportPicture()).jpeg);
  }, 120_000);
  afterAll(() => stage.close());

  async function openFilmScreen() {
    const page = await stage.openPage();
    await page.goto(stage.hostedUrl(flowId));
    await press(page, 'Get started');
    await chooseCountry(page);
    await press(page, 'Take photo');
    await press(page, 'Use this photo');
    await heading(page, 'Tilt the document').waitFor();
    return page;
  }

  // Both at the same time, because a film takes seconds.
  test.concurrent(
    'is recorded with the sides that the server asks for, one at a time, and submitted with the photo',
    async ({ expect }) => {
      const page = await openFilmScreen();
      await lookAtScreen(page, 'film');
      await press(page, 'Start');
      await orSayScreen(page, page.getByText(/Tilt the (left|right|upper|lower) edge towards the camera/).waitFor());
      await page.locator('.tilted').waitFor();
      await lookAtScreen(page, 'film-prompt');
      await page.getByText('Video of the front').waitFor({ timeout: 60_000 });
      const { rows } = await stage.stack.sql.query<{ recording: SentPrompts }>(
        'select recording from challenges where used_at is not null order by created_at desc limit 1',
      );
      expect(rows[0]?.recording.prompts.map(({ action }) => action.startsWith('tilt-'))).toEqual([true, true, true]);
      expect(rows[0]?.recording.chunks.length).toBeGreaterThan(3);
      await press(page, 'Submit');
      const kinds = await eventually(async () => {
        const media = await stage.stack.sql.query<{ kind: string }>(
          `select m.kind from media m join step_runs r on r.id = m.step_run_id where r.status <> 'waiting' order by m.kind`,
        );
        return media.rows.length > 1 ? media.rows.map(({ kind }) => kind) : null;
      });
      expect(kinds).toEqual(['document-film', 'document-front']);
      await page.context().close();
    },
  );

  test.concurrent('can be left out or made with another device: no person is stopped', async ({ expect }) => {
    const page = await openFilmScreen();
    await page.getByText('Without the video, a person will review your document.').waitFor();
    await page.getByRole('button', { name: 'another device' }).waitFor();
    await press(page, 'Continue without filming');
    await page.getByRole('button', { name: 'Submit' }).waitFor();
    expect(await page.getByText('Video of the front').count()).toBe(0);
    await page.context().close();
  });
});
