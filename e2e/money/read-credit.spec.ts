import type { Page } from '@playwright/test';
import { changeAnswer } from '../pages/change-answer.ts';
import {
  expect,
  expectNoAxeViolations,
  MANAGER,
  signIn,
  test,
  signInForToken,
  UNTIL_ENDED,
} from '../fixtures.ts';
import { moscowDay } from '../fleet/moscow-calendar.ts';

const LONG = new Intl.DateTimeFormat('ru-RU', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** «5 декабря 2026», as screens write a day. */
const formatLongDay = (day: string) => LONG.format(new Date(day)).replace(/\s?г\.$/, '');

/** The row of the balances that is called so; on a phone they are unfolded first. */
function findRow(page: Page, label: string) {
  return page.getByRole('region', { name: 'Балансы' }).locator('dl > div').filter({ hasText: label });
}

async function openBalances(page: Page): Promise<void> {
  await page.goto('/cabinet');
  const folded = page.getByRole('button', { name: 'Счета сетей и кредит' });
  await expect(page.getByText('Нераспределённые средства').first()).toBeVisible();
  if (await folded.isVisible()) await folded.click();
}

test('§3.17 the cabinet shows the term of credit and the debt, as the agreement does @phone', async ({
  page,
}) => {
  await signIn(page, MANAGER);
  await openBalances(page);
  await expect(findRow(page, 'Срок оплаты')).toContainText('14 дней');
  await expect(findRow(page, 'Ещё без оплаты')).toContainText('5 дней');
  await expect(findRow(page, 'Задолженность')).toHaveCount(0);

  const headers = { 'X-Auth-Token': await signInForToken(page.request, MANAGER) };
  const profile = await (await page.request.get('/api/users/profile', { headers })).json();
  const client = `/api/client/${profile.data.company.client.id}`;
  const { data } = await (await page.request.get(client, { headers })).json();
  // Rounds to whole kopecks: a difference of rubles leaves fractions of a kopeck.
  const kopecks = Math.round((data.notDistSum - data.creditSum) * 100) + 1234_50;
  const accounts = [{ partner_id: 3, sum: kopecks / 100 }];
  const today = { pay: moscowDay(-14), work: moscowDay(-19) };
  expect((await page.request.post(`${client}/accounts`, { headers, data: { accounts } })).status()).toBe(200);
  await expect(findRow(page, 'Задолженность')).toContainText(/1\s234,50/);
  await expect(findRow(page, 'Оплатить до')).toContainText(formatLongDay(today.pay));
  await expect(findRow(page, 'Крайний срок')).toContainText(formatLongDay(today.work));
  await expectNoAxeViolations(page);

  await changeAnswer(page, '**/credit', ({ data: credit }) => (credit.debt.late = true));
  await openBalances(page);
  await expect(findRow(page, 'Срок оплаты прошёл')).toContainText(formatLongDay(today.pay));
  expect(
    (await page.request.post(`${client}/accounts/revoke`, { headers, data: { accounts } })).status(),
  ).toBe(200);
});

test('the largest figure of the balances splits into own money and credit @phone', async ({ page }) => {
  await signIn(page, MANAGER);
  const headers = { 'X-Auth-Token': await signInForToken(page.request, MANAGER) };
  const profile = await (await page.request.get('/api/users/profile', { headers })).json();
  const read = page.waitForResponse(`**/api/client/${profile.data.company.client.id}`);
  await openBalances(page);
  const { notDistSum, creditAvailable } = (await (await read).json()).data;
  expect(creditAvailable).toBeGreaterThan(0);
  const input = `Своих ${rubles(notDistSum - creditAvailable)}, кредита ${rubles(creditAvailable)}`;
  await expect(page.getByRole('region', { name: 'Балансы' })).toContainText(input);
  const bar = page.getByRole('img', { name: /^Где лежат деньги/ });
  await expect(bar).toHaveAccessibleName(/нераспределённые \d+ %, кредит \d+ %/);
});

test('balances add up to «Мои средства», also with used credit, named once @phone', async ({ page }) => {
  await signIn(page, MANAGER);
  const headers = { 'X-Auth-Token': await signInForToken(page.request, MANAGER) };
  const profile = await (await page.request.get('/api/users/profile', { headers })).json();
  const client = `/api/client/${profile.data.company.client.id}`;
  const { data } = await (await page.request.get(client, { headers })).json();
  await openBalances(page);
  await expectLinesToAddUp(page);
  const kopecks = Math.round((data.notDistSum - data.creditSum) * 100) + 500_00;
  const accounts = [{ partner_id: 3, sum: kopecks / 100 }];
  expect((await page.request.post(`${client}/accounts`, { headers, data: { accounts } })).status()).toBe(200);
  await expect(findRow(page, 'Задолженность')).toContainText(/−500,00/);
  await expectLinesToAddUp(page);
  await expect(page.getByRole('region', { name: 'Балансы' }).getByText('Доступно в кредит')).toHaveCount(0);
  await page.request.post(`${client}/accounts/revoke`, { headers, data: { accounts } });
});

/** Expects the own part of the largest figure and every line above «Мои средства», less the debt, to add up to it. */
async function expectLinesToAddUp(page: Page): Promise<void> {
  const panel = page.getByRole('region', { name: 'Балансы' });
  const lines = panel.locator('dl').first().locator('> div');
  const read = async () => {
    const sums = (await lines.locator('dd:first-of-type').allTextContents()).map(parseKopecks);
    const own = parseKopecks(/Своих ([^,]+,\d\d)/.exec((await panel.textContent()) ?? '')?.[1] ?? '');
    const owed = (await findRow(page, 'Задолженность').locator('dd').allTextContents()).map(parseKopecks);
    const mine = sums.pop() ?? NaN;
    return [own, ...sums, ...owed].reduce((sum, value) => sum + value, 0) - mine;
  };
  await expect.poll(read).toBe(0);
}

function parseKopecks(text: string): number {
  return Math.round(
    Number(
      text
        .replace('−', '-')
        .replace(/[^\d,-]/g, '')
        .replace(',', '.'),
    ) * 100,
  );
}

/** «1 234,50 ₽», as screens write a sum. */
function rubles(sum: number): string {
  return `${sum.toLocaleString('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ₽`;
}

test('a term of credit that could not be read does not look like none', async ({ page, failures }) => {
  await signIn(page, MANAGER);
  await failures.stage('readCredit', { times: UNTIL_ENDED });
  await openBalances(page);
  await expect(findRow(page, 'Срок оплаты кредита')).toContainText('не загрузился');
  await expectNoAxeViolations(page);
});
