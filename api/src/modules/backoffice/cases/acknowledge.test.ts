import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rows } from '../../../db/database.ts';
import type { CardList } from '../../../gateways/fuel-network/log-unreadable-cards.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenDocument } from '../../../testing/givens/given-document.ts';
import {
  givenFailedClosing,
  givenRefusedDocument,
  givenSurplus,
  unsettledCalls,
  type Listed,
} from '../../../testing/givens/given-unsettled.ts';
import { closeCompanies } from '../../papers/documents/closing/close-companies.ts';
import { makeUnreadableCardReporter } from '../../cards/commands/unreadable-cards.ts';

let api: TestApi;
let owner: pg.Client;
let staff: GivenPerson;
let company: GivenCompany;
let calls: ReturnType<typeof unsettledCalls>;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { NETWORK_PATIENCE_MS: '1' } });
  owner = new pg.Client(api.databaseUrl);
  await owner.connect();
  staff = await givenStaff(api);
  calls = unsettledCalls(api, staff);
});

afterAll(async () => {
  await owner?.end();
  await api?.stop();
});

beforeEach(async () => {
  company = await givenCompany(api);
});

let kopecksBefore = '';
beforeEach(async () => {
  kopecksBefore = await sumMoved();
});
afterEach(async () => {
  expect(await sumMoved()).toBe(kopecksBefore);
});

/** Nothing here moves money, except the tests' own sales and the price of cards that they order. */
async function sumMoved(): Promise<string> {
  const { rows: found } = await owner.query(
    `select count(*) || ':' || coalesce(sum(amount_kopecks), 0) as moved from ledger_transfer
     where kind not in ('purchase', 'invoice-paid', 'card-fee')`,
  );
  return found[0].moved;
}

/** Simulates another process that reports its reading of a network's list. */
function reportUnreadable(list: CardList = 'cards') {
  const report = makeUnreadableCardReporter(api.ctx.db.system, {
    partnerId: 1,
    clock: api.clock,
    log: pino({ level: 'silent' }),
  });
  return (records: { key: string; text?: string; problem?: string }[], covers: 'all' | string[] = 'all') =>
    report(
      records.map((record) => ({ text: '{"Num":"7"}', problem: 'SCode: expected string', ...record })),
      { list, covers },
    );
}

async function listed(kind: string): Promise<Listed[]> {
  return (await calls.list(`?kind=${kind}`)).body.data;
}

async function keyOfNewCard(): Promise<string> {
  return (await givenCard(api, company.id, { partnerId: 1, number: `78260${Date.now()}` })).number;
}

describe('cases that show failures of background work', () => {
  test('an unreadable card in a network’s list, as the network wrote it, and whose it is', async () => {
    const key = await keyOfNewCard();
    const text = `{"Num":"${key}","SCode":null,"pin":"1234"}`;
    await reportUnreadable()([{ key, text }]);
    const [one] = await listed('card');
    expect(one).toMatchObject({
      since: api.clock.now().toISOString(),
      company: { id: company.id },
      partner: { id: 1 },
      card_number: key,
      asked: 'Карта в списке сети',
      problem: 'Поле «SCode» пустое',
      deeds: ['acknowledge'],
    });
    expect(one?.details).toContainEqual({ label: 'SCode', value: 'пусто' });
    expect(JSON.stringify(one)).not.toContain('1234');
  });

  test('more cards than were ordered: how many, and their numbers', async () => {
    const { orderId, itemId, numbers } = await givenSurplus(api, company);
    expect(await calls.find('surplus', itemId)).toMatchObject({
      company: { id: company.id },
      asked: `Заявка № ${orderId}: заказано 2, выпущено 3`,
      problem: 'Сеть выпустила больше карт, чем заказано',
      details: [{ label: 'Карты заявки', value: numbers.join(', ') }],
      deeds: ['acknowledge'],
    });
  });

  test('a month whose documents could not be made, since when and why', async () => {
    const since = api.clock.now().toISOString();
    const { closingId } = await givenFailedClosing(api, company, '2026-07');
    api.clock.advanceSeconds(3600);
    await closeCompanies(api.ctx, '2026-07', 60_000);
    expect(await calls.find('closing', closingId)).toMatchObject({
      since,
      company: { id: company.id },
      partner: null,
      asked: 'Документы за июль\u00a02026\u00a0г.',
      problem: 'Документы месяца не удалось сделать',
      details: [
        {
          label: 'Ошибка',
          value: expect.stringMatching(/^Операция № \d+ на 99,99\s₽, а по учёту на 100,00\s₽$/),
        },
      ],
      deeds: ['ask'],
    });
  });

  test('a document that its company has refused to sign, with the reason', async () => {
    const id = await givenRefusedDocument(api, staff, company);
    expect(await calls.find('letter', id)).toMatchObject({
      company: { id: company.id },
      partner: null,
      asked: 'УПД № 202608-1-2',
      problem: 'Клиент отказался подписать документ',
      last_word: { said: 'Не сходится количество литров' },
      deeds: ['acknowledge'],
    });
  });
});

