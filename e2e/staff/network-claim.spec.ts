import { expect, expectNoAxeViolations, signIn, STAFF, test } from '../fixtures.ts';
import { givenDisputedInvoice, NETWORK_INN } from './given-network-invoice.ts';
import { givenPayment } from './given-payment.ts';

test('an invoice is accepted without its dispute, and a refund closes the claim', async ({ page }) => {
  const { id, number } = await givenDisputedInvoice(page);
  await signIn(page, STAFF);
  await page.goto(`/staff/network-invoices/${id}`);
  await page.getByRole('button', { name: 'Принять без спорного' }).click();
  const dialog = page.getByRole('dialog', { name: 'Принять без спорного' });
  await expect(dialog.getByLabel('Сеть вернёт')).toHaveValue('1234,56');
  await expect(dialog.getByRole('status')).toContainText(/3\s765,44/);
  await dialog.getByLabel('Основание претензии').fill('Такой заправки не было');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Принять счёт' }).click();
  const claim = page.getByRole('heading', { name: 'Претензия к сети' }).locator('../..');
  await expect(claim).toContainText('Ждём возврата');
  await expectNoAxeViolations(page);

  const payment = await givenPayment(page, {
    inn: NETWORK_INN,
    state: 'refund',
    purpose: 'Возврат по претензии',
  });
  await page.goto(`/staff/payments?q=${payment.number}`);
  await page.getByRole('button', { name: 'Учесть возврат от сети' }).click();
  const booking = page.getByRole('dialog', { name: 'Учесть возврат от сети' });
  const option = booking.getByRole('option', { name: `Претензия по счёту № ${number}` });
  await booking.getByLabel('Что это').selectOption((await option.getAttribute('value')) ?? '');
  await booking.getByLabel('Основание, останется в журнале').fill('Ответ сети');
  await expectNoAxeViolations(page);
  await booking.getByRole('button', { name: 'Учесть возврат' }).click();
  await expect(page.getByText('в расчётах с ней')).toBeVisible();
  await page.goto(`/staff/network-invoices/${id}`);
  await expect(claim).toContainText('Сеть вернула');
  await expect(claim.getByRole('button', { name: 'Отозвать' })).toHaveCount(0);

  await page.goto(`/staff/payments?q=${payment.number}`);
  await page.getByRole('button', { name: 'Отменить учёт платежа сети' }).click();
  const undoing = page.getByRole('dialog', { name: 'Отменить учёт платежа сети' });
  await undoing.getByLabel('Основание, останется в журнале').fill('Это бонус');
  await undoing.getByRole('button', { name: 'Отменить возврат' }).click();
  await page.getByRole('button', { name: 'Учесть возврат от сети' }).click();
  await booking.getByLabel('Что это').selectOption('Бонус сети');
  await booking.getByLabel('Основание, останется в журнале').fill('Договор, п. 4');
  await booking.getByRole('button', { name: 'Учесть бонус' }).click();
  await expect(page.getByText('в расчётах с ней')).toBeVisible();
  await page.goto('/staff/network-invoices?tab=networks');
  await expect(
    page
      .getByRole('table', { name: 'Расчёты с сетями' })
      .getByText(/1\s234,56/)
      .first(),
  ).toBeVisible();
});
