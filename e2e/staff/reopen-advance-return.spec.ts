import { ADMIN, expect, expectNoAxeViolations, signIn, STAFF, test } from '../fixtures.ts';
import { givenReturns } from './given-returns.ts';
import { moscowDay } from '../fleet/moscow-calendar.ts';

test(
  'a mistaken staff decision about a payment to a client is taken back',
  { tag: '@phone' },
  async ({ page }) => {
    const today = moscowDay();
    const [gone = '', remaining = ''] = await givenReturns(page, 1234.56, 500);
    await signIn(page, STAFF);
    await page.goto('/staff/payments?tab=returns');
    const row = (number: string) => page.getByRole('row').filter({ hasText: `№\u00a0${number}` });
    await row(gone).getByRole('button', { name: 'Списать со счёта' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Списать' }).click();
    await expect(row(gone).getByText('Списан со счёта')).toBeVisible();
    await row(remaining).getByRole('button', { name: 'Не возврат аванса' }).click();
    await page.getByLabel('За что был платёж').fill('Оплата ремонта по счёту № 8');
    await page.getByRole('button', { name: 'Подтвердить' }).click();
    await expect(row(remaining).getByText('Оплата ремонта по счёту № 8')).toBeVisible();

    await row(gone).getByRole('button', { name: 'Отменить решение' }).click();
    const dialog = page.getByRole('dialog', { name: 'Отменить решение' });
    await expect(dialog.getByText(/1\s?234,56\s₽ вернутся в нераспределённые средства/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Отменить решение' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expectNoAxeViolations(page, '[role=dialog]');
    await dialog.getByLabel('Почему решение неверно').fill('Списали не у того клиента');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(row(gone).getByText('Ждёт решения')).toBeVisible();
    await expect(row(gone).getByText(/Отменено .+: Списали не у того клиента/)).toBeVisible();
    await expect(row(gone).getByText(/До этого «Списан со счёта»/)).toBeVisible();
    await expect(row(gone).getByRole('button', { name: 'Списать со счёта' })).toBeVisible();

    await row(remaining).getByRole('button', { name: 'Отменить решение' }).click();
    await expect(dialog.getByText('деньги не двинутся')).toBeVisible();
    await dialog.getByLabel('Почему решение неверно').fill('Это был аванс');
    await dialog.getByRole('button', { name: 'Отменить решение' }).click();
    await expect(dialog).toBeHidden();
    await expect(
      row(remaining).getByText(/До этого «Не возврат аванса».+Оплата ремонта по счёту № 8/),
    ).toBeVisible();
    await expectNoAxeViolations(page);

    await signIn(page, ADMIN);
    await page.goto('/cabinet/statement');
    await page.getByLabel('С', { exact: true }).fill(today);
    const line = (label: string) => page.getByText(`${label}, платёжное поручение № ${gone}`).first();
    await expect(line('Возврат аванса')).toBeVisible();
    await expect(line('Исправление возврата аванса')).toBeVisible();
  },
);

test('a decision that was changed meanwhile is not taken back unread', async ({ page, failures }) => {
  const [number = ''] = await givenReturns(page, 700);
  await signIn(page, STAFF);
  await page.goto('/staff/payments?tab=returns');
  const row = page.getByRole('row').filter({ hasText: `№\u00a0${number}` });
  await row.getByRole('button', { name: 'Не возврат аванса' }).click();
  await page.getByLabel('За что был платёж').fill('Оплата ремонта');
  await page.getByRole('button', { name: 'Подтвердить' }).click();
  await row.getByRole('button', { name: 'Отменить решение' }).click();
  const dialog = page.getByRole('dialog', { name: 'Отменить решение' });
  const message = 'Решение с тех пор отменили и приняли другое. Прочитайте его и решите снова';
  await failures.stage('reopenAdvanceReturn', { times: 1, code: 409, message });
  await dialog.getByLabel('Почему решение неверно').fill('Это был аванс');
  await dialog.getByRole('button', { name: 'Отменить решение' }).click();
  await expect(dialog.getByText(message)).toBeVisible();
  await expect(dialog.getByLabel('Почему решение неверно')).toHaveValue('Это был аванс');
});
