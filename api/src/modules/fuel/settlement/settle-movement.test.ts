import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OPERATION_STATUS, PARTNER, type PartnerId } from '#contract/ids.ts';
import { getOnlyRow, rows } from '../../../db/database.ts';
import { startApi, type ApiRequest, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCard,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { rnCardEnv, serveRnCard } from '../../../testing/wires/rn-card-wire.ts';
import { carryOutOperation, finishOperation } from './carry-out-operation.ts';
import { findOperation } from '../../cards/commands/operations.ts';

const LONG = 601;
const REASON = 'Письмо сети № 5 от 15.09.2026';

let fakeServer: Awaited<ReturnType<typeof serveRnCard>>;
let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;
let card: GivenCard;
let serial = 7_826_020_000_000_000;

beforeAll(async () => {
  fakeServer = await serveRnCard();
  api = await startApi({
    jobs: false,
    env: { NETWORK_PATIENCE_MS: '1', ...rnCardEnv(fakeServer) },
  });
  staff = await givenStaff(api);
});

afterAll(async () => {
  await api?.stop();
  await fakeServer?.stop();
});

beforeEach(async () => {
  serial += 1;
  company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
  card = await givenRnCard();
});

async function givenRnCard(): Promise<GivenCard> {
  const number = String(serial);
  fakeServer.memory.cards.set(number, { SCode: '00', wallet: { Val: 500, CurValue: 500 } });
  return givenCard(api, company.id, { partnerId: PARTNER.rn, balanceKopecks: 500_00, number });
}

type MovementKind = 'transfer' | 'payout';

/** Requests a movement of 40 rubles as the cabinet does. No network has received it yet. */
async function ask(way: MovementKind, of: GivenCard = card): Promise<number> {
  const sms = await givenCode(api, company.admin, way, of.id);
  const form = { sum: 40, sms, mode: way === 'transfer' ? 1 : 0 };
  const answer = await api.post(`/api/card/${of.id}/transaction`, { token: company.admin.token, form });
  expect(answer.status).toBe(200);
  const { id } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ id: number }>`select id from operation where card_id = ${of.id} order by id desc limit 1`,
  );
  return id;
}

/** Creates a movement whose answer was lost. Afterwards the card was changed in the network's own office. */
async function givenUnclear(way: MovementKind = 'transfer'): Promise<number> {
  const id = await ask(way);
  const writes = fakeServer.countCalls('/EditCardLimit');
  fakeServer.stumble('/EditCardLimit', 'break');
  await carryOutOperation(api.ctx, id);
  expect(fakeServer.countCalls('/EditCardLimit')).toBe(writes + 1);
  getWallet().Val = 777;
  api.clock.advanceSeconds(LONG);
  await carryOutOperation(api.ctx, id);
  return id;
}

function getWallet() {
  const found = fakeServer.memory.cards.get(card.number)?.wallet;
  if (!found) throw new Error('the card has no purse');
  return found;
}

function settle(id: number, input: { executed?: unknown; reason?: string } = {}, more: ApiRequest = {}) {
  const json = { executed: true, reason: REASON, ...input };
  return api.post(`/staff/api/unclear-movements/${id}/settle`, { token: staff.token, json, ...more });
}

async function listed(id: number) {
  const { data } = (await api.get('/staff/api/unclear-movements', { token: staff.token })).body;
  return (data as { id: number }[]).find((row) => row.id === id);
}

/** Rubles: on the account, on the card, on their way. And the books agree with themselves, whatever happened. */
async function money(of: GivenCard = card): Promise<number[]> {
  await expectBooksToAgree(api);
  const found = await rows(
    api.ctx.db.system,
    sql<{ kind: string; balance: number }>`
      select kind, balance_kopecks as balance from ledger_account
      where company_id = ${company.id} and (kind in ('unallocated', 'in-transit') or card_id = ${of.id})`,
  );
  return ['unallocated', 'card', 'in-transit'].map(
    (kind) => (found.find((item) => item.kind === kind)?.balance ?? Number.NaN) / 100,
  );
}

const readStatus = async (id: number) => (await findOperation(api.ctx.db.system, id))?.statusId;

describe('access to settling a movement', () => {
  test('a customer or an anonymous caller can’t see or end what waits for a network', async () => {
    const id = await givenUnclear();
    const manager = await givenPerson(api, { companyId: company.id, role: 'manager' });
    for (const { token } of [company.admin, manager]) {
      expect((await api.get('/staff/api/unclear-movements', { token })).status).toBe(404);
      expect((await settle(id, {}, { token })).status).toBe(404);
    }
    expect((await api.get('/staff/api/unclear-movements')).status).toBe(401);
    const anonymous = await api.post(`/staff/api/unclear-movements/${id}/settle`, {
      json: { executed: true },
    });
    expect(anonymous.status).toBe(401);
    expect(await money()).toEqual([960, 500, 40]);
  });
});