describe('a card that can’t be read', () => {
  test('an unreadable card is listed once, however often and wherever it is read', async () => {
    const key = await keyOfNewCard();
    await Promise.all([
      reportUnreadable()([{ key }]),
      reportUnreadable()([{ key }]),
      reportUnreadable()([{ key }, { key }]),
    ]);
    expect((await listed('card')).filter((item) => item.card_number === key)).toHaveLength(1);
  });

  test('a case leaves the list when its network corrects it, and no other one does', async () => {
    const [read, other] = ['mended-card', 'other-card'];
    await reportUnreadable()([{ key: read }, { key: other }]);
    await reportUnreadable('purses')([{ key: read }]);
    await reportUnreadable()([{ key: other }]);
    const left = (await listed('card')).map((item) => [item.asked, JSON.stringify(item.details)]);
    expect(left.length).toBeGreaterThanOrEqual(2);
    expect(await readStanding()).toEqual(
      expect.arrayContaining([
        ['cards', other],
        ['purses', read],
      ]),
    );
    expect(await readStanding()).not.toContainEqual(['cards', read]);
  });

  test('an unreadable card is not corrected by a reading that did not reach it', async () => {
    const key = 'far-away-card';
    await reportUnreadable('purses')([{ key }]);
    await reportUnreadable('purses')([], ['some-other-card']);
    await reportUnreadable('purses')([], []);
    await reportUnreadable('limits')([]);
    expect(await readStanding()).toContainEqual(['purses', key]);
    await reportUnreadable('purses')([], [key]);
    expect(await readStanding()).not.toContainEqual(['purses', key]);
  });

  test('a case put away returns when it breaks again or differently, not while unchanged', async () => {
    const key = await keyOfNewCard();
    await reportUnreadable()([{ key }]);
    const [one] = await listed('card');
    const id = one?.id ?? 0;
    await calls.acknowledge('card', id);
    api.clock.advanceSeconds(60);
    await reportUnreadable()([{ key }]);
    expect(await calls.find('card', id)).toBeUndefined();
    await reportUnreadable()([{ key, problem: 'Num: expected string' }]);
    expect(await calls.find('card', id)).toMatchObject({ since: api.clock.now().toISOString() });
    await calls.acknowledge('card', id);
    api.clock.advanceSeconds(60);
    await reportUnreadable()([]);
    await reportUnreadable()([{ key, problem: 'Num: expected string' }]);
    expect(await calls.find('card', id)).toBeDefined();
  });

  test('an unreadable card with text that can’t be stored does not stop the list', async () => {
    const closed = { execute: () => Promise.reject(new Error('the database is away')) };
    const report = makeUnreadableCardReporter(closed as never, {
      partnerId: 1,
      clock: api.clock,
      log: pino({ level: 'silent' }),
    });
    await expect(
      report([{ key: 'x', text: '{}', problem: 'y' }], { list: 'cards', covers: 'all' }),
    ).resolves.toBeUndefined();
  });

  async function readStanding(): Promise<[string, string][]> {
    const found = await rows(
      api.ctx.db.system,
      sql<{ list: string; key: string }>`select list, key from illegible_card where mended_at is null`,
    );
    return found.map((item) => [item.list, item.key]);
  }
});

