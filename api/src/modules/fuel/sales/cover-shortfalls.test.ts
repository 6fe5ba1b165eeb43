import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenMoney,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { holdMoney } from '../../../testing/hold-money.ts';
import { waitUntilWaiting } from '../../../testing/wait-until-waiting.ts';
import { carryOutOperation } from '../settlement/carry-out-operation.ts';
import { coverShortfalls } from './cover-shortfalls.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { NETWORK_PATIENCE_MS: '0' } });
});

afterAll(() => api.stop());

/** A card that owes 500 ₽ for its fuel, and on which 300 ₽ have come since. */
async function givenShortCard(): Promise<{ company: GivenCompany; card: GivenCard }> {
  const company = await givenCompany(api);
  const card = await givenCard(api, company.id);
  await givenSales(api, card, [{ sum: 500_00, at: '2026-09-10T10:00:00+03:00' }]);
  await givenMoney(api, { companyId: company.id, kind: 'card', cardId: card.id }, 300_00);
  return { company, card };
}

test('money sent to a card that owes for fuel pays it, and both records show it', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 2000_00 });
  const card = await givenCard(api, company.id);
  const { token } = company.admin;
  const ofCard = async () => (await api.get(`/api/card/${card.id}`, { token })).body.data;
  const topUps = async () =>
    (await api.get(`/api/operations?cardId=${card.id}&typeId=1`, { token })).body.data;
  await givenSales(api, card, [{ sum: 500_00, at: '2026-09-10T10:00:00+03:00' }]);
  expect(await ofCard()).toMatchObject({ card_sum: 0, shortfall: 500 });
  const transfer = async (sum: number) => {
    api.clock.advanceSeconds(46);
    const sms = await givenCode(api, company.admin, 'transfer', card.id);
    const request = { token, form: { sum, sms, mode: 1 } };
    expect((await api.post(`/api/card/${card.id}/transaction`, request)).status).toBe(200);
    await carryOutOperation(api.ctx, (await topUps())[0].id);
  };
  await transfer(300);
  await cover();
  expect(await ofCard()).toMatchObject({ card_sum: 0, shortfall: 200 });
  await transfer(350);
  expect((await topUps())[0]).not.toHaveProperty('repaid');
  await cover();
  expect(await ofCard()).toMatchObject({ card_sum: 150, shortfall: 0 });
  // Money that comes later pays for what is bought later.
  await transfer(10);
  expect((await topUps()).map(({ sum, repaid }: Record<string, number>) => [sum, repaid])).toEqual([
    [10, undefined],
    [350, 200],
    [300, 300],
  ]);
  await expectBooksToAgree(api);

  // Two top-ups arrive before anything is repaid. The later one must not count for more than its own sum.
  await givenSales(api, card, [{ sum: 660_00, at: '2026-09-10T11:00:00+03:00' }]);
  await transfer(300);
  await transfer(310);
  await cover();
  expect(
    (await topUps()).slice(0, 2).map(({ sum, repaid }: Record<string, number>) => [sum, repaid]),
  ).toEqual([
    [310, 310],
    [300, undefined],
  ]);
});

const refund = (card: GivenCard): Promise<void> =>
  givenSales(api, card, [{ sum: 400_00, at: '2026-09-11T10:00:00+03:00', refund: true }]);
const cover = (): Promise<void> => coverShortfalls(api.ctx);

test.each([
  ['after the refund', refund, cover],
  ['before the refund', cover, refund],
])(
  'fuel that a refund and late money pay for at the same moment is paid once: %s',
  async (_, first, second) => {
    const { company, card } = await givenShortCard();
    const holder = new pg.Client(api.databaseUrl);
    await holder.connect();
    await holder.query('begin');
    await holder.query(holdMoney(company.id));
    const done = [first(card)];
    await waitUntilWaiting(api);
    done.push(second(card));
    await waitUntilWaiting(api, 2);
    await holder.end();
    await Promise.all(done);

    const { token } = company.admin;
    const { accounts } = (await api.get(`/api/client/${company.id}`, { token })).body.data;
    expect(
      accounts.find((account: { partner_id: number }) => account.partner_id === card.partnerId).sum,
    ).toBe(0);
    expect((await api.get(`/api/card/${card.id}`, { token })).body.data.card_sum).toBe(200);
    await expectBooksToAgree(api);
  },
);