describe('input checks of settling a movement', () => {
  test.each([
    ['no reason', { executed: true, reason: '  ' }, 'reason'],
    ['no word at all', { executed: undefined }, 'executed'],
    ['perhaps', { executed: 'perhaps' }, 'executed'],
  ])('%s ends nothing', async (_, input, field) => {
    const id = await givenUnclear();
    const answer = await settle(id, input);
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages?.[field]?.[0]).toMatch(/[а-я]/i);
    expect(await money()).toEqual([960, 500, 40]);
  });

  test('a movement that does not exist, and what moves no money, are 404', async () => {
    expect((await settle(999_999_999)).status).toBe(404);
    const { id } = await getOnlyRow(
      api.ctx.db.system,
      sql<{ id: number }>`
        insert into operation (company_id, card_id, partner_id, type_id, status_id, created_at)
        values (${company.id}, ${card.id}, ${PARTNER.rn}, 3, ${OPERATION_STATUS.inProgress}, ${api.clock.now()})
        returning id`,
    );
    api.clock.advanceSeconds(LONG);
    expect((await settle(id)).status).toBe(404);
  });
});

describe('unsettled movements on the staff screen', () => {
  test('a movement whose network is silent for ten minutes is listed with its response', async () => {
    const id = await ask('transfer');
    fakeServer.stumble('/EditCardLimit', 'break');
    await carryOutOperation(api.ctx, id);
    expect(await listed(id)).toBeUndefined();
    const since = api.clock.now().toISOString();
    api.clock.advanceSeconds(LONG - 2);
    expect(await listed(id)).toBeUndefined();
    api.clock.advanceSeconds(2);
    expect(await listed(id)).toMatchObject({
      to_card: true,
      sum: 40,
      created_at: since,
      company: { id: company.id, inn: company.inn },
      card: { id: card.id, card_number: card.number },
      partner: { id: PARTNER.rn },
      attempts: 1,
      last_word: { said: expect.stringMatching(/^Не отвечает/), heard_at: since },
    });
    getWallet().Val = 777;
    await carryOutOperation(api.ctx, id);
    expect(await listed(id)).toMatchObject({
      attempts: 2,
      last_word: {
        said: expect.stringMatching(
          /^Лимит карты: неясно; остаток лимита: не исполнено.* после 18\.09\.2026/,
        ),
      },
    });
    await settle(id);
    expect(await listed(id)).toBeUndefined();
  });
});

describe('a person says what became of it', () => {
  test.each([
    ['transfer', true, [960, 540, 0]],
    ['transfer', false, [1000, 500, 0]],
    ['payout', true, [1040, 460, 0]],
    ['payout', false, [1000, 500, 0]],
  ] as const)('a %s, executed: %s — the money is where it belongs, once', async (way, executed, where) => {
    const id = await givenUnclear(way);
    const answer = await settle(id, { executed });
    expect(answer.body.data).toEqual({ id, executed });
    expect(await money()).toEqual(where);
    expect(await readStatus(id)).toBe(executed ? OPERATION_STATUS.done : OPERATION_STATUS.failed);
    const { data } = (await api.get(`/api/operations?card_id=${card.id}`, { token: company.admin.token }))
      .body;
    const reason = executed ? null : 'Сеть не исполнила операцию, деньги возвращены';
    expect(data[0]).toMatchObject({ id, reason });
  });

  test('who decided it, when and why is in the audit log', async () => {
    const id = await givenUnclear();
    await settle(id, { executed: false });
    const line = await getOnlyRow(
      api.ctx.db.system,
      sql<object>`
        select at, user_id as by, company_id as company, details from audit_event
        where what = 'movement-settled' order by id desc limit 1`,
    );
    expect(line).toEqual({
      at: api.clock.now(),
      by: staff.id,
      company: company.id,
      details: { operationId: id, executed: false, reason: REASON },
    });
  });

  test('the network gets nothing more of it, and the card moves money again', async () => {
    const id = await givenUnclear();
    await settle(id, { executed: false });
    const written = fakeServer.countCalls('/EditCardLimit');
    api.clock.advanceSeconds(24 * 3600);
    await carryOutOperation(api.ctx, id);
    expect(fakeServer.countCalls('/EditCardLimit')).toBe(written);
    const next = await ask('transfer');
    await carryOutOperation(api.ctx, next);
    expect(await readStatus(next)).toBe(OPERATION_STATUS.done);
    expect(await money()).toEqual([960, 540, 0]);
  });

  test('after a crash between decision and booking the next attempt books the decision', async () => {
    const id = await givenUnclear();
    const operation = await findOperation(api.ctx.db.system, id);
    const command = {
      requestId: operation?.networkRequestId as string,
      kind: 'move-to-card',
      cardNumber: card.number,
      sumKopecks: operation?.sum as never,
    } as const;
    await api.ctx.getNetwork(PARTNER.rn).conclude?.(command, { state: 'done' });
    await carryOutOperation(api.ctx, id);
    expect(await money()).toEqual([960, 540, 0]);
  });
});