describe('§1.18 §4.32 an objection', () => {
  test('staff read which document is disputed, why, and whom to answer', async () => {
    const id = await givenDocument(api, staff, company, { title: 'УПД № 202608-7-2' });
    expect(await calls.find('objection', id)).toBeUndefined();
    await object(id, 'По карте 4413 лишние 100 литров');
    expect(await calls.find('objection', id)).toMatchObject({
      since: api.clock.now().toISOString(),
      company: { id: company.id, inn: company.inn },
      partner: { id: 2 },
      asked: 'УПД № 202608-7-2',
      problem: 'Клиент возражает по документу',
      details: [
        { label: 'Возражение', value: 'По карте 4413 лишние 100 литров' },
        { label: 'Период', value: 'август\u00a02026\u00a0г.' },
        { label: 'Кто возражает', value: expect.stringContaining(`+${company.admin.phone}`) },
      ],
      deeds: ['answer', 'acknowledge'],
    });
    expect((await calls.list()).body.meta.totals.objection).toBeGreaterThan(0);
  });

  test('an answered objection leaves staff’s list, and a later one appears', async () => {
    const id = await givenDocument(api, staff, company, { title: 'Реестр № 1' });
    await object(id, 'Не сходятся литры');
    expect((await calls.acknowledge('objection', id, { reason: 'Объяснили' })).status).toBe(200);
    expect(await calls.find('objection', id)).toBeUndefined();
    const again = await calls.acknowledge('objection', id);
    expect([again.status, again.body.message]).toEqual([409, 'Это уже прочитано или исправлено']);
    api.clock.advanceSeconds(60);
    await object(id, 'И сумма тоже');
    const [input] = ((await calls.find('objection', id))?.details ?? []) as { value: string }[];
    expect(input?.value).toBe('И сумма тоже');
  });

  test('an objection of a client who has confirmed the document since waits no more', async () => {
    const id = await givenDocument(api, staff, company, { title: 'Реестр № 2' });
    await object(id, 'Не сходятся литры');
    await decide('acceptDoc', id, await givenCode(api, company.admin, 'document', id));
    expect(await calls.find('objection', id)).toBeUndefined();
    expect((await calls.acknowledge('objection', id)).status).toBe(409);
  });

  async function object(id: number, comment: string): Promise<void> {
    await decide('sendObjection', id, await givenCode(api, company.admin, 'objection', id), comment);
  }

  async function decide(action: string, id: number, sms: string, comment?: string): Promise<void> {
    const json = { partner_id: 2, date: '2026-08', id, sms, comment };
    const { status } = await api.post(`/api/doc/${action}`, { token: company.admin.token, json });
    expect(status).toBe(200);
  }
});

