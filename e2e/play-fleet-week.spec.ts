import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { ADMIN, expect, lastCode, newPhone, signIn, test as base, tokenOf } from './fixtures.ts';
import { fleetPortal, type FleetPortal } from './fleet-portal.ts';

/** It is killed, and its clock goes ahead: this story has a portal of its own. */
const test = base.extend<object, { fleet: FleetPortal; portal: string }>({
  fleet: [
    async ({}, use, { parallelIndex }) => {
      const fleet = await fleetPortal(Number(process.env.E2E_PORT ?? 3917) + 40 + parallelIndex);
      await use(fleet);
      await fleet.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  portal: [async ({ fleet }, use) => use(fleet.address), { scope: 'worker' }],
});

const TRUCKS = 40;
const DAYS = 7;
const DAY = 86_400;
const OPEN_MINUTES = 30;
const OPEN = `Открыть на ${OPEN_MINUTES} мин`;
/** Litres: what every truck buys each day, the most of a filling, and what a driver asks for. */
const USUAL = 5;
const MOST = 40;
const MORE = 41;
const DIESEL = 301;
/** A litre, in rubles: a week of it is on the cards that the demonstration has filled. */
const PRICE = 45;
/** The kills come after each of these steps in turn, so that over the week each of them is the last of a process. */
const STEPS = ['morning', 'asked', 'allowed', 'fuelled', 'opened'] as const;

interface Truck {
  cardId: number;
  cardNumber: string;
  goodsId: number;
}

test('a week of a fleet keeps its rules and takes back what was allowed, killed between its steps', async ({
  page,
  browser,
  fleet,
}) => {
  test.setTimeout(900_000);
  page.setDefaultTimeout(60_000);
  const { request } = page;
  await signIn(page, ADMIN);
  await takeTrucks(page);
  await limitFillings(page);
  const trucks = await workingTrucks(request);
  const [asking, closed] = trucks.filter(({ goodsId }) => goodsId === DIESEL) as [Truck, Truck];
  await closeByDefault(request, closed);

  const phone = await browser.newContext({
    baseURL: fleet.address,
    locale: 'ru-RU',
    serviceWorkers: 'block',
  });
  phone.setDefaultTimeout(60_000);
  const asks = await openDriverPage(page, await phone.newPage(), asking);
  const opens = await openDriverPage(page, await phone.newPage(), closed);
  for (let day = 0; day < DAYS; day += 1) {
    const killedAfter = STEPS[day % STEPS.length];
    const end = async (step: (typeof STEPS)[number]) => {
      if (step === killedAfter) await fleet.killAndStart();
    };
    await test.step(`day ${day + 1}, killed after ${killedAfter}`, async () => {
      await signIn(page, ADMIN);
      await fuelAll(
        request,
        trucks.filter((truck) => truck !== closed),
      );
      expect(await fuel(request, closed, USUAL)).toBe('rule');
      await end('morning');

      expect(await fuel(request, asking, MORE)).toBe('rule');
      await asks.reload();
      await expect(asks.getByText(`до ${MOST} л за одну заправку`)).toBeVisible();
      await asks.getByLabel('Зачем нужно больше').selectOption('Дальний рейс');
      await asks.getByRole('button', { name: 'Попросить разрешить' }).click();
      await expect(asks.getByText(/^Просьба отправлена/)).toBeVisible();
      await end('asked');

      await page.goto('/cabinet/declines');
      const decline = page.getByRole('listitem').filter({ hasText: 'Просьба ждёт ответа' });
      await decline.getByRole('button', { name: 'Разрешить один раз' }).click();
      await expect(page.getByText(/^Разрешено один раз, до/)).toBeVisible();
      await end('allowed');

      // His page says so by itself.
      await expect(asks.getByText(/^Разрешили до .*: можно заправиться$/)).toBeVisible();
      expect(await fuel(request, asking, MORE)).toBe('sold');
      await end('fuelled');
      expect(await fuel(request, asking, MORE)).toBe('rule');

      await seeReloaded(opens, opens.getByRole('button', { name: OPEN }));
      await opens.getByRole('button', { name: OPEN }).click();
      await expect(opens.getByText(/^Карта открыта до/)).toBeVisible();
      expect(await fuel(request, closed, USUAL)).toBe('sold');
      await end('opened');
      await fleet.advance(OPEN_MINUTES * 60 + 1);
      await expect.poll(() => fuel(request, closed, USUAL)).toBe('rule');
      await seeReloaded(opens, opens.getByRole('button', { name: OPEN }));
      await fleet.advance(DAY - OPEN_MINUTES * 60);
    });
  }
  await phone.close();
  await expectHeld(request, { asking, closed });
});

/** Those of the demonstration, and so many from a file that there are forty. */
async function takeTrucks(page: Page): Promise<void> {
  const headers = { 'x-auth-token': await tokenOf(page.request, ADMIN) };
  const count = async () =>
    (await (await page.request.get('/api/vehicles', { headers })).json()).data.length as number;
  const missing = TRUCKS - (await count());
  const { data: cards } = await (await page.request.get('/api/card?status_id=1', { headers })).json();
  const free = cards.filter(({ vehicle }: { vehicle: object | null }) => vehicle === null);
  const lines = Array.from({ length: missing }, (_, place) =>
    [`Т ${101 + place} ТТ 77`, 'Sitrak C7H', 'Дизель', 600, 30, free[place]?.card_number ?? ''].join(';'),
  );
  const csv = ['Номер;Марка;Топливо;Бак;Норма;Карты', ...lines].join('\r\n');
  await page.goto('/cabinet/fleet');
  await page.getByRole('button', { name: 'Из файла' }).click();
  const dialog = page.getByRole('dialog', { name: 'Машины из файла' });
  await dialog
    .getByLabel(/^Таблица/)
    .setInputFiles({ name: 'Машины.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await dialog.getByRole('button', { name: 'Посмотреть, что изменится' }).click();
  await dialog.getByRole('button', { name: `Загрузить: ${missing} машин` }).click();
  await expect(dialog).toBeHidden();
  expect(await count()).toBe(TRUCKS);
}

async function limitFillings(page: Page): Promise<void> {
  await page.goto('/cabinet/rules');
  await page.getByRole('button', { name: 'Изменить: Правила всех карт' }).click();
  const sheet = page.getByRole('dialog', { name: 'Правила всех карт' });
  await sheet.getByLabel('Добавить правило').selectOption('Литров за заправку');
  await sheet.getByRole('radio', { name: 'Числа литров' }).check();
  await sheet.getByRole('textbox', { name: 'Литров за заправку' }).fill(String(MOST));
  await sheet.getByRole('button', { name: 'Сохранить правила' }).click();
  await expect(sheet).toHaveCount(0);
}

/** Those with the most money first. */
async function workingTrucks(request: APIRequestContext): Promise<Truck[]> {
  const headers = { 'x-auth-token': await tokenOf(request, ADMIN) };
  const { data } = await (await request.get('/api/card?status_id=1', { headers })).json();
  return data
    .filter(({ vehicle }: { vehicle: object | null }) => vehicle !== null)
    .toSorted((one: { card_sum: number }, other: { card_sum: number }) => other.card_sum - one.card_sum)
    .map((card: { id: number; card_number: string; goods: { cg_id: number }[] }) => ({
      cardId: card.id,
      cardNumber: card.card_number,
      goodsId: card.goods[0]?.cg_id,
    }));
}

async function closeByDefault(request: APIRequestContext, { cardId }: Truck): Promise<void> {
  const headers = { 'x-auth-token': await tokenOf(request, ADMIN) };
  const data = { rules: [{ kind: 'on_request', value: OPEN_MINUTES }] };
  expect((await request.put(`/api/card/${cardId}/rules`, { headers, data })).ok()).toBe(true);
}

/** By the link that is sent from the screen, and the code that comes to the phone. */
async function openDriverPage(page: Page, own: Page, { cardId }: Truck): Promise<Page> {
  const headers = { 'x-auth-token': await tokenOf(page.request, ADMIN) };
  const phone = newPhone();
  const data = { surname: 'Дорогин', name: phone.slice(-4), phone };
  const driver = (await (await page.request.post('/api/drivers', { headers, data })).json()).data;
  await page.request.post(`/api/card/${cardId}/driver/${driver.id}/set`, { headers });
  await page.goto(`/cabinet/drivers?card=${cardId}`);
  await page.getByRole('button', { name: `Отправить ссылку: Дорогин ${phone.slice(-4)}` }).click();
  const url = await page
    .getByRole('dialog', { name: 'Ссылка для водителя' })
    .getByLabel('Ссылка')
    .inputValue();
  await own.goto(new URL(url).pathname);
  await own.getByRole('button', { name: 'Получить код' }).click();
  await own.getByLabel('Код из СМС').fill(await lastCode(page.request, phone));
  await own.getByRole('button', { name: 'Открыть карту' }).click();
  await expect(own.getByRole('heading', { name: 'Последние заправки' })).toBeVisible();
  return own;
}

/** Every truck buys its usual litres, or its own money, limit or state refuses; and no rule lets more than it says pass. */
async function fuelAll(request: APIRequestContext, trucks: readonly Truck[]): Promise<void> {
  const outcomes = await Promise.all(trucks.map((truck) => fuel(request, truck, USUAL)));
  expect(outcomes).not.toContain('rule');
  expect(outcomes.filter((outcome) => outcome === 'sold').length).toBeGreaterThan(10);
  const tooMuch = await Promise.all(trucks.map((truck) => fuel(request, truck, MORE)));
  expect(tooMuch).not.toContain('sold');
}

/** «sold», or the code of the refusal. */
async function fuel(request: APIRequestContext, truck: Truck, litres: number): Promise<string> {
  const data = {
    card_number: truck.cardNumber,
    goods_id: truck.goodsId,
    litres,
    unit_price: PRICE,
    address: 'М-4',
  };
  const answer = await request.post('/dev/fuel', { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { sold, declined } = (await answer.json()).data;
  return sold ? 'sold' : declined.code;
}

/** The driver's page says what was so when it was drawn. */
async function seeReloaded(page: Page, what: Locator): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(what).toBeVisible({ timeout: 1000 });
  }).toPass();
}

/** What was bought in the week is what the rules let pass, and nothing that was allowed is left over. */
async function expectHeld(
  request: APIRequestContext,
  { asking, closed }: { asking: Truck; closed: Truck },
): Promise<void> {
  const headers = { 'x-auth-token': await tokenOf(request, ADMIN) };
  const bought = async ({ cardId }: Truck) => {
    const { data } = await (
      await request.get(`/api/operations?cardId=${cardId}&perPage=100`, { headers })
    ).json();
    return data.flatMap(
      ({ purchase }: { purchase: { unit_cnt: number } | null }) => purchase?.unit_cnt ?? [],
    );
  };
  const more = (await bought(asking)).filter((litres: number) => litres === MORE);
  expect(more).toHaveLength(DAYS);
  expect((await bought(closed)).filter((litres: number) => litres === USUAL)).toHaveLength(DAYS);
  const approved = await (await request.get('/api/exceptions?state=approved', { headers })).json();
  expect(approved.data).toEqual([]);
}
