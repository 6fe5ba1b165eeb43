import { ADMIN, expect, expectNoAxeViolations, signIn, STAFF, test } from '../fixtures.ts';
import { readOnlyWhenAsked } from '../pages/hold-time.ts';
import { givenReturns } from './given-returns.ts';
import { moscowDay } from '../fleet/moscow-calendar.ts';

test('staff see that nothing was paid back, and read why a list can’t be shown', async ({
  page,
  failures,
}) => {
  await signIn(page, STAFF);
  // Isolates the test from bookings of other tests.
  await page.route('**/staff/api/advance-returns?state=booked', (route) =>
    route.fulfill({ json: { code: 200, data: [] } }),
  );
  await page.goto('/staff/payments?tab=returns&state=booked');
  await expect(page.getByText('Возвратов нет')).toBeVisible();
  await page.unrouteAll();
  await readOnlyWhenAsked(page);
  await failures.stage('listAdvanceReturns', { times: 10, code: 409, message: 'Список сейчас не прочитать' });
  await page.reload();
  await expect(page.getByText('Список сейчас не прочитать')).toBeVisible();
  await failures.end('listAdvanceReturns');
  await page.getByRole('button', { name: 'Перезагрузить' }).click();
  await expect(page.getByText('Возвратов нет').or(page.getByRole('table'))).toBeVisible();
});

test(
  'money paid back leaves the client’s account only after staff read what remains',
  { tag: '@phone' },
  async ({ page }) => {
    const today = moscowDay();
    const [small = '', other = '', great = ''] = await givenReturns(page, 1234.56, 500, 99_999_999);
    await signIn(page, STAFF);
    await page.goto('/staff/payments');
    const tab = page.getByRole('tab', { name: 'Возвраты клиентам' });
    await expect(tab).toContainText(/\d/);
    await page.getByRole('tab', { name: 'Поступления' }).focus();
    await page.keyboard.press('End');
    await expect(tab).toBeFocused();
    const row = (number: string) => page.getByRole('row').filter({ hasText: `№\u00a0${number}` });
    await expect(row(small).getByText('Ждёт решения')).toBeVisible();
    await expectNoAxeViolations(page);

    await row(great).getByRole('button', { name: 'Списать со счёта' }).click();
    const dialog = page.getByRole('dialog', { name: 'Списать со счёта' });
    await expect(dialog.getByText('Кредит авансом не возвращают')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Списать' })).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await row(small).getByRole('button', { name: 'Списать со счёта' }).click();
    await expect(dialog.getByText(/1\s?234,56\s₽ уйдут из нераспределённых средств/)).toBeVisible();
    await expect(dialog.getByText(/После этого у клиента останется .+,\d\d\s₽/)).toBeVisible();
    await expectNoAxeViolations(page, '[role=dialog]');
    await dialog.getByRole('button', { name: 'Списать' }).click();
    await expect(dialog).toBeHidden();
    await expect(row(small).getByText('Списан со счёта')).toBeVisible();

    await row(other).getByRole('button', { name: 'Не возврат аванса' }).click();
    const refusal = page.getByRole('dialog', { name: 'Не возврат аванса' });
    await expectNoAxeViolations(page, '[role=dialog]');
    await refusal.getByLabel('За что был платёж').fill('Оплата ремонта по счёту № 8');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(refusal).toBeHidden();
    await expect(row(other).getByText('Оплата ремонта по счёту № 8')).toBeVisible();
    await expect(row(other).getByRole('button')).toHaveText(['Отменить решение']);

    await signIn(page, ADMIN);
    await page.goto('/cabinet/statement');
    await page.getByLabel('С', { exact: true }).fill(today);
    await expect(page.getByText(`Возврат аванса, платёжное поручение № ${small}`).first()).toBeVisible();
  },
);
