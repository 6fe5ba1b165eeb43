import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CARD_STATUS, PARTNER } from '#contract/ids.ts';
import { getOnlyRow } from '../../../db/database.ts';
import { carryOutDue } from '../../../testing/givens/carry-out-due.ts';
import type { TestApi } from '../../../testing/api.ts';
import { dueTimes } from '../../../testing/ask-owner.ts';
import { givenCard, type GivenCard, type GivenCompany } from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import {
  givenReliableCard,
  givenUnclearBlock,
  givenUnclearChoice,
  givenUnclearOrder,
  setUpUnsettled,
  type Listed,
  type UnsettledCalls,
} from '../../../testing/givens/given-unsettled.ts';

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;
let calls: UnsettledCalls;

beforeAll(async () => {
  ({ api, calls } = await setUpUnsettled());
});

afterAll(() => api?.stop());

beforeEach(async () => {
  ({ company, card } = await givenReliableCard(api));
});

async function runDueJobs(): Promise<void> {
  api.clock.advanceSeconds(6);
  await carryOutDue(api);
  await api.pollNetworks();
}

describe('asking the network once more', () => {
  test('a query about a block, a choice and an order is one job, however often clicked', async () => {
    const block = await givenUnclearBlock(api, company, card);
    const other = await givenCard(api, company.id);
    const choice = await givenUnclearChoice(api, company, other);
    const { itemId } = await givenUnclearOrder(api, company);
    for (const [kind, id, key] of [
      ['block', block, `operation:${block}`],
      ['choice', choice, `card:${other.id}`],
      ['order', itemId, `request-item:${itemId}`],
    ] as const) {
      const answers = await Promise.all([1, 2, 3].map(() => calls.ask(kind, id)));
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
      expect(await dueTimes(api, key)).toHaveLength(1);
    }
  });

  test('an ended or missing operation is not queried', async () => {
    const block = await givenUnclearBlock(api, company, card);
    await calls.settle('block', block);
    expect((await calls.ask('block', block)).status).toBe(409);
    for (const kind of ['block', 'choice', 'order', 'sale'])
      expect((await calls.ask(kind, 999_999_999)).status).toBe(404);
    expect((await calls.ask('record', 1)).status).toBe(400);
  });

  test('a query about an unapproved order orders no cards', async () => {
    const { itemId, orderId } = await givenUnclearOrder(api, company);
    await sql`update card_request set status_id = 1, approved_at = null where id = ${orderId}`.execute(
      api.ctx.db.system,
    );
    await sql`update card_request_item set asked_at = null where id = ${itemId}`.execute(api.ctx.db.system);
    expect((await calls.ask('order', itemId)).status).toBe(404);
  });

  test('a debtor’s card is blocked at once and once, and never without a debt', async () => {
    expect((await calls.ask('debtor', card.id)).status).toBe(409);
    api.setMood(() => 'refuse');
    await givenSales(api, card, [{ sum: 1000_00, at: api.clock.now().toISOString() }]);
    await runDueJobs();
    api.setMood(() => undefined);
    const answers = await Promise.all([1, 2, 3].map(() => calls.ask('debtor', card.id)));
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 409, 409]);
    await runDueJobs();
    await runDueJobs();
    const { body } = await api.get(`/api/card/${card.id}`, { token: company.admin.token });
    expect(body.data.status.id).toBe(CARD_STATUS.blocked);
    expect(await calls.find('debtor', card.id)).toBeUndefined();
  });
});

describe('a sale that the books refuse', () => {
  async function givenRefusedSale(): Promise<Listed> {
    await givenSales(api, card, [{ sum: 11_000_000_00, at: api.clock.now().toISOString() }]);
    const { body } = await calls.list('?kind=sale');
    return (body.data as Listed[]).find((listed) => listed.card_number === card.number) as Listed;
  }

  test('a sale that the books refuse is retried at the next reading of the feed', async () => {
    const { id, ...shown } = await givenRefusedSale();
    expect(shown).toMatchObject({ problem: 'Учёт не принял продажу', deeds: ['ask', 'close'], attempts: 1 });
    await api.pollNetworks();
    expect(await calls.find('sale', id)).toMatchObject({ attempts: 1 });
    expect((await calls.ask('sale', id)).status).toBe(200);
    await api.pollNetworks();
    expect(await calls.find('sale', id)).toMatchObject({ attempts: 2 });
  });

  test('one that waits for its card is not tried in vain', async () => {
    const unknownCard = { id: 0, number: '7005000000000009', partnerId: PARTNER.gpn };
    await givenSales(api, unknownCard, [{ sum: 1_00, at: api.clock.now().toISOString() }]);
    const { id } = await getOnlyRow(
      api.ctx.db.system,
      sql<{ id: number }>`select max(id) as id from network_orphan`,
    );
    const answer = await calls.ask('sale', id);
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringMatching(/появится её карта/)]);
  });
});
