import type { Page } from '@playwright/test';
import { changeAnswer } from '../pages/change-answer.ts';
import { ADMIN, expect, expectNoAxeViolations, signIn, signInForToken, test } from '../fixtures.ts';
import { findCutParts } from '../pages/find-cut-parts.ts';
import { chooseAction } from '../papers/document-rows.ts';

interface Listed {
  id: number;
  number: string;
  created_at: string;
  partner: { id: number };
  card: { id: number };
  purchase: { address: string; place?: { lat: number; lon: number } | null };
}

test('an operation opens beside its list, and the arrows walk to its neighbours', async ({ page }) => {
  await signIn(page, ADMIN);
  const [first, second] = await readOperations(page, 'typeId=11');
  await page.goto('/cabinet/card-transactions?type=11');
  const rows = page.getByRole('table', { name: 'Операции' }).locator('tbody').getByRole('row');
  const opener = rows.first().getByRole('link');
  await opener.click();

  const panel = page.getByRole('dialog', { name: /^Покупка топлива/ });
  await expect(page).toHaveURL(new RegExp(`type=11&operation=${first!.id}$`));
  await expect(panel).toContainText(first!.number);
  await expect(panel.getByRole('region', { name: 'Чек' })).toContainText('В том числе НДС');
  await expect(panel.getByRole('region', { name: 'Машина и карта' })).toBeVisible();
  await expect(panel.getByRole('region', { name: 'Правила и проверка' })).toContainText(
    'Правила карты сейчас',
  );
  await expectNoAxeViolations(page);
  // The list is not behind a veil.
  await expect(rows.nth(1)).toBeVisible();

  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(new RegExp(`operation=${second!.id}$`));
  await expect(panel).toContainText(second!.number);
  await panel.getByRole('button', { name: 'Предыдущая' }).click();
  await expect(panel).toContainText(first!.number);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL(/card-transactions\?type=11$/);
  await expect(opener).toBeFocused();
});

test('a link opens an operation that the list does not show, and Back closes one @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  const old = (await readOperations(page, 'typeId=11&page=20'))[0]!;
  await page.goto(`/cabinet/card-transactions?operation=${old.id}`);
  const panel = page.getByRole('dialog', { name: /^Покупка топлива/ });
  await expect(panel).toContainText(old.number);
  await expect(panel.getByRole('button', { name: 'Следующая' })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await panel.getByRole('button', { name: 'Закрыть' }).click();
  await expect(panel).toBeHidden();

  await page.getByRole('table', { name: 'Операции' }).locator('tbody').getByRole('link').first().click();
  const any = page.getByRole('dialog');
  await expect(any).toBeVisible();
  await page.goBack();
  await expect(any).toBeHidden();
  await page.goto('/cabinet/card-transactions?operation=999999999');
  await expect(any).toContainText('Такой операции нет');
});

test('a suspicious filling shows its reasons and the place of its station', async ({ page }) => {
  await signIn(page, ADMIN);
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const signals = (await (await page.request.get('/api/signals?state=open', { headers })).json()).data as {
    evidence: string;
    rule: { title: string };
    operation: { id: number };
  }[];
  const { evidence, rule, operation } = signals[0]!;
  await changeAnswer(page, /\/api\/operations\?operationId=/, ({ data }) => {
    data[0].breaches = [{ kind: 'litres_filling', sentence: 'Не больше 50 л за заправку' }];
    data[0].purchase.place = { lat: 56.858, lon: 35.9 };
  });
  await page.goto(`/cabinet/card-transactions?operation=${operation.id}`);
  const panel = page.getByRole('dialog', { name: /^Покупка топлива/ });
  const checks = panel.getByRole('region', { name: 'Правила и проверка' });
  await expect(checks).toContainText(rule.title);
  await expect(checks).toContainText(evidence);
  await expect(checks).toContainText('Не больше 50 л за заправку');
  await expect(checks.getByRole('link', { name: 'Разобрать' }).first()).toHaveAttribute(
    'href',
    /signals\?card=/,
  );
  await expect(panel.getByRole('img', { name: /ближайший город: Тверь/ })).toBeVisible();
  await expectNoAxeViolations(page);
  for (const width of [360, 768, 1280, 1366, 1440, 1920])
    await test.step(`nothing is cut at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 768 });
      await expect(panel).toBeVisible();
      await expect.poll(() => page.evaluate(findCutParts)).toEqual([]);
    });
});

test('what does not match leads to an objection that names the operation', async ({ page }) => {
  await signIn(page, ADMIN);
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const year = String(new Date().getFullYear());
  const months = (await (await page.request.get(`/api/doc?year=${year}`, { headers })).json()).data as Record<
    string,
    { id: number; kind: string; partner_id: number; title: string }[]
  >;
  const [month, documents] = Object.entries(months).find(([, list]) =>
    list.some(({ kind }) => kind === 'upd'),
  )!;
  const { partner_id: partnerId, title } = documents.find(({ kind }) => kind === 'upd')!;
  await changeAnswer(page, /\/api\/doc\?/, ({ data }) => {
    for (const document of data[month])
      Object.assign(document, { received: null, objection: null, object_until: null });
  });
  const days = `dateFrom=${month}-01&dateTo=${month}-28`;
  const sale = (await readOperations(page, `typeId=11&partnerId=${partnerId}&${days}`))[0]!;
  await page.goto(`/cabinet/card-transactions?operation=${sale.id}`);
  await page.getByRole('button', { name: 'Не сходится' }).click();
  const ways = page.getByRole('dialog', { name: 'Что не сходится' });
  await expect(ways.getByRole('link', { name: 'Написать в поддержку' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:.*${sale.number}`),
  );
  await expectNoAxeViolations(page);
  await ways.getByRole('link', { name: 'Возразить по документу' }).click();

  await expect(page).toHaveURL(/documents\?year=\d{4}&document=\d+/);
  const actions = page.getByRole('button', { name: `Действия: ${title}` });
  await chooseAction(page.getByRole('row').filter({ has: actions }), 'Возразить');
  await expect(page.getByText('Операции, о которых речь: 1')).toBeVisible();
});

test('the last operations of a card open on its page', async ({ page }) => {
  await signIn(page, ADMIN);
  const { card, number } = (await readOperations(page, 'typeId=11'))[0]!;
  await page.goto(`/cabinet/card?id=${card.id}`);
  const rows = page.getByRole('table', { name: 'Операции' }).locator('tbody').getByRole('row');
  await rows.filter({ hasNotText: 'Пополнение' }).first().getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`card\\?id=${card.id}&operation=\\d+$`));
  await expect(page.getByRole('dialog', { name: /^Покупка топлива/ })).toContainText(number);
});

async function readOperations(page: Page, query: string): Promise<Listed[]> {
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  return (await (await page.request.get(`/api/operations?${query}`, { headers })).json()).data;
}
