import { describe, expect, it } from 'vitest';
import type { Session, SessionState, SessionStep, UploadedFile } from '../../../web/sdk/src/api/contract.ts';
import { digitsOf, internationalNumber, offeredCountries, secondsUntil } from '../../../web/sdk/src/flow/contact.ts';
import { Fault } from '../../../web/sdk/src/flow/fault.ts';
import { changed, firstState, type FlowState } from '../../../web/sdk/src/flow/flow-state.ts';
import { judgeFrame, type Frame } from '../../../web/sdk/src/flow/judge-frame.ts';
import { momentAt } from '../../../web/sdk/src/flow/recording-plan.ts';
import { screenOf, shareDone } from '../../../web/sdk/src/flow/screen-of.ts';
import { visiblePart } from '../../../web/sdk/src/flow/visible-part.ts';
import { guessLanguage } from '../../../web/sdk/src/i18n/guess-language.ts';
import { createTranslate } from '../../../web/sdk/src/i18n/translate.ts';

const step = (id: string, more: Partial<SessionStep> = {}): SessionStep => ({
  id,
  type: 'email',
  status: 'waiting',
  attempt: 1,
  attemptsLeft: 3,
  codes: [],
  files: [],
  challenge: null,
  code: null,
  ...more,
});
const publicStep = (id: string) => ({ id, type: 'email' as const, textKey: 'step.email', config: { canSkip: false } });
const session = {
  consent: { required: true, version: '1', text: 'I agree', duplicateFace: null },
  steps: [publicStep('a'), publicStep('b')],
} as unknown as Session; // The state that decides which screen is shown.
const read = (steps: SessionStep[], more: Partial<SessionState> = {}) =>
  ({ status: 'pending', consentGiven: true, lastSequence: 0, steps, ...more }) as SessionState;
const at = (steps: SessionStep[], more: Partial<FlowState> = {}): FlowState => ({
  ...firstState,
  session,
  steps,
  begun: true,
  consentGiven: true,
  ...more,
});

describe('the screen of a state', () => {
  it('is the start until the person has begun and consented', () => {
    expect(screenOf(at([step('a'), step('b')], { begun: false })).name).toBe('start');
    expect(screenOf(at([step('a'), step('b')], { consentGiven: false })).name).toBe('start');
  });

  it('is the first step that waits: it skips steps that are being checked, and a step that came back is next', () => {
    const checking = step('a', { status: 'processing' });
    expect(screenOf(at([checking, step('b')]))).toMatchObject({ name: 'step', step: { id: 'b' } });
    expect(screenOf(at([checking, step('b', { status: 'finished' })])).name).toBe('processing');
    const back = step('a', { attempt: 2, codes: ['document.blurry_text'] });
    expect(screenOf(at([back, step('b', { status: 'finished' })]))).toMatchObject({ step: { id: 'a' } });
  });

  it('shows a fault before any step, and the end before everything', () => {
    const fault = new Fault('camera.denied');
    expect(screenOf(at([step('a')], { fault })).name).toBe('fault');
    expect(screenOf(at([step('a')], { fault, ending: 'expired' })).name).toBe('ended');
  });

  it('says how much the person has done', () => {
    expect(shareDone(at([step('a', { status: 'skipped' }), step('b')]))).toBe(0.5);
    const picture = {} as UploadedFile; // Only their number counts.
    const files = [step('a', { files: [picture] }), step('a', { files: [picture, picture] })];
    const shares = [step('a'), ...files, step('a', { status: 'processing' })].map((one) => shareDone(at([one])));
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(new Set(shares).size).toBe(4);
    expect(shareDone(at([step('a', { code: {} as SessionStep['code'] })]))).toBe(0.5);
  });
});

