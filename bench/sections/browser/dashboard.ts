import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { argon2PasswordHasher } from '../../../src/adapters/argon2-password-hasher.ts';
import { newId } from '../../../src/domain/id.ts';
import { buildWeb } from '../../../src/embedded/build-web.ts';
import { chromiumPath } from '../../../test/browser/support/open-browser.ts';
import { timesRow, type Row, type Section } from '../../section.ts';
import { seedIdentities } from '../../seed-identities.ts';
import { seedVerifications } from '../../seed-verifications.ts';
import type { BenchStack } from '../../stack.ts';

const openings = 20;
const rounds = 4;
const turnedPages = 40;
const rowsOfTables = Number(process.env.BENCH_DASHBOARD_ROWS ?? '100000');
const mostFirstPageMs = 1500;
const mostChangeMs = 150;
const account = { email: 'bench@example.com', password: 'correct horse battery' };

/** How long an operator waits: the first page with an empty cache, from page to page, and through tables of many rows. */
export const dashboard: Section = {
  name: 'dashboard',
  title: 'Dashboard',
  async measure(stack, say) {
    if (chromiumPath === null) throw new Error('this section needs Chromium');
    await buildWeb(say);
    say(`filling up to ${rowsOfTables} people and attempts`);
    await seedIdentities(stack, rowsOfTables, 1);
    await seedVerifications(stack, rowsOfTables);
    await addOwner(stack);
    const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu'] });
    const options = { locale: 'en-US', viewport: { width: 1360, height: 900 } };
    const home = `${stack.apiUrl}/dashboard`;
    const context = await browser.newContext(options);
    const page = await signIn(context, home);
    const signedIn = await context.storageState();

    say(`opening the overview ${openings} times`);
    const first: number[] = [];
    for (let opening = 0; opening < openings; opening += 1) {
      const fresh = await browser.newContext({ ...options, storageState: signedIn });
      const opened = await fresh.newPage();
      const startedAt = performance.now();
      await opened.goto(home, { waitUntil: 'commit' });
      await opened.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      first.push(performance.now() - startedAt);
      await fresh.close();
    }

    say(`following every link of the navigation ${rounds} times`);
    const links = await page
      .getByRole('navigation', { name: 'Pages', exact: true })
      .locator('a[href^="/dashboard"]')
      .allTextContents();
    const [unknown, known]: [number[], number[]] = [[], []];
    const slowest = new Map<string, number>();
    for (let round = 0; round < rounds; round += 1) {
      // The first link leads to the current page.
      for (let step = 1; step <= links.length; step += 1) {
        const link = step % links.length;
        const ms = await follow(page, link);
        (round === 0 ? unknown : known).push(ms);
        const name = links[link] ?? '';
        if (round > 0) slowest.set(name, Math.max(ms, slowest.get(name) ?? 0));
      }
    }
    const worst = [...slowest].sort((one, other) => other[1] - one[1]).slice(0, 5);
    say(`slowest of the pages opened before: ${worst.map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`).join(', ')}`);

    const tables: Row[] = [];
    for (const list of ['verifications', 'identities'] as const) {
      say(`turning ${turnedPages} pages of the ${list}`);
      await page.goto(`${home}/${list}`);
      await page.getByRole('link', { name: 'Older' }).waitFor();
      const turns: number[] = [];
      for (let turn = 0; turn < turnedPages; turn += 1) turns.push(await turnPage(page));
      tables.push(timesRow(`next page of ${list}, ${rowsOfTables} rows, p95`, turns, mostChangeMs, 'presses'));
    }
    await browser.close();
    return [
      timesRow('overview, signed in, empty cache, p95', first, mostFirstPageMs, 'openings'),
      timesRow('press to the heading of a page opened before, p95', known, mostChangeMs, 'presses'),
      timesRow('press to the heading of a page not opened before, p95', unknown, mostChangeMs, 'presses'),
      ...tables,
    ];
  },
};

async function addOwner({ container }: BenchStack): Promise<void> {
  const passwordHash = await argon2PasswordHasher.hash(account.password);
  const id = newId('operator');
  await container.db.operators.create({ id, email: account.email, name: 'Bench', role: 'owner', passwordHash });
}

async function signIn(context: BrowserContext, home: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(home);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  return page;
}

/** From the press to the frame that shows the next heading, by the page's own clock. */
function follow(page: Page, link: number): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const before = document.querySelector('h1')?.textContent;
    const pressedAt = performance.now();
    const look = () => {
      const heading = document.querySelector('h1');
      if (heading !== null && heading.textContent !== before) resolve(performance.now() - pressedAt);
      else requestAnimationFrame(look);
    };
    document.querySelectorAll('nav[aria-label="Pages"] a[href^="/dashboard"]')[${link}].click();
    look();
  })`);
}

/** From the press to the frame that shows other rows. */
function turnPage(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const firstRow = () => document.querySelector('tbody a[data-row]')?.getAttribute('href');
    const before = firstRow();
    const pressedAt = performance.now();
    const look = () => {
      const now = firstRow();
      if (now !== undefined && now !== before) resolve(performance.now() - pressedAt);
      else requestAnimationFrame(look);
    };
    [...document.querySelectorAll('nav[aria-label="Pages of the list"] a')].find((link) => link.textContent === 'Older').click();
    look();
  })`);
}
