import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { openDriverPage } from '../joining/drivers-phone.ts';
import { ADMIN, expect, signIn, signInForToken, STAFF, test } from '../fixtures.ts';
import { listenToPage } from './listen-to-page.ts';

/** Pages whose transcripts are stored in `transcripts`, with who reads them. */
const PAGES: [name: string, person: string | null, address: string][] = [
  ['cabinet', ADMIN, '/cabinet'],
  ['card', ADMIN, '/cabinet/card?id=1'],
  ['operations', ADMIN, '/cabinet/card-transactions'],
  ['transfer', ADMIN, '/cabinet/card-payment/1?card=1'],
  ['documents', ADMIN, '/cabinet/documents'],
  ['login', null, '/login-driver'],
  ['staff-requests', STAFF, '/staff'],
];

for (const [name, person, address] of PAGES)
  test(`a screen reader reads in order: ${name}`, async ({ page }) => {
    if (person) await signIn(page, person);
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html[data-loading], [aria-busy="true"]')).toHaveCount(0);
    await expectTranscript(page, name);
  });

test('a screen reader reads in order: driver', async ({ page, browser }) => {
  await signIn(page, ADMIN);
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const cards = (await (await page.request.get('/api/card', { headers })).json()).data;
  const card = cards.findLast(({ status }: { status: { id: number } }) => status.id === 1);
  await page.goto(`/cabinet/drivers?card=${card.id}`);
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'ru-RU' });
  await expectTranscript(await openDriverPage(page, await phone.newPage(), card.id), 'driver');
  await phone.close();
});

/**
 * Expects the phrases of the stored transcript, in its order; others may stand between, since data change from day to day.
 * To store a transcript again, delete its file, run the test, and review the file that it writes.
 */
async function expectTranscript(page: Page, name: string): Promise<void> {
  // Other tests of the same portal cause notices.
  const spoken = (await listenToPage(page)).map((phrase) =>
    phrase.replace(/\s*, не прочитано уведомлений:\s*\d+/, ''),
  );
  const file = path.join(import.meta.dirname, 'transcripts', `${name}.txt`);
  if (!fs.existsSync(file)) {
    fs.writeFileSync(file, `${spoken.filter(isLasting).join('\n')}\n`);
    throw new Error(`${file} is new: review it`);
  }
  const stored = fs.readFileSync(file, 'utf8').trim().split('\n');
  let from = 0;
  const missed = stored.filter((phrase) => {
    const place = spoken.indexOf(phrase, from);
    if (place >= 0) from = place + 1;
    return place < 0;
  });
  expect(missed).toEqual([]);
}

/** Sums, dates and numbers are of one day. */
function isLasting(phrase: string): boolean {
  return !/\d(?<!level \d)|январ|феврал|март|апрел|ма[йя]\b|июн|июл|август|сентябр|октябр|ноябр|декабр/.test(
    phrase,
  );
}
