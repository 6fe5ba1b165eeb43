import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OPERATION_STATUS, PARTNER } from '#contract/ids.ts';
import { getOnlyRow, rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenStaff,
  type GivenCard,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { opti24Card, opti24Env, serveOpti24 } from '../../../testing/wires/opti24-wire.ts';
import { carryOutOperation } from './carry-out-operation.ts';
import { findOperation } from '../../cards/commands/operations.ts';
import { pollNetwork } from '../feeds/poll-network.ts';

const LONG = 601;
const HORIZON = 3 * 86_400;

let fakeServer: Awaited<ReturnType<typeof serveOpti24>>;
let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;
let card: GivenCard;
let serial = 7_005_810_000_000_000;

beforeAll(async () => {
  fakeServer = await serveOpti24();
  api = await startApi({ jobs: false, env: { NETWORK_PATIENCE_MS: '1', ...opti24Env(fakeServer) } });
  staff = await givenStaff(api);
});

afterAll(async () => {
  await api?.stop();
  await fakeServer?.stop();
});

/** A company with 10 000 rubles and a card with 3 000, here and at the network. */
beforeEach(async () => {
  serial += 1;
  // Movements of other tests must not blur the contract's balance.
  api.clock.advanceSeconds(2 * LONG);
  company = await givenCompany(api, { unallocatedKopecks: 10_000_00 });
  const number = String(serial);
  fakeServer.memory.cards.set(number, opti24Card(`id-${serial}`, 3000));
  card = await givenCard(api, company.id, { partnerId: PARTNER.gpn, balanceKopecks: 3000_00, number });
});

const theirs = () => fakeServer.memory.cards.get(card.number)!;

/** Requests 3 000 rubles as the cabinet does. The network's answer is lost; the network has moved the money or not. */
async function givenLostMovement(way: 'transfer' | 'payout', how: 'lost' | 'break'): Promise<number> {
  const sms = await givenCode(api, company.admin, way, card.id);
  const form = { sum: 3000, sms, mode: way === 'transfer' ? 1 : 0 };
  await api.post(`/api/card/${card.id}/transaction`, { token: company.admin.token, form });
  const { id } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ id: number }>`select id from operation where card_id = ${card.id} order by id desc limit 1`,
  );
  fakeServer.stumble(way === 'transfer' ? '/moveToCard' : '/moveToContract', how);
  await carryOutOperation(api.ctx, id);
  return id;
}

/** Fuel for this many rubles, this many seconds from now; the network lists it when `list` is called. */
function buy(rubles: number, { inSeconds = 0 } = {}): { list: () => void } {
  theirs().available -= rubles;
  const at = new Date(api.clock.now().getTime() + inSeconds * 1000).toISOString();
  const record = {
    id: `sale-${serial}-${fakeServer.memory.transactions.length}-${at}`,
    utc_time: at,
    card_id: theirs().id,
    card_number: card.number,
    type: 'P',
    product_name: 'ДТ',
    qty: '50.00',
    sum: rubles.toFixed(2),
  };
  return { list: () => void fakeServer.memory.transactions.push(record) };
}

async function retry(id: number, seconds: number): Promise<void> {
  api.clock.advanceSeconds(seconds);
  await carryOutOperation(api.ctx, id);
}

function settle(id: number, executed: boolean) {
  const json = { executed, reason: 'Кабинет сети' };
  return api.post(`/staff/api/unclear-movements/${id}/settle`, { token: staff.token, json });
}

async function readLastResponse(id: number): Promise<string | undefined> {
  const { data } = (await api.get('/staff/api/unclear-movements', { token: staff.token })).body;
  const found = (data as { id: number; last_word?: { said: string } }[]).find((row) => row.id === id);
  return found?.last_word?.said;
}

/** Rubles: on the account, on the card, on their way. And the books agree with themselves. */
async function money(): Promise<number[]> {
  await expectBooksToAgree(api);
  const found = await rows(
    api.ctx.db.system,
    sql<{ kind: string; balance: number }>`
      select kind, balance_kopecks as balance from ledger_account
      where company_id = ${company.id} and (kind in ('unallocated', 'in-transit') or card_id = ${card.id})`,
  );
  return ['unallocated', 'card', 'in-transit'].map(
    (kind) => (found.find((item) => item.kind === kind)?.balance ?? Number.NaN) / 100,
  );
}

const readStatus = async (id: number) => (await findOperation(api.ctx.db.system, id))?.statusId;

describe('fuel for exactly the sum of a movement whose answer was lost', () => {
  test('fuel for exactly a movement’s sum does not send the money a second time', async () => {
    const writes = fakeServer.countCalls('/moveToCard');
    const id = await givenLostMovement('transfer', 'lost');
    const sale = buy(3000, { inSeconds: 60 });
    await retry(id, LONG);
    await retry(id, 900);
    expect(fakeServer.countCalls('/moveToCard')).toBe(writes + 1);
    expect(await money()).toEqual([7000, 3000, 3000]);
    sale.list();
    await retry(id, HORIZON);
    await retry(id, 900);
    expect(fakeServer.countCalls('/moveToCard')).toBe(writes + 1);
    expect(await readLastResponse(id)).toMatch(/решает сотрудник/);
    expect((await settle(id, true)).status).toBe(200);
    expect(await money()).toEqual([7000, 6000, 0]);
    await pollNetwork(api.ctx, PARTNER.gpn);
    expect(await money()).toEqual([7000, 3000, 0]);
    expect(theirs().available).toBe(3000);
  });

  test('fuel for exactly a payout’s sum does not count as that payout', async () => {
    const id = await givenLostMovement('payout', 'break');
    const sale = buy(3000, { inSeconds: 60 });
    await retry(id, 5);
    await retry(id, LONG);
    expect(await readStatus(id)).toBe(OPERATION_STATUS.inProgress);
    expect(await money()).toEqual([10_000, 0, 3000]);
    sale.list();
    await retry(id, HORIZON);
    await retry(id, 900);
    expect(await readStatus(id)).toBe(OPERATION_STATUS.inProgress);
    expect((await settle(id, false)).status).toBe(200);
    await pollNetwork(api.ctx, PARTNER.gpn);
    expect(await money()).toEqual([10_000, 0, 0]);
    expect(theirs().available).toBe(0);
  });
});