describe('the state', () => {
  const told = (state: FlowState, sequence: number, status: SessionStep['status']) =>
    changed(state, {
      type: 'messageReceived',
      message: { type: 'step.updated', sequence, at: '2026-03-01T09:30:00.000Z', step: step('a', { status }) },
    });

  it('applies each message once, and no older one', () => {
    const after = told(told(at([step('a')]), 2, 'finished'), 1, 'processing');
    expect(after).toMatchObject({ lastSequence: 2, steps: [{ status: 'finished' }] });
  });

  it('keeps what messages said when an older response arrives', () => {
    const after = told(at([step('a')]), 5, 'finished');
    expect(changed(after, { type: 'read', state: read([step('a')], { lastSequence: 4 }) })).toBe(after);
  });

  describe('of a file', () => {
    const file = (mediaId: string, acceptable: boolean | null = true) =>
      ({ mediaId, kind: 'document-page', quality: { acceptable, codes: [] } }) as unknown as UploadedFile; // The state that decides which entries the list has.
    const of = (...files: UploadedFile[]) => at([step('a', { files }), step('b')]);
    const idsAfter = (state: FlowState) => state.steps[0]?.files.map(({ mediaId }) => mediaId);
    const taken = (state: FlowState, taken: UploadedFile, instead: UploadedFile | null = null) =>
      changed(state, { type: 'fileTaken', stepId: 'a', file: taken, instead });

    it('puts a new picture in place of the one that it replaces, once, however often it is called', () => {
      expect(idsAfter(taken(of(file('1'), file('2')), file('3'), file('1')))).toEqual(['2', '3']);
      expect(idsAfter(taken(of(file('1'), file('2')), file('2')))).toEqual(['1', '2']);
    });

    it('respects messages since the screen was rendered: a refused and deleted file does not come back', () => {
      const refused = changed(of(file('1', false)), { type: 'fileRemoved', stepId: 'a', mediaId: '1' });
      expect(idsAfter(refused)).toEqual([]);
      expect(idsAfter(taken(refused, file('2')))).toEqual(['2']);
    });

    it('prefers the result in a message to a response that did not wait for it', () => {
      const judged = (state: FlowState) => state.steps[0]?.files[0]?.quality.acceptable;
      expect(judged(taken(of(file('1', false)), file('1', null)))).toBe(false);
      expect(judged(taken(of(file('1', null)), file('1', true)))).toBe(true);
    });
  });

  it('ends for good: nothing that arrives later opens it again', () => {
    const ended = changed(at([step('a')]), { type: 'read', state: read([step('a')], { status: 'running' }) });
    expect(ended.ending).toBe('inputsCompleted');
    expect(changed(ended, { type: 'read', state: read([step('a')], { status: 'expired' }) }).ending).toBe(
      'inputsCompleted',
    );
  });
});

describe('a session whose time is up', () => {
  const times = { expiresAt: '2026-03-01T09:30:00.000Z', serverTime: '2026-03-01T09:30:00.000Z' };
  const endingAfter = (steps: SessionStep[], more: Partial<SessionState>) =>
    changed(at(steps), { type: 'read', state: read(steps, { ...times, ...more }) }).ending;

  it('is over for the person before the service has written it down', () => {
    expect(endingAfter([step('a')], {})).toBe('expired');
    expect(endingAfter([step('a')], { serverTime: '2026-03-01T09:29:59.999Z' })).toBeNull();
  });

  it('stays open while a step is being checked, and the step’s result takes precedence', () => {
    expect(endingAfter([step('a', { status: 'processing' })], {})).toBeNull();
    expect(endingAfter([step('a', { status: 'finished' })], { status: 'finished' })).toBe('inputsCompleted');
  });
});

describe('a recording', () => {
  const heard = [
    { action: 'turn-left' as const, atMs: 1500 },
    { action: 'smile' as const, atMs: 5500 },
  ];
  const plan = { promptCount: 2, promptTimeoutMs: 4000, mostMs: 19_500 };

  it('lasts until the time of the last prompt is over, and never longer than the server accepts', () => {
    expect(momentAt(heard, 9400, plan).over).toBe(false);
    expect(momentAt(heard, 9500, plan)).toMatchObject({ over: true, share: 1 });
    expect(momentAt(heard.slice(0, 1), 9500, plan)).toMatchObject({ over: false, share: 0.5 });
    expect(momentAt([], 19_500, plan).over).toBe(true);
  });

  it('continues with the colours, and lasts until the last of them was shown', () => {
    const colours = [
      { colour: '#f3a159', atMs: 9_000 },
      { colour: '#59c87c', atMs: 9_800 },
    ];
    const light = { colours, colourCount: 2, stepMs: 800, fadeMs: 250 };
    const none = { ...light, colours: [] };
    expect(momentAt(heard, 9_500, { ...plan, light: none })).toMatchObject({ colour: null, over: false });
    expect(momentAt(heard, 10_700, { ...plan, light })).toMatchObject({ colour: '#59c87c', over: false });
    expect(momentAt(heard, 10_850, { ...plan, light })).toMatchObject({ over: true, share: 1 });
    expect(momentAt(heard, 19_500, { ...plan, light: none }).over).toBe(true);
  });

  it('shows the latest prompt, and none before the first one', () => {
    expect(momentAt([], 1000, plan).prompt).toBeNull();
    expect(momentAt(heard, 6000, plan)).toMatchObject({ prompt: { action: 'smile' }, over: false });
  });
});

