import type { APIRequestContext } from '@playwright/test';
import {
  ADMIN,
  expect,
  lastCode,
  lastMessageId,
  MANAGER,
  signIn,
  signInForToken,
  STAFF,
  test as base,
} from '../fixtures.ts';
import { moscowDay } from '../fleet/moscow-calendar.ts';
import { startPortal } from '../portal.ts';
import { changeByTwoPeople } from '../staff/change-by-two-people.ts';
import { expectPrintedWhole, forgetPrinted } from './print-from-viewer.ts';

/** A closed month would stand in the way of others: its documents have a portal of their own. */
const test = base.extend<object, { portal: string }>({
  portal: [
    async ({}, use, { parallelIndex }) => {
      const portal = await startPortal(Number(process.env.E2E_PORT ?? 3917) + 32 + parallelIndex);
      await use(portal.address);
      await portal.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

test.skip(
  ({ browserName }) => browserName !== 'firefox',
  'Chromium without a window shows and prints no PDF.',
);
test.afterAll(forgetPrinted);

test('each document of a client is printed from the viewer of Firefox, every sheet @firefox', async ({
  page,
}, info) => {
  await closeLastMonth(page.request);
  await issueOrderedCards(page.request);
  await signIn(page, ADMIN);
  await page.goto('/cabinet/documents');
  await page.getByRole('button', { name: 'Составить договор' }).click();
  const download = (name: RegExp) => page.getByRole('button', { name }).first();
  for (const title of [
    'Скачать договор',
    'Скачать: УПД',
    'Скачать: Реестр операций',
    'Скачать: Акт сверки',
    'Скачать: Акт приёма-передачи карт',
  ])
    await test.step(title, () => expectPrintedWhole(page, info, download(new RegExp(`^${title}`))));

  await signIn(page, STAFF);
  await page.goto('/staff/documents');
  await page
    .getByRole('button', { name: /^Действия: УПД/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Исправить строки (УКД)' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel(/^Количество/)
    .first()
    .fill('1');
  await dialog.getByLabel(/^Что исправлено и почему/).fill('Литры сверены с сетью');
  await test.step('a draft of a УКД', () =>
    expectPrintedWhole(page, info, dialog.getByRole('button', { name: 'Скачать проект УКД' })));
});

async function closeLastMonth(request: APIRequestContext): Promise<void> {
  const headers = { 'x-auth-token': await signInForToken(request, STAFF) };
  const date = moscowDay(Number(moscowDay().slice(8))).slice(0, 7);
  const closing = await request.get('/staff/api/documents/closing', { headers, params: { date } });
  const { open } = (await closing.json()).data as { open: { kind: string }[] };
  const closed = await changeByTwoPeople(request, '/staff/api/documents/close-month', {
    date,
    despite: open.map(({ kind }) => kind),
    ...(open.length > 0 && { reason: 'Войдёт в следующий комплект' }),
  });
  expect(closed.ok(), await closed.text()).toBe(true);
}

/** The act of the cards comes with the last of them. */
async function issueOrderedCards(request: APIRequestContext): Promise<void> {
  const headers = { 'x-auth-token': await signInForToken(request, MANAGER) };
  const before = await lastMessageId(request, MANAGER);
  expect((await request.get('/api/sms', { headers })).ok()).toBe(true);
  const sms = await lastCode(request, MANAGER, before);
  const form = { sms, 'item[0][cards_cnt]': '1', 'item[0][partner_id]': '2' };
  const ordered = await (await request.post('/api/cardsRequest', { headers, form })).json();
  const staff = { 'x-auth-token': await signInForToken(request, STAFF) };
  const approved = await request.post(`/staff/api/requests/${ordered.data.id}/approve`, { headers: staff });
  expect(approved.ok(), await approved.text()).toBe(true);
}
