import type { Page } from '@playwright/test';
import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  lastCode,
  lastMessageId,
  signIn,
  SPECIALIST,
  test,
  signInForToken,
} from '../fixtures.ts';

const preview = (page: Page) => page.getByRole('region', { name: 'Что станет с картами' });

async function selectCards(page: Page, count: number): Promise<void> {
  await page.goto('/cabinet?status=1');
  const boxes = page
    .getByRole('table', { name: 'Мои карты' })
    .getByRole('checkbox', { name: /^Выбрать карту/ });
  await boxes.first().check();
  await boxes.nth(count - 1).click({ modifiers: ['Shift'] });
}

test('the selected cards are topped up by one code, each as its network answers @phone', async ({ page }) => {
  await signIn(page, ADMIN);
  await selectCards(page, 3);
  await page
    .getByRole('region', { name: 'Выбранные карты' })
    .getByRole('button', { name: 'Пополнить' })
    .click();
  await expect(page).toHaveURL(/\/cabinet\/cards-payment\/1/);
  await expect(page.getByRole('heading', { name: 'Пополнение карт' })).toBeVisible();
  const next = page.getByRole('button', { name: 'Получить код' });
  await expect(next).toBeDisabled();
  await page.getByLabel('Сумма на каждую карту').fill('7');
  await expect(preview(page).getByRole('status')).toHaveText(/3\s+карты\s*21,00/);
  await expect(preview(page).getByRole('listitem')).toHaveCount(3);
  await expectNoAxeViolations(page);
  // The prepared action survives a reload.
  await page.reload();
  await expect(preview(page).getByRole('status')).toHaveText(/3\s+карты\s*21,00/);
  const before = await lastMessageId(page.request, ADMIN);
  await next.click();
  await expect(page).toHaveURL(/\/cabinet\/cards-payment\/2/);
  await expect(page.getByText(/Пополнение 3\s+карт/)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '7,00' })).toHaveCount(3);
  await page.getByLabel('Код из СМС').fill(await lastCode(page.request, ADMIN, before));
  await expect(page.getByText(/Деньги в пути|Деньги на картах|Сделано: /).first()).toBeVisible();
  await expect(page.getByText('Деньги на картах')).toBeVisible();
  await expectNoAxeViolations(page);
});

test('a user who tops up a blocked card is warned, and may go on @phone', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet?status=3');
  const list = page.getByRole('table', { name: 'Мои карты' });
  await list
    .getByRole('checkbox', { name: /^Выбрать карту/ })
    .first()
    .check();
  const selected = page.getByRole('region', { name: 'Выбранные карты' });
  await selected.getByRole('button', { name: 'Пополнить' }).click();
  await page.getByLabel('Сумма на каждую карту').fill('7');
  await expect(
    preview(page).getByText(/^1\s+карта заблокирована: потратить деньги можно будет/),
  ).toBeVisible();
  await expect(preview(page).getByRole('listitem').filter({ hasText: 'Заблокирована' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Получить код' })).toBeEnabled();
  await expectNoAxeViolations(page);
});

test('a table pasted from a spreadsheet is matched line by line, with its errors', async ({ page }) => {
  await signIn(page, ADMIN);
  const { data } = await (
    await page.request.get('/api/card', {
      headers: { 'x-auth-token': await signInForToken(page.request, ADMIN) },
    })
  ).json();
  const [first, second] = data as { card_number: string }[];
  await page.goto('/cabinet/cards-payment/1');
  await page.getByRole('radio', { name: 'Таблица' }).check({ force: true });
  const table = page.getByLabel('Карты и суммы');
  await table.fill(`Карта\tСумма\n${first?.card_number}\t1 500,50\nнет такой\t5\n${second?.card_number}\t2`);
  await expect(preview(page).getByRole('status')).toHaveText(/2\s+карты\s*1\s502,50/);
  await expect(page.getByText('Строка 3: «нет такой 5». Такой карты нет')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Получить код' })).toBeDisabled();
  await expectNoAxeViolations(page);
  await table.fill(`${first?.card_number}\t1 500,50\n${second?.card_number}\t2`);
  await expect(page.getByRole('button', { name: 'Получить код' })).toBeEnabled();
});

test('an «Остаток» of zero returns everything, and too much is refused', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/cards-payout/1');
  await expect(page.getByRole('heading', { name: 'Возврат с карт' })).toBeVisible();
  await page.getByRole('radio', { name: 'Остаток' }).check({ force: true });
  await page.getByLabel('Оставить на каждой карте').fill('0');
  await page.getByRole('main').getByRole('checkbox').first().check();
  await expect(preview(page).getByRole('listitem').getByText(/0,00/).first()).toBeVisible();
  await page.goto('/cabinet/cards-payment/1');
  await page.getByRole('button', { name: 'Выбрать все' }).click();
  await page.getByLabel('Сумма на каждую карту').fill('999999');
  await expect(preview(page).getByRole('alert')).toHaveText(/Недостаточно средств: не хватает/);
  await expect(page.getByRole('button', { name: 'Получить код' })).toBeDisabled();
});

test('§6.8 a specialist reads who moves money, and the code’s address leads to the list', async ({
  page,
}) => {
  await signIn(page, SPECIALIST);
  await page.goto('/cabinet/cards-payment/1');
  await expect(page.getByText(/Деньгами распоряжаются/)).toBeVisible();
  await signIn(page, ADMIN);
  await page.goto('/cabinet/cards-payment/2');
  await expect(page).toHaveURL(/\/cabinet\/cards-payment\/1/);
});
