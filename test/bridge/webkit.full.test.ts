import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import portuguese from '../../web/sdk/src/i18n/texts/pt.json' with { type: 'json' };
import { chromiumPath } from '../browser/support/open-browser.ts';
import { openStage, type Stage } from '../browser/support/stage.ts';
import { missingWebKit } from '../ios/support/swift-root.ts';
import { passportPicture } from '../support/documents/pictures.ts';
import { openWebKit, type WebKitHost } from './support/webkit-host.ts';

interface Vectors {
  configurations: { name: string; configuration: { metadata: object }; message: string }[];
}

const { configurations } = JSON.parse(
  readFileSync(new URL('../../ios/Vectors/vectors.json', import.meta.url), 'utf8'),
) as Vectors; // Another test reads every field.

/** What the Swift core writes: the page is configured with exactly this. */
const vector = configurations.find(({ name }) => name === 'letters of many scripts');

describe.skipIf(missingWebKit() !== null || chromiumPath === null)(
  'the hosted page in WebKit',
  { timeout: 240_000 },
  () => {
    let stage: Stage;
    let host: WebKitHost;
    let folder: string;
    let gallery: string;
    let camera: string;
    beforeAll(async () => {
      stage = await openStage();
      const accept = [{ type: 'passport' as const }];
      gallery = await stage.addFlow('gallery', {
        steps: [{ id: 'passport', type: 'document', config: { accept, capture: 'gallery' } }],
        maxAttemptsPerStep: 1,
      });
      camera = await stage.addFlow('camera', { steps: [{ id: 'passport', type: 'document', config: { accept } }] });
      folder = mkdtempSync(join(tmpdir(), 'verify-webkit-'));
      writeFileSync(join(folder, 'passport.jpg'), (await passportPicture()).jpeg);
    }, 120_000);
    afterEach(() => host.close());
    afterAll(async () => {
      rmSync(folder, { recursive: true, force: true });
      await stage.close();
    });

    const scriptOf = (more: object = {}) => {
      const message = JSON.parse(vector?.message ?? '{}') as object;
      const text =
        Object.keys(more).length === 0 ? (vector?.message ?? '') : JSON.stringify(Object.assign(message, more));
      return `if (location.origin === ${JSON.stringify(stage.stack.api.baseUrl)}) verifyBridge.receive(${JSON.stringify(text)});`;
    };
    const open = async (flowId: string, more?: object) => {
      host = await openWebKit();
      host.chooseFiles([join(folder, 'passport.jpg')]);
      host.configure(scriptOf(more));
      host.load(`${stage.hostedUrl(flowId)}#bridge=1`);
    };
    const toThePicture = async () => {
      await host.press(portuguese['start.begin']);
      await host.sees('Escolha seu documento');
      // Where a country is suggested, the list of the others opens at a press.
      await host.evaluate(
        "document.querySelector('[data-verify-flow]').shadowRoot.querySelector('.issuer > .choice')?.click(); true",
      );
      await host.press('Portugal');
    };
    const statusOf = async (verificationId = '') => {
      const { api, client } = stage.stack;
      return (await api.get(`/v2/verifications/${verificationId}`, { token: client.token })).body as Record<
        string,
        unknown
      >;
    };

    test('is configured as the Swift core writes it, runs a document flow and tells the app both ids', async () => {
      await open(gallery);
      await toThePicture();
      await host.press(portuguese['camera.gallery']);
      await host.press(portuguese['confirm.keep']);
      await host.press(portuguese['review.submit']);
      const finished = await host.heard('finished');
      expect(finished).toEqual({
        verify: 1,
        type: 'finished',
        identityId: expect.stringMatching(/^idn_\w{26}$/) as string,
        verificationId: expect.stringMatching(/^ver_\w{26}$/) as string,
      });
      const record = await statusOf(finished.verificationId);
      expect(record).toMatchObject({ identityId: finished.identityId });
      expect(record.deviceMetadata).toEqual(vector?.configuration.metadata);
      await host.press(portuguese['action.done']);
      await host.heard('closed');
      expect(host.messages.map(({ type }) => type)).toEqual(['ready', 'started', 'finished', 'closed']);
    });

    test('tells the app that the person left', async () => {
      await open(gallery);
      await host.press(portuguese['start.begin']);
      await host.press(portuguese['action.close']);
      await host.press(portuguese['cancel.leave']);
      const { verificationId } = await host.heard('cancelled');
      await host.heard('closed');
      expect(await statusOf(verificationId)).toMatchObject({ status: 'cancelled' });
    });

    test('whose web process was killed, continues where it was with what the app kept', async () => {
      await open(gallery);
      await toThePicture();
      await host.press(portuguese['camera.gallery']);
      await host.press(portuguese['confirm.keep']);
      const { resume, ...started } = await host.heard('started');
      host.terminate();
      await expect.poll(() => host.terminations()).toBe(1);
      host.configure(scriptOf({ resume }));
      host.load(`${stage.hostedUrl(gallery)}#bridge=1`);
      await expect
        .poll(() => host.messages.filter(({ type }) => type === 'started'), { timeout: 60_000 })
        .toEqual([
          { ...started, resume },
          { ...started, resume },
        ]);
      host.close();

      // The app was killed: a new web view starts with only what the keychain had.
      await open(gallery, { resume });
      expect(await host.heard('started')).toEqual({ ...started, resume });
      await host.press(portuguese['action.close']);
      await host.press(portuguese['cancel.leave']);
      expect((await host.heard('cancelled')).verificationId).toBe(started.verificationId);
    });

    test('gets the camera that the app grants, and continues without one that it denies', async () => {
      await open(camera);
      await toThePicture();
      await host.press(portuguese['primer.go']);
      await expect.poll(() => host.permissions).toEqual([true]);
      await host.press(portuguese['camera.shoot']);
      await host.sees(portuguese['confirm.keep']);
      host.close();

      await open(camera);
      host.grant(false);
      await toThePicture();
      await host.press(portuguese['primer.go']);
      await host.sees('camera.denied');
      expect(host.permissions).toEqual([false]);
    });

    test('gives nothing to a page of another origin, and accepts nothing that was meant for another', async () => {
      await open(gallery);
      await host.heard('started');
      // The app's script checks which page it runs in and does nothing elsewhere.
      const elsewhere = scriptOf().replace(stage.stack.api.baseUrl, 'https://evil.example');
      expect(
        await host.evaluate<boolean>(
          `window.got = false; window.verifyBridge = { receive() { window.got = true; } }; ${elsewhere} window.got`,
        ),
      ).toBe(false);
    });
  },
);