describe('settling a movement only once', () => {
  test('the same request again, even at the same time, is one decision with one answer', async () => {
    const id = await givenUnclear();
    const answers = await Promise.all([1, 2, 3].map(() => settle(id, {}, { key: `word-${id}` })));
    answers.push(await settle(id, {}, { key: `word-${id}` }));
    expect(answers.map(({ status, body }) => [status, body.data ?? body.message])).toEqual(
      Array(4).fill([200, { id, executed: true }]),
    );
    expect(await money()).toEqual([960, 540, 0]);
    expect((await settle(id, { executed: false }, { key: `word-${id}` })).status).toBe(409);
  });

  test('of two opposite decisions at once one is taken', async () => {
    const id = await givenUnclear();
    const answers = await Promise.all([settle(id), settle(id, { executed: false })]);
    expect(answers.map((answer) => answer.status)).toContain(409);
    const done = (await readStatus(id)) === OPERATION_STATUS.done;
    expect(await money()).toEqual(done ? [960, 540, 0] : [1000, 500, 0]);
    const late = await settle(id, { executed: !done });
    expect(late.status).toBe(409);
    expect(late.body.message).toMatch(/уже завершено/);
    expect(await money()).toEqual(done ? [960, 540, 0] : [1000, 500, 0]);
  });
});

describe('the network answers after all', () => {
  test('a network response before the decision is booked, and the user reads so', async () => {
    const id = await ask('transfer');
    fakeServer.stumble('/EditCardLimit', 'lost');
    await carryOutOperation(api.ctx, id);
    api.clock.advanceSeconds(LONG);
    const answer = await settle(id, { executed: false });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toBe('Сеть успела ответить сама: исполнено. Деньги уже на месте');
    expect(await money()).toEqual([960, 540, 0]);
  });

  test('a network response that agrees with the decision ends the movement as decided', async () => {
    const id = await ask('transfer');
    fakeServer.stumble('/EditCardLimit', 'lost');
    await carryOutOperation(api.ctx, id);
    api.clock.advanceSeconds(LONG);
    expect((await settle(id)).status).toBe(200);
    expect(await money()).toEqual([960, 540, 0]);
  });

  test('a network response after the decision moves nothing a second time', async () => {
    const id = await givenUnclear();
    await settle(id, { executed: false });
    getWallet().Val = 540;
    await carryOutOperation(api.ctx, id);
    expect(await money()).toEqual([1000, 500, 0]);
  });

  test('of a response and a decision at the same moment one is booked', async () => {
    const silent = await givenSilent(PARTNER.gpn);
    const operation = await findOperation(api.ctx.db.system, silent.id);
    if (!operation) throw new Error('no operation');
    const [answer] = await Promise.all([
      settle(silent.id, { executed: false }),
      finishOperation(api.ctx, operation, { done: true }),
    ]);
    const done = (await readStatus(silent.id)) === OPERATION_STATUS.done;
    expect(answer.status).toBe(done ? 409 : 200);
    expect(await money(silent.card)).toEqual(done ? [960, 40, 0] : [1000, 0, 0]);
  });

  /** Creates a movement that a network with request ids has accepted, without any further answer. */
  async function givenSilent(partnerId: PartnerId) {
    const silent = await givenCard(api, company.id, { partnerId });
    api.setMood(() => 'never');
    const id = await ask('transfer', silent);
    await carryOutOperation(api.ctx, id);
    api.setMood(() => undefined);
    api.clock.advanceSeconds(LONG);
    await carryOutOperation(api.ctx, id);
    return { id, card: silent };
  }

  test('a network that took the command and fell silent waits for a person too', async () => {
    const silent = await givenSilent(PARTNER.gpn);
    expect(await listed(silent.id)).toMatchObject({ last_word: { said: 'Исполнение не подтверждено' } });
    expect((await settle(silent.id)).status).toBe(200);
    expect(await money(silent.card)).toEqual([960, 40, 0]);
  });
});

describe('too early', () => {
  test('while the network may still answer, no user can decide for it', async () => {
    const id = await ask('transfer');
    fakeServer.stumble('/EditCardLimit', 'break');
    await carryOutOperation(api.ctx, id);
    api.clock.advanceSeconds(599);
    const answer = await settle(id, { executed: false });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toMatch(/подождите десять минут/);
    expect(await money()).toEqual([960, 500, 40]);
  });

  test('a command that has just been written once more is not called lost', async () => {
    const id = await ask('transfer');
    fakeServer.stumble('/EditCardLimit', { status: 429, body: '' });
    await carryOutOperation(api.ctx, id);
    api.clock.advanceSeconds(LONG);
    fakeServer.stumble('/EditCardLimit', 'break');
    await carryOutOperation(api.ctx, id);
    const answer = await settle(id, { executed: false });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toMatch(/только что/);
    expect(await money()).toEqual([960, 500, 40]);
  });
});
