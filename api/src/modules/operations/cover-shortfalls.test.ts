import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { expectBooksToAgree } from '../../testing/expect-books-to-agree.ts';
import {
  givenCard,
  givenCompany,
  givenMoney,
  type GivenCard,
  type GivenCompany,
} from '../../testing/factories.ts';
import { givenSales } from '../../testing/given-sales.ts';
import { holdMoney } from '../../testing/hold-money.ts';
import { untilWaiting } from '../../testing/until-waiting.ts';
import { coverShortfalls } from './cover-shortfalls.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
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

const refund = (card: GivenCard): Promise<void> =>
  givenSales(api, card, [{ sum: 400_00, at: '2026-09-11T10:00:00+03:00', refund: true }]);
const cover = (): Promise<void> => coverShortfalls(api.ctx);

test.each([
  ['after the refund', refund, cover],
  ['before the refund', cover, refund],
])(
  'fuel that a refund and late money pay for at the same moment is paid twice: %s',
  async (_, first, second) => {
    const { company, card } = await givenShortCard();
    const holder = new pg.Client(api.databaseUrl);
    await holder.connect();
    await holder.query('begin');
    await holder.query(holdMoney(company.id));
    const done = [first(card)];
    await untilWaiting(api);
    done.push(second(card));
    await untilWaiting(api, 2);
    await holder.end();
    await Promise.all(done);

    const { token } = company.admin;
    const { accounts } = (await api.get(`/api/client/${company.id}`, { token })).body.data;
    expect(accounts.find((one: { partner_id: number }) => one.partner_id === card.partnerId).sum).toBe(0);
    expect((await api.get(`/api/card/${card.id}`, { token })).body.data.card_sum).toBe(200);
    await expectBooksToAgree(api);
  },
);
