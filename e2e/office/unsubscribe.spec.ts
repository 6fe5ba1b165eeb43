import { changeByTwoPeople } from '../staff/change-by-two-people.ts';
import { expect, expectNoAxeViolations, MANAGER, signIn, test as base, signInForToken } from '../fixtures.ts';
import { waitForEmail } from './emails.ts';
import { startPortal } from '../portal.ts';

/** Closing a month changes the documents of all clients, so it happens in a portal of its own. */
const test = base.extend<object, { portal: string }>({
  portal: [
    async ({}, use, { parallelIndex }) => {
      const portal = await startPortal(Number(process.env.E2E_PORT ?? 3917) + 8 + parallelIndex);
      await use(portal.address);
      await portal.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

test('a month’s email is switched off by its own link, and on again in «Уведомления»', async ({ page }) => {
  const headers = { 'X-Auth-Token': await signInForToken(page.request, MANAGER) };
  const { data: own } = await (await page.request.get('/api/users/mail', { headers })).json();
  const lastMonth = new Date();
  lastMonth.setUTCDate(0);
  const closed = await changeByTwoPeople(page.request, '/staff/api/documents/close-month', {
    date: lastMonth.toISOString().slice(0, 7),
    despite: ['feed', 'movement', 'sale', 'payment'],
    reason: 'Остальное войдёт в следующий комплект',
  });
  expect(closed.status()).toBe(200);
  const email = await waitForEmail(page.request, own.email, 'Документы за');
  expect(email.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');

  const url = new URL(/^<(.*)>$/.exec(email.headers['List-Unsubscribe'] ?? '')?.[1] ?? '');
  await page.goto(url.pathname + url.search);
  const choice = page.getByRole('checkbox', { name: 'Документы за месяц готовы' });
  await expect(choice).toBeChecked();
  await expectNoAxeViolations(page);
  await choice.uncheck();
  await expect(page.getByText('Сохранено')).toBeVisible();

  await signIn(page, MANAGER);
  await page.goto('/cabinet/notices/choices');
  const byMail = page.getByRole('checkbox', { name: 'Документы за месяц готовы: Почта' });
  await expect(byMail).not.toBeChecked();
  await byMail.check();
  await page.reload();
  await expect(byMail).toBeChecked();
  await expect(page.getByText(/^Ещё не подключены: .*Telegram/)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /: (Telegram|MAX|Push)$/ })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Подключить каналы' }).click();
  await expect(page).toHaveURL('/cabinet/me');
  await page.goto('/unsubscribe?token=nobody');
  await expect(page.getByText(/^Ссылка не подходит/)).toBeVisible();
});
