import { chooseClient } from './choose-client.ts';
import { confirmWaiting } from './change-by-two-people.ts';
import { expect, expectNoAxeViolations, MANAGER, signIn, STAFF, test, signInForToken } from '../fixtures.ts';
import { moscowDay } from '../fleet/moscow-calendar.ts';

interface Card {
  id: number;
  card_number: string;
  card_sum: number;
  partner: { id: number };
}

const GOODS = [
  [303, 'ДТ Премиум'],
  [302, 'ДТ зимнее'],
  [401, 'АИ-92'],
  [501, 'СУГ (пропан)'],
  [402, 'АИ-95'],
] as const;
type Goods = (typeof GOODS)[number];

async function findGoods<Found>(check: (goods: Goods) => Promise<Found | null>): Promise<Found> {
  for (const good of GOODS) {
    const found = await check(good);
    if (found) return found;
  }
  throw new Error('the demonstration has bought all goods today');
}

test('§9 staff enter a tariff beside its preview, and the next purchase shows it', async ({ page }) => {
  const headers = { 'X-Auth-Token': await signInForToken(page.request, MANAGER) };
  const profile = await (await page.request.get('/api/users/profile', { headers })).json();
  const { inn } = profile.data.company;
  const listed: Card[] = (await (await page.request.get('/api/card', { headers })).json()).data;
  // Each buys for 800.50 rubles twice; many cards of the demonstration have less.
  const cards = listed.toSorted((a, b) => b.card_sum - a.card_sum);
  const fuel = async (card: Card, goodsId: number, at?: string) => {
    const input = { goods_id: goodsId, litres: 10, unit_price: 80.05, address: 'М-4, 102 км', at };
    const data = { card_number: card.card_number, ...input };
    return (await (await page.request.post('/dev/fuel', { data })).json()).data as { sold: boolean };
  };
  const countOn = async (day: string, goods: string) => {
    const query = new URLSearchParams({ goods, dateFrom: day, dateTo: day });
    return (await (await page.request.get(`/api/operations?${query}`, { headers })).json()).data
      .length as number;
  };
  // Goods that the company has not bought today: only then may a tariff begin at once. Bought yesterday, so that they are
  // offered; once that is booked, what other tests have bought at this network is booked too.
  const found = await findGoods(async ([goodsId, goods]) => {
    for (const card of cards) {
      const before = await countOn(moscowDay(1), goods);
      if (!(await fuel(card, goodsId, `${moscowDay(1)}T12:00+03:00`)).sold) continue;
      await expect.poll(() => countOn(moscowDay(1), goods)).toBeGreaterThan(before);
      return (await countOn(moscowDay(0), goods)) === 0 ? { card, goodsId, goods } : null;
    }
    return null;
  });
  const { card, goodsId, goods } = found;

  await signIn(page, STAFF);
  await page.goto('/staff/tariffs');
  await expect(page.getByRole('heading', { name: 'Тарифы и цены карт', level: 1 })).toBeVisible();
  await expect(page.getByRole('row', { name: /Все клиенты/ })).toContainText('Ещё не начался');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Новый тариф' }).click();
  const form = page.getByRole('dialog', { name: 'Новый тариф' });
  await chooseClient(form, inn);
  await form.getByLabel('Размер: скидка').fill('2');
  await form.getByLabel('Сервисный сбор').fill('0,5');
  const preview = form.getByRole('heading', { name: 'Прошлый месяц по этому тарифу' }).locator('..');
  await expect(preview).toContainText('Было бы к оплате');
  await expectNoAxeViolations(page);
  await form.getByLabel('Товар').selectOption(goods);
  await form.getByRole('textbox', { name: 'Первый день' }).fill(moscowDay(0).split('-').reverse().join('.'));
  await form.getByLabel('Основание, видно сотрудникам').fill('Договор 17');
  await form.getByRole('button', { name: 'Предложить тариф' }).click();
  await expect(page.getByText('Новый тариф: ждёт второго сотрудника')).toBeVisible();
  await confirmWaiting(page.request);
  await page.reload();
  const row = page.getByRole('row', { name: goods }).filter({ hasText: 'Договор 17' });
  await expect(row).toContainText('Действует');
  await expect(row).toContainText(/Скидка 2\s%/);

  expect((await fuel(card, goodsId)).sold).toBe(true);
  await signIn(page, MANAGER);
  await page.goto(`/cabinet/card-transactions?${new URLSearchParams({ goods })}`);
  const bought = page.getByRole('row', { name: goods }).filter({ hasText: '16,01' });
  await expect(bought).toContainText(/Скидка 16,01\s₽, сбор 4,00\s₽/);
  await expect(bought).toContainText(/к оплате 788,49\s₽/);

  await signIn(page, STAFF);
  await page.goto('/staff/tariffs');
  await row.getByRole('button', { name: 'Завершить' }).click();
  const end = page.getByRole('dialog', { name: 'Завершить тариф' });
  await end.getByLabel('Причина, останется в журнале').fill('Показали');
  await end.getByRole('button', { name: 'Завершить' }).click();
  await expect(end).toBeHidden();
  await confirmWaiting(page.request);
  await page.reload();
  await expect(row).toContainText('Показали');
});

