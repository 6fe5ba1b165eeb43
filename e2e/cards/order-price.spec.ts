import { ADMIN, expect, signIn, test } from '../fixtures.ts';
import { moscowDay } from '../fleet/moscow-calendar.ts';
import { changeByTwoPeople } from '../staff/change-by-two-people.ts';

test('the wizard adds the delivery of the client’s tariff to the price of his cards', async ({ page }) => {
  const tariff = { company_id: 1, change: 'none', delivery_fee: '350,50', first_day: moscowDay() };
  const entered = await changeByTwoPeople(page.request, '/staff/api/tariffs', tariff);
  expect(entered.ok(), await entered.text()).toBe(true);
  await signIn(page, ADMIN);
  await page.goto('/create/1');
  const network = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Газпромнефть' }) });
  const price = toKopecks((await network.getByText(/^Карта/).textContent()) ?? '');
  await expect(page.getByText('Доставка карт')).toBeHidden();
  await page.getByRole('spinbutton', { name: 'Карт Газпромнефть' }).fill('3');
  await expect(page.getByText('Доставка карт').locator('..')).toContainText(/350,50\s₽/);
  const total = page.getByText(/^Всего 3\sкарты/).locator('..');
  await expect
    .poll(async () => toKopecks(((await total.textContent()) ?? '').replace(/^Всего 3/, '')))
    .toBe(3 * price + 350_50);
  await expect(page.getByText('Спишется со счёта компании, когда сети выпустят карты')).toBeVisible();
});

/** `Карта 1 200,00 ₽` → 120000 */
function toKopecks(text: string): number {
  return Number(text.replace(/\D/g, ''));
}