describe('what the person types', () => {
  it('becomes an international number unless it already is one', () => {
    expect(internationalNumber('912 345 678', '+351')).toBe('+351 912 345 678');
    expect(internationalNumber('+49 170 1', '+351')).toBe('+49 170 1');
    expect(internationalNumber('0049 170 1', '+351')).toBe('+49 170 1');
  });

  it('is reduced to digits, however a code is pasted', () => {
    expect(digitsOf('Your code: 402 917.', 6)).toBe('402917');
  });

  it('may have digits of any script, and the invisible marks of a copied number', () => {
    for (const code of ['４０２ ９１７', '٤٠٢٩١٧', '۴۰۲۹۱۷', '४०२९१७', '๔๐๒๙๑๗', '\u202a402917\u202c']) {
      expect(digitsOf(code, 6), code).toBe('402917');
    }
    expect(internationalNumber('\u202a+1 201 555\u20110123\u202c', '+66')).toBe('+1 201 555\u20100123');
    expect(internationalNumber('＋１ ２０１ ５５５ ０１２３', '+81')).toBe('+1 201 555 0123');
    expect(internationalNumber('๐๘๑ ๒๓๔ ๕๖๗๘', '+66')).toBe('+66 081 234 5678');
  });

  it('waits for a point in time, not for a count of seconds', () => {
    expect(secondsUntil('2026-03-01T09:30:30.000Z', Date.parse('2026-03-01T09:30:00.500Z'))).toBe(30);
    expect(secondsUntil('2026-03-01T09:30:30.000Z', Date.parse('2026-03-01T10:00:00.000Z'))).toBe(0);
  });

  it('is offered in the countries that the flow accepts', () => {
    const all = ['PT', 'BR', 'US'].map((country) => ({ country, diallingCode: '+1' }));
    const offered = offeredCountries({ allowedCountries: ['PT', 'BR'], deniedCountries: ['BR'] }, all);
    expect(offered.map(({ country }) => country)).toEqual(['PT']);
  });
});

describe('a look at the camera', () => {
  const frame = (paint: (column: number) => number): Frame => ({
    luma: Uint8Array.from({ length: 400 }, (_, index) => paint(index % 20)),
    width: 20,
    height: 20,
  });
  const text = frame((column) => (column % 2 === 0 ? 90 : 180));

  it('tells dark, bright, blurred and moved pictures apart from good ones', () => {
    expect(judgeFrame(text, null)).toBe('good');
    expect(
      judgeFrame(
        frame(() => 20),
        null,
      ),
    ).toBe('tooDark');
    expect(
      judgeFrame(
        frame(() => 254),
        null,
      ),
    ).toBe('tooBright');
    expect(
      judgeFrame(
        frame(() => 128),
        null,
      ),
    ).toBe('blurry');
    expect(
      judgeFrame(
        frame((column) => (column < 2 ? 255 : column % 2 === 0 ? 90 : 120)),
        null,
      ),
    ).toBe('glare');
    expect(
      judgeFrame(
        text,
        frame((column) => (column % 2 === 0 ? 180 : 90)),
      ),
    ).toBe('holdStill');
  });

  it('knows which part of the picture is shown in its frame', () => {
    expect(visiblePart({ width: 1920, height: 1080 }, { width: 300, height: 300 })).toEqual({
      x: 420,
      y: 0,
      width: 1080,
      height: 1080,
    });
  });
});

describe('texts', () => {
  it('choose the plural form of the language and fill in values', () => {
    const texts = {
      'code.triesLeft.one': '{count} попытка',
      'code.triesLeft.few': '{count} попытки',
      'code.triesLeft.other': '{count} попыток',
    };
    const t = createTranslate('ru', texts);
    expect([1, 2, 21].map((count) => t('code.triesLeft', { count }))).toEqual(['1 попытка', '2 попытки', '21 попытка']);
  });

  it('are in the language that is fixed, then the device’s, then English', () => {
    expect(guessLanguage('pt', ['de-DE'])).toBe('pt');
    expect(guessLanguage(undefined, ['xx', 'th-TH'])).toBe('th');
    expect(guessLanguage('xx', [])).toBe('en');
  });
});