test('staff enter a monthly fee beside its preview and see it at the client', async ({ page }) => {
  const headers = { 'X-Auth-Token': await signInForToken(page.request, MANAGER) };
  const profile = await (await page.request.get('/api/users/profile', { headers })).json();
  const { id, inn } = profile.data.company;

  await signIn(page, STAFF);
  await page.goto('/staff/tariffs');
  await page.getByRole('button', { name: 'Новый тариф' }).click();
  const form = page.getByRole('dialog', { name: 'Новый тариф' });
  await chooseClient(form, inn);
  await form.getByRole('radio', { name: 'Цена сети' }).check();
  await form.getByLabel('Сеть').selectOption({ index: 1 });
  await expect(form.getByLabel('Абонентская плата за месяц')).toHaveCount(0);
  await form.getByLabel('Сеть').selectOption('');
  const fee = form.getByLabel('Абонентская плата за месяц');
  const preview = form.getByRole('heading', { name: 'Прошлый месяц по этому тарифу' }).locator('..');
  const readFees = async () => {
    const [, sum] = /Доставка и сборы за месяц([\d\s]+),00/.exec((await preview.textContent()) ?? '') ?? [];
    return Number(sum?.replace(/\s/g, ''));
  };
  // The client may have paid for a delivery last month.
  await fee.fill('100000');
  await expect.poll(readFees).toBeGreaterThanOrEqual(100_000);
  const others = (await readFees()) - 100_000;
  await fee.fill('777');
  await expect.poll(readFees).toBe(others + 777);
  await expectNoAxeViolations(page);
  await form.getByLabel('Основание, видно сотрудникам').fill('Договор 18');
  await form.getByRole('button', { name: 'Предложить тариф' }).click();
  await expect(page.getByText('Новый тариф: ждёт второго сотрудника')).toBeVisible();
  await confirmWaiting(page.request);

  await page.goto(`/staff/clients/${id}?tab=conditions`);
  const tariffs = page.getByRole('table', { name: 'Тарифы клиента' });
  await expect(tariffs.getByRole('row').filter({ hasText: 'Договор 18' })).toContainText(
    /Абонентская плата за месяц 777,00/,
  );
  await expect(page.getByRole('heading', { name: 'Взято за карты и обслуживание' })).toBeVisible();
  await expectNoAxeViolations(page);

  // The tariff never comes into force, so that other tests keep their figures.
  await page.goto('/staff/tariffs');
  await page
    .getByRole('row')
    .filter({ hasText: 'Договор 18' })
    .getByRole('button', { name: 'Отозвать' })
    .click();
  const end = page.getByRole('dialog', { name: 'Отозвать тариф' });
  await end.getByLabel('Причина, останется в журнале').fill('Показали');
  await end.getByRole('button', { name: 'Отозвать' }).click();
  await expect(end).toBeHidden();
  await confirmWaiting(page.request);
});

test('a treasurer’s list of credits shows a lower limit’s effect, and every change', async ({ page }) => {
  await signIn(page, STAFF);
  await page.goto('/staff/credits');
  const list = page.getByRole('table', { name: 'Кредиты' });
  await expect(list.getByRole('row')).not.toHaveCount(0);
  await expectNoAxeViolations(page);
  await list.getByRole('button', { name: 'Открыть' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Кредит клиента' });
  await expect(dialog.getByLabel('Лимит')).not.toHaveValue('');
  const before = await dialog.getByLabel('Дней работы без оплаты после срока').inputValue();
  await dialog.getByLabel('Дней работы без оплаты после срока').fill('7');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Сохранить кредит' }).click();
  await expect(dialog).toHaveCount(0);
  await list.getByRole('button', { name: 'Открыть' }).first().click();
  await expect(dialog.getByRole('region', { name: 'История кредита' })).toContainText(
    `дней без оплаты ${before} → 7`,
  );
  // Restores the value that other tests expect. More days of a large credit take two people.
  await dialog.getByLabel('Дней работы без оплаты после срока').fill(before);
  await dialog.getByRole('button', { name: 'Сохранить кредит' }).click();
  await expect(page.getByText('Кредит: ждёт второго сотрудника')).toBeVisible();
  await confirmWaiting(page.request);
  await expect(dialog).toHaveCount(0);
});
