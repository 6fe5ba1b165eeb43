import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CARD_STATUS } from '#contract/ids.ts';
import { carryOutDue } from '../../../testing/givens/carry-out-due.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { askOwner } from '../../../testing/ask-owner.ts';
import {
  givenCard,
  givenCompany,
  givenMoney,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { retryDebtorBlocks } from './retry-debtor-blocks.ts';

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;
/** Number of requests to the network to block the card. */
let requested = 0;
let refusing = true;

beforeAll(async () => {
  // Starts without the queue: the test does its work.
  api = await startApi({ jobs: false });
  api.setMood((command) => {
    if (command.kind !== 'block' || command.cardNumber !== card.number) return undefined;
    requested += 1;
    return refusing ? 'refuse' : undefined;
  });
});
afterAll(() => api.stop());

beforeEach(async () => {
  company = await givenCompany(api);
  card = await givenCard(api, company.id);
  requested = 0;
  refusing = true;
});

const runIntoDebt = (): Promise<void> =>
  givenSales(api, card, [{ sum: 1000_00, at: api.clock.now().toISOString() }]);

/** Does what the queue and the loops would do in this many seconds. */
async function advanceClock(seconds: number): Promise<void> {
  for (const step of [Math.max(0, seconds - 12), 6, 6]) {
    api.clock.advanceSeconds(step);
    await Promise.all([retryDebtorBlocks(api.ctx), retryDebtorBlocks(api.ctx)]);
    await carryOutDue(api);
    await api.pollNetworks();
  }
}

async function shown() {
  const { body } = await api.get(`/api/card/${card.id}`, { token: company.admin.token });
  return { status: body.data.status.id, waiting: body.data.inProgressOperations.length };
}

describe('a card with a debt whose network refuses to block it', () => {
  test('a debtor’s block is retried, and the card ends blocked', async () => {
    await runIntoDebt();
    await advanceClock(12);
    expect(requested).toBe(1);
    expect(await shown()).toEqual({ status: CARD_STATUS.active, waiting: 0 });
    refusing = false;
    await advanceClock(72);
    expect(requested).toBe(2);
    expect(await shown()).toEqual({ status: CARD_STATUS.blocked, waiting: 0 });
  });

  test('a debtor’s card is blocked though its owner had asked for the refused block', async () => {
    const form = {};
    await api.post(`/api/card/${card.id}/changeStatus`, { token: company.admin.token, form });
    await runIntoDebt();
    await advanceClock(12);
    expect([requested, (await shown()).status]).toEqual([1, CARD_STATUS.active]);
    refusing = false;
    await advanceClock(72);
    expect((await shown()).status).toBe(CARD_STATUS.blocked);
  });

  test('retries of a block double their pause, up to a day', async () => {
    await runIntoDebt();
    await advanceClock(12);
    const seen: number[] = [];
    for (const minutes of [1, 2, 4, 8]) {
      await advanceClock(minutes * 60 - 12);
      seen.push(requested);
      await advanceClock(24);
      seen.push(requested);
    }
    expect(seen).toEqual([1, 2, 2, 3, 3, 4, 4, 5]);
    for (let day = 0; day < 14; day += 1) await advanceClock(24 * 3600);
    requested = 0;
    for (let half = 0; half < 8; half += 1) await advanceClock(12 * 3600);
    expect(requested).toBeLessThanOrEqual(4);
    expect(requested).toBeGreaterThanOrEqual(2);
  });

  test('a card is left alone once its debt is paid or its owner has unblocked it', async () => {
    await runIntoDebt();
    await advanceClock(12);
    await givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 1000_00);
    const paid = await api.post(`/api/client/${company.id}/accounts`, {
      token: company.admin.token,
      json: { accounts: [{ partner_id: card.partnerId, sum: 1000 }] },
    });
    expect(paid.status).toBe(200);
    await advanceClock(3600);
    expect(requested).toBe(1);

    card = await givenCard(api, company.id);
    refusing = false;
    await runIntoDebt();
    await advanceClock(12);
    expect((await shown()).status).toBe(CARD_STATUS.blocked);
    await api.post(`/api/card/${card.id}/changeStatus`, { token: company.admin.token, form: {} });
    await advanceClock(12);
    await advanceClock(3600);
    expect(await shown()).toEqual({ status: CARD_STATUS.active, waiting: 0 });
    expect(requested).toBe(2);
  });
});

test('one card for which no block can be written down leaves no other debtor open', async () => {
  const first = card;
  await runIntoDebt();
  await advanceClock(12);
  card = await givenCard(api, company.id);
  await runIntoDebt();
  await advanceClock(12);
  await askOwner(
    api,
    `create function refuse_poison() returns trigger language plpgsql as $$ begin raise exception 'poison'; end $$;
    create trigger refuse_poison before insert on operation for each row when (new.card_id = ${first.id}) execute function refuse_poison()`,
  );
  refusing = false;
  await advanceClock(72);
  await askOwner(api, 'drop function refuse_poison cascade');
  expect((await shown()).status).toBe(CARD_STATUS.blocked);
});