describe('acknowledging a case', () => {
  test('a read case leaves the list with reason and name, under one key once', async () => {
    const { itemId } = await givenSurplus(api, company);
    const key = `read-${itemId}`;
    const again = () => calls.acknowledge('surplus', itemId, {}, { key });
    const answers = [...(await Promise.all([again(), again(), again()])), await again()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers[3]?.body.data).toEqual({ kind: 'surplus', id: itemId });
    expect(await calls.find('surplus', itemId)).toBeUndefined();
    const stored = await rows(
      api.ctx.db.system,
      sql<object>`
        select kind, acknowledged_by as by, reason from acknowledgement
        where kind = 'surplus' and subject_id = ${itemId}`,
    );
    expect(stored).toEqual([{ kind: 'surplus', by: staff.id, reason: 'Написали в сеть' }]);
    const audited = await rows(
      api.ctx.db.system,
      sql<object>`
        select user_id as by, company_id as company, details from audit_event
        where what = 'acknowledged' order by id desc limit 1`,
    );
    expect(audited).toEqual([
      {
        by: staff.id,
        company: company.id,
        details: { kind: 'surplus', id: itemId, reason: 'Написали в сеть' },
      },
    ]);
  });

  test('of two at once without a key the second reads that it was read', async () => {
    const id = await givenRefusedDocument(api, staff, company);
    const answers = await Promise.all([calls.acknowledge('letter', id), calls.acknowledge('letter', id)]);
    expect(answers.map(({ status }) => status).sort((a, two) => a - two)).toEqual([200, 409]);
    const again = await calls.acknowledge('letter', id);
    expect([again.status, again.body.message]).toEqual([409, 'Это уже прочитано или исправлено']);
  });

  test.each([
    ['no reason', {}],
    ['an empty reason', { reason: '  ' }],
    ['a reason past 500 letters', { reason: 'я'.repeat(501) }],
  ])('a case with %s is not put away', async (_, input) => {
    const id = await givenRefusedDocument(api, staff, company);
    const answer = await calls.acknowledge('letter', id, { reason: undefined, ...input });
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages?.reason?.[0]).toMatch(/[а-я]/i);
    expect(await calls.find('letter', id)).toBeDefined();
  });

  test('a customer or anonymous caller can’t read or put away any of it', async () => {
    const id = await givenRefusedDocument(api, staff, company);
    const { closingId } = await givenFailedClosing(api, company, '2026-06');
    const manager = await givenPerson(api, { companyId: company.id, role: 'manager' });
    for (const { token } of [company.admin, manager]) {
      expect((await calls.acknowledge('letter', id, {}, { token })).status).toBe(404);
      expect((await calls.ask('closing', closingId, { token })).status).toBe(404);
    }
    const path = `/staff/api/unsettled/letter/${id}/acknowledge`;
    expect((await api.post(path, { json: { reason: 'Прочитано' } })).status).toBe(401);
    expect(await calls.find('letter', id)).toBeDefined();
  });

  test('an unknown kind or case is refused', async () => {
    for (const kind of ['card', 'surplus', 'letter', 'objection'])
      expect((await calls.acknowledge(kind, 999_999_999)).status).toBe(404);
    const strange = await calls.acknowledge('closing', 1);
    expect([strange.status, strange.body.message]).toEqual([400, 'Неизвестный вид']);
    expect((await calls.acknowledge('letter', 0)).status).toBe(400);
  });
});

describe('a month is tried again', () => {
  test('a month is closed again by the same job, and listed until documents exist', async () => {
    const { closingId, mend: fixCause } = await givenFailedClosing(api, company, '2026-05');
    expect((await ask(closingId)).status).toBe(200);
    const { rows: jobs } = await owner.query(
      "select run_at <= now() as due from graphile_worker.jobs where key = 'close-month:2026-05'",
    );
    expect(jobs).toEqual([{ due: true }]);
    await closeCompanies(api.ctx, '2026-05', 60_000);
    expect(await calls.find('closing', closingId)).toBeDefined();
    await fixCause();
    await closeCompanies(api.ctx, '2026-05', 60_000);
    expect(await calls.find('closing', closingId)).toBeUndefined();
    const again = await ask(closingId);
    expect([again.status, again.body.message]).toEqual([
      409,
      'Документы этого месяца уже сделаны или ещё делаются',
    ]);
  });

  test('a case that is not closed is not shown as closed', async () => {
    expect((await ask(999_999_999)).status).toBe(404);
  });

  function ask(id: number): Promise<ApiResponse> {
    return calls.ask('closing', id);
  }
});
