import { changeAnswer } from '../pages/change-answer.ts';
import { expect, expectNoAxeViolations, signIn, STAFF, test } from '../fixtures.ts';

test('§2.58 staff order cards again from a network that refused, and the refusal disappears', async ({
  page,
}) => {
  await signIn(page, STAFF);
  await page.goto('/staff?status=2');
  // The demonstration's data contain it: a network that had run out of cards.
  const request = page.getByRole('row').filter({ hasText: 'У сети закончились карты' });
  await expect(request.getByText('Выпуск карт остановился')).toBeVisible();
  await expect(request.getByText('Заявка одобрена')).toHaveCount(0);
  await expectNoAxeViolations(page);
  const number = await request.getByRole('cell').nth(1).innerText();
  await request.getByRole('button', { name: 'Запросить снова' }).click();
  const dialog = page.getByRole('dialog', { name: `Запросить карты снова по заявке № ${number}` });
  await expect(dialog.getByText('Сети сразу получат заказ карт')).toBeVisible();
  await expectNoAxeViolations(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Запросить снова' }).click();
  await expect(request).toBeHidden();

  await page.getByLabel('Статус').selectOption({ label: 'Все заявки' });
  const requested = page
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: number, exact: true }) });
  await expect(requested.getByText('Карты выпущены')).toBeVisible();
  await expect(requested.getByRole('button')).toHaveCount(0);
});

test('a click on approval in the list asks first, and a closed dialog approves nothing', async ({ page }) => {
  await signIn(page, STAFF);
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/approve')) sent += 1;
  });
  await page.goto('/staff?status=1');
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: 'Одобрить' }) })
    .first();
  await row.getByRole('button', { name: 'Одобрить' }).click();
  const dialog = page.getByRole('dialog', { name: /^Одобрить заявку № / });
  await expect(dialog.getByText('Что прочитает компания')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(row.getByRole('button', { name: 'Одобрить' })).toBeFocused();
  expect(sent).toBe(0);
});

test('staff see where cards go before they approve them, and why one was rejected @phone', async ({
  page,
}) => {
  await signIn(page, STAFF);
  await changeAnswer(page, '**/staff/api/requests*', (answer) => {
    const [rejected] = answer.data;
    rejected.address = { city: 'Омск', street: 'Полевая', house: '7' };
    rejected.recipient = { firstname: 'Вера', lastname: 'Ильина' };
    rejected.issue_problem = null;
    rejected.reject_reason = 'Компания не подтвердила заказ';
  });
  await page.goto('/staff');
  const row = page.getByRole('row').filter({ hasText: 'Компания не подтвердила заказ' });
  // A desk has no room for the address in the list: there the request's page shows it, beside its buttons.
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  if (isPhone) await expect(row.getByText('г.\u00a0Омск, Полевая, дом\u00a07; Вера Ильина')).toBeVisible();
  await expectNoAxeViolations(page);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over).toBeLessThanOrEqual(0);
  await row.getByRole('link').click();
  await expect(page.getByRole('main').getByText('Куда доставить')).toBeVisible();
});
