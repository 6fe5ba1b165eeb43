import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { ADMIN, expect, signIn, test as base, signInForToken } from '../fixtures.ts';
import { requestMoreLitres, openDriverPage } from '../joining/drivers-phone.ts';
import { fleetPortal, type FleetPortal } from '../fleet-portal.ts';

/** The test kills the process and moves the clock ahead, so this story has a portal of its own. */
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
const MAX_STEPS = 40;
const MORE_TRUCKS = 41;
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

test('a fleet’s week obeys its rules and undoes exceptions, killed between its steps', async ({
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
  const asks = await openDriverPage(page, await phone.newPage(), asking.cardId);
  const opens = await openDriverPage(page, await phone.newPage(), closed.cardId);
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

      expect(await fuel(request, asking, MORE_TRUCKS)).toBe('rule');
      await asks.reload();
      await expect(asks.getByText(`до ${MAX_STEPS} л за одну заправку`)).toBeVisible();
      await requestMoreLitres(asks);
      await end('asked');

      await page.goto('/cabinet/declines');
      const decline = page.getByRole('listitem').filter({ hasText: 'Просьба ждёт ответа' });
      await decline.getByRole('button', { name: 'Разрешить один раз' }).click();
      await expect(page.getByText(/^Разрешено один раз, до/)).toBeVisible();
      await end('allowed');

      // The driver's page shows it without a reload.
      await expect(asks.getByText(/^Разрешили до .*: можно заправиться$/)).toBeVisible();
      expect(await fuel(request, asking, MORE_TRUCKS)).toBe('sold');
      await end('fuelled');
      expect(await fuel(request, asking, MORE_TRUCKS)).toBe('rule');

      await expectAfterReload(opens, opens.getByRole('button', { name: OPEN }));
      // The waiting page still shows by itself that the network has opened the card.
      if (day === DAYS - 1) await requestMoreLitres(opens);
      await opens.getByRole('button', { name: OPEN }).click();
      await expect(opens.getByText(/^Карта открыта до/)).toBeVisible();
      expect(await fuel(request, closed, USUAL)).toBe('sold');
      await end('opened');
      await fleet.advance(OPEN_MINUTES * 60 + 1);
      await expect.poll(() => fuel(request, closed, USUAL)).toBe('rule');
      await expectAfterReload(opens, opens.getByRole('button', { name: OPEN }));
      await fleet.advance(DAY - OPEN_MINUTES * 60);
    });
  }
  await phone.close();
  await expectRulesEnforced(request, { asking, closed });
});

/** Imports trucks from a file, so that there are forty with those of the demonstration. */
async function takeTrucks(page: Page): Promise<void> {
  const count = async () => (await read<object>(page.request, '/api/vehicles')).length;
  const missing = TRUCKS - (await count());
  const free = (await read<WorkingCard>(page.request, '/api/card?status_id=1')).filter(
    ({ vehicle }) => vehicle === null,
  );
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
  await dialog.getByRole('button', { name: new RegExp(`^Загрузить: ${missing} машин`) }).click();
  await expect(dialog).toBeHidden();
  expect(await count()).toBe(TRUCKS);
}

async function limitFillings(page: Page): Promise<void> {
  await page.goto('/cabinet/rules');
  await page.getByRole('button', { name: 'Изменить: Правила всех карт' }).click();
  const sheet = page.getByRole('dialog', { name: 'Правила всех карт' });
  await sheet.getByLabel('Добавить правило').selectOption('Литров за заправку');
  await sheet.getByRole('radio', { name: 'Числа литров' }).check();
  await sheet.getByRole('textbox', { name: 'Литров за заправку' }).fill(String(MAX_STEPS));
  await sheet.getByRole('button', { name: 'Сохранить правила' }).click();
  await expect(sheet).toHaveCount(0);
}

interface WorkingCard {
  id: number;
  card_number: string;
  card_sum: number;
  vehicle: object | null;
  goods: { cg_id: number }[];
}

/** Returns the trucks with the most money first. */
async function workingTrucks(request: APIRequestContext): Promise<Truck[]> {
  return (await read<WorkingCard>(request, '/api/card?status_id=1'))
    .filter(({ vehicle }) => vehicle !== null)
    .toSorted((a, b) => b.card_sum - a.card_sum)
    .map(({ id, card_number: cardNumber, goods }) => ({
      cardId: id,
      cardNumber,
      goodsId: goods[0]?.cg_id ?? DIESEL,
    }));
}

/** A list, as the company's admin reads it. */
async function read<Row>(request: APIRequestContext, path: string): Promise<Row[]> {
  const headers = { 'x-auth-token': await signInForToken(request, ADMIN) };
  return (await (await request.get(path, { headers })).json()).data;
}

async function closeByDefault(request: APIRequestContext, { cardId }: Truck): Promise<void> {
  const headers = { 'x-auth-token': await signInForToken(request, ADMIN) };
  const data = { rules: [{ kind: 'on_request', value: OPEN_MINUTES }] };
  expect((await request.put(`/api/card/${cardId}/rules`, { headers, data })).ok()).toBe(true);
}

/**
 * Every truck buys its usual litres, or its own money, limit or state refuses. No rule lets more than its limit pass.
 */
async function fuelAll(request: APIRequestContext, trucks: readonly Truck[]): Promise<void> {
  const outcomes = await Promise.all(trucks.map((truck) => fuel(request, truck, USUAL)));
  expect(outcomes).not.toContain('rule');
  expect(outcomes.filter((outcome) => outcome === 'sold').length).toBeGreaterThan(10);
  const tooMuch = await Promise.all(trucks.map((truck) => fuel(request, truck, MORE_TRUCKS)));
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

/** The driver's page shows the state at its rendering. */
async function expectAfterReload(page: Page, what: Locator): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(what).toBeVisible({ timeout: 1000 });
  }).toPass();
}

/** The purchases of the week equal what the rules let pass, and nothing that was allowed is left over. */
async function expectRulesEnforced(
  request: APIRequestContext,
  { asking, closed }: { asking: Truck; closed: Truck },
): Promise<void> {
  const readPurchases = async ({ cardId }: Truck) =>
    (
      await read<{ purchase: { unit_cnt: number } | null }>(
        request,
        `/api/operations?cardId=${cardId}&perPage=100`,
      )
    ).flatMap(({ purchase }) => purchase?.unit_cnt ?? []);
  const more = (await readPurchases(asking)).filter((litres) => litres === MORE_TRUCKS);
  expect(more).toHaveLength(DAYS);
  expect((await readPurchases(closed)).filter((litres) => litres === USUAL)).toHaveLength(DAYS);
  expect(await read(request, '/api/exceptions?state=approved')).toEqual([]);
}
