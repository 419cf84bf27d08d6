import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { passportAtADistance } from './support/at-a-distance.ts';
import { handOverFromHost, heardBy } from './support/hand-over.ts';
import { startHostApp } from './support/host-app.ts';
import { findViolationsInBothSchemes, lookAtScreen } from './support/look-at-screen.ts';
import { openLosingNetwork } from './support/losing-network.ts';
import { chromiumPath } from './support/open-browser.ts';
import { chooseCountry, heading, openStage, press, type Stage } from './support/stage.ts';

const passport = { id: 'passport', type: 'document' as const, config: { accept: [{ type: 'passport' as const }] } };
const place = { id: 'place', type: 'location' as const, config: {} };
const email = { id: 'email', type: 'email' as const, config: {} };

/** Records each heading at the moment that it is drawn, before the browser does anything else. */
const recordHeadings = `
  window.headings = [];
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options);
    new MutationObserver(() => {
      const heading = root.querySelector('h1');
      if (heading === null || window.headings.at(-1)?.text === heading.textContent) return;
      window.headings.push({ text: heading.textContent, hasFocus: root.activeElement === heading });
    }).observe(root, { childList: true, subtree: true, characterData: true });
    return root;
  };`;

describe.skipIf(chromiumPath === null)('a person who is interrupted', () => {
  let stage: Stage;
  let flowId: string;
  beforeAll(async () => {
    stage = await openStage();
    flowId = await stage.addFlow('passport-and-email', { steps: [passport, email], maxAttemptsPerStep: 1 });
    await stage.devices.show(await passportAtADistance());
  });
  afterAll(() => stage.close());

  async function openAtCamera() {
    const page = await stage.openPage();
    await page.goto(stage.hostedUrl(flowId));
    await press(page, 'Get started');
    await chooseCountry(page);
    await page.getByRole('button', { name: 'Take photo' }).waitFor();
    return page;
  }

  // The first five at the same time, because some of them wait for seconds.
  test.concurrent(
    'without a network, continues without a press when it is back: the picture that was taken arrives',
    async ({ expect }) => {
      const page = await openAtCamera();
      // The network fails during the upload: after the picture was sent and before the response came.
      const seeOffline = async () => {
        await heading(page, 'You are offline').waitFor();
        await page.getByText('network.offline').waitFor();
        await lookAtScreen(page, 'offline');
      };
      const network = await openLosingNetwork(page, { loss: 'answer', whenLost: seeOffline });
      await press(page, 'Take photo');
      await page.getByRole('button', { name: 'Use this photo', disabled: false }).waitFor();
      const { rows } = await stage.stack.sql.query(`select 1 from media where kind = 'document-front'`);
      expect(rows).toHaveLength(1);
      // A person who is looking at their picture still sees the message on it, although the service has the file by now.
      await network.away();
      await heading(page, 'You are offline').waitFor();
      await network.back();
      await heading(page, 'Can you read everything?').waitFor();
      await press(page, 'Use this photo');
      await heading(page, 'Check your document').waitFor();
      await press(page, 'Submit');
      // The network may fail between the focus on the field and the text, which then never reaches it: a person would type again.
      const field = page.getByLabel('Email address');
      await eventually(async () => {
        await field.fill('ana@example.com');
        return (await field.inputValue()) === 'ana@example.com';
      });
      await press(page, 'Send the code');
      await heading(page, 'Enter your code').waitFor();
      const steps = ['passport/files', 'passport/submit', 'email/code'].map(
        (request) => `POST session/steps/${request}`,
      );
      expect(network.lost).toEqual(expect.arrayContaining(steps));
      await page.close();
    },
  );

  test.concurrent('by a part of the page that arrives while the browser is busy, continues with it', async () => {
    const page = await stage.openPage();
    // Work that follows the drawing of the page runs late, as on a busy phone.
    await page.addInitScript(`
      const { setTimeout } = window;
      window.requestAnimationFrame = () => 0;
      window.setTimeout = (call, ms, ...values) => setTimeout(call, Math.max(ms ?? 0, 1_000), ...values);`);
    let release = () => {};
    const drawn = new Promise<void>((resolve) => (release = resolve));
    await page.route(/step-screen[^/?]*\.js$/, async (route) => {
      await drawn;
      await route.continue();
    });
    await page.goto(stage.hostedUrl(await stage.addFlow('email-late', { steps: [email] })));
    await press(page, 'Get started');
    await page.getByText('One moment').waitFor();
    release();
    await page.getByLabel('Email address').waitFor();
    await page.close();
  });

  test.concurrent(
    'on the hosted page, returns to the host’s listed address, with both ids and no verdict',
    async ({ expect }) => {
      const flow = await stage.addFlow('place-and-back', { steps: [place] });
      const host = await startHostApp(stage.stack.api.baseUrl, { clientId: '', flowId: '' });
      const saved = await stage.stack.api.patch('/v2/settings', {
        token: stage.stack.client.token,
        json: { returnUrls: [host.url] },
      });
      expect(saved.status).toBe(200);
      const page = await stage.openPage();
      const open = (returnUrl: string) =>
        page.goto(`${stage.hostedUrl(flow)}#${new URLSearchParams({ returnUrl, state: 'order 1' }).toString()}`);
      await open(host.url);
      await press(page, 'Get started');
      // The page shows its confirmation for four seconds.
      await page.clock.install();
      await press(page, 'Share my location');
      await page.getByRole('button', { name: 'Return to Test client' }).waitFor();
      await lookAtScreen(page, 'return');
      await page.clock.fastForward(4_000);
      await page.waitForURL(`${host.url}?**`);
      const { searchParams } = new URL(page.url());
      expect([...searchParams.keys()].sort()).toEqual(['identityId', 'outcome', 'state', 'verificationId']);
      expect([searchParams.get('outcome'), searchParams.get('state')]).toEqual(['completed', 'order 1']);
      await open('https://evil.example/');
      await heading(page, 'You can’t continue').waitFor();
      await page.close();
      host.close();
    },
  );

  test.concurrent(
    'by the next screen, types into it: its heading has taken the focus before anybody could',
    async ({ expect }) => {
      const page = await stage.openPage();
      await page.addInitScript(recordHeadings);
      await page.goto(stage.hostedUrl(await stage.addFlow('email-alone', { steps: [email] })));
      await press(page, 'Get started');
      await page.getByLabel('Email address').fill('ana@example.com');
      await press(page, 'Send the code');
      await heading(page, 'Enter your code').waitFor();
      const headings = await page.evaluate<{ text: string; hasFocus: boolean }[]>('window.headings');
      expect(headings.map(({ text }) => text)).toContain('Enter your code');
      expect(headings.filter(({ hasFocus }) => !hasFocus)).toEqual([]);
      await page.close();
    },
  );

  test.concurrent(
    'by a part of the page that is lost on the network, continues once it can be fetched',
    async ({ expect }) => {
      const page = await stage.openPage();
      let lost = 0;
      // Without a query: the part under its original address, which the browser never fetches again.
      await page.route(/step-screen[^/?]*\.js$/, (route) => {
        lost += 1;
        return route.abort('internetdisconnected');
      });
      await page.goto(stage.hostedUrl(await stage.addFlow('email-by-parts', { steps: [email] })));
      await press(page, 'Get started');
      await page.getByLabel('Email address').waitFor();
      expect(lost).toBeGreaterThan(0);
      await page.close();
    },
  );

  test('by a reload, is at the same place, with the picture that was taken and what was typed', async () => {
    const page = await openAtCamera();
    await page.reload();
    await press(page, 'Take photo');
    await press(page, 'Use this photo');
    await heading(page, 'Check your document').waitFor();
    await page.reload();
    await heading(page, 'Check your document').waitFor();
    await press(page, 'Submit');
    await page.getByLabel('Email address').fill('ana@example.com');
    await page.reload();
    expect(await page.getByLabel('Email address').inputValue()).toBe('ana@example.com');
    await page.close();
  });

  test('by a reload while the address is changed, still reads the one to which the code was sent', async () => {
    const page = await stage.openPage();
    await page.goto(stage.hostedUrl(await stage.addFlow('email-alone', { steps: [email] })));
    await press(page, 'Get started');
    await page.getByLabel('Email address').fill('ana@example.com');
    await press(page, 'Send the code');
    await press(page, 'Use another address');
    await page.getByLabel('Email address').fill('eve@example.com');
    await page.reload();
    await page.getByText('We sent a code to ana@example.com.').waitFor();
    await page.close();
  });

  test('by the end of the session, shows the code, and begins again', async () => {
    const page = await openAtCamera();
    await stage.stack.sql.query(
      `update verifications set expires_at = now() - interval '1 minute' where status = 'pending'`,
    );
    // The press reveals it, unless the service has told the page before.
    press(page, 'Take photo').catch(() => undefined);
    await heading(page, 'Your session has expired').waitFor({ timeout: 60_000 });
    await page.getByText('session.ended').waitFor();
    await lookAtScreen(page, 'expired');
    await press(page, 'Start again');
    await page.getByRole('button', { name: 'Get started' }).waitFor();
    await page.close();
  });

  test('on a blocked address, sees that and its code before anything else', async () => {
    const blocked = await stage.addFlow('blocked', {
      steps: [passport],
      ipRestriction: { deny: ['0.0.0.0/0', '::/0'] },
    });
    const page = await stage.openPage();
    await page.goto(stage.hostedUrl(blocked));
    await heading(page, 'You can’t continue').waitFor();
    await page.getByText('session.ip_restricted').waitFor();
    await lookAtScreen(page, 'blocked');
    await page.close();
  });

  test('at a desk, sees the phone’s progress, and the host app gets both ids when the phone is done', async () => {
    const { desk, phone, close } = await handOverFromHost(stage, [place]);
    await heading(desk, 'Continue on your other device').waitFor();
    await desk.getByText('In progress').waitFor();
    expect(await findViolationsInBothSchemes(desk)).toEqual([]);
    await lookAtScreen(desk, 'watch');
    await press(phone, 'Share my location');
    await heading(phone, 'Thank you, you’re done').waitFor();
    await heading(desk, 'Thank you, you’re done').waitFor();
    const { rows } = await stage.stack.sql.query<{ id: string; identity: string }>(
      `select id, identity_id as identity from verifications order by id desc limit 1`,
    );
    expect(await heardBy(desk)).toEqual([
      ['verify:userStartedSdk', rows[0]?.identity, rows[0]?.id],
      ['verify:userFinishedSdk', rows[0]?.identity, rows[0]?.id],
      ['success', rows[0]?.identity, rows[0]?.id],
    ]);
    await close();
  });
});
