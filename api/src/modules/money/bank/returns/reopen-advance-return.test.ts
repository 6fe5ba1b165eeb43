import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rows } from '../../../../db/database.ts';
import { givenActOfMonth } from '../../../../testing/givens/given-act-of-month.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../../testing/api.ts';
import {
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../../testing/givens/factories.ts';
import { advanceReturnCalls, givenAdvanceReturn } from '../../../../testing/givens/given-advance-return.ts';
import { openStream } from '../../../../testing/open-stream.ts';
import { readPdfText } from '../../../../testing/read-pdf-text.ts';
import { checkBooks } from '../../../backoffice/reconciliation/check-books.ts';

const PERIOD = 'date_from=2026-09-01&date_to=2026-12-31';
const WRONG = 'Списали не у того клиента';

let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;
let calls: ReturnType<typeof advanceReturnCalls>;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
  calls = advanceReturnCalls(api, staff);
});

afterAll(() => api?.stop());

beforeEach(async () => {
  api.clock.setTo('2026-09-15T09:00:00Z');
  company = await givenCompany(api);
});

afterEach(async () => {
  expect(await checkBooks(api.ctx.db.system)).toEqual([]);
});

async function booked(about?: { sum?: string; taken?: string }): Promise<number> {
  const id = await givenAdvanceReturn(api, staff, company, about);
  expect((await calls.book(id)).status).toBe(200);
  return id;
}

async function dismissed(): Promise<number> {
  const id = await givenAdvanceReturn(api, staff, company);
  expect((await calls.dismiss(id)).status).toBe(200);
  return id;
}

async function readFunds(): Promise<number> {
  return (await api.get(`/api/client/${company.id}`, { token: company.admin.token })).body.data.notDistSum;
}

function distribute(sum: number): Promise<ApiResponse> {
  return api.post(`/api/client/${company.id}/accounts`, {
    token: company.admin.token,
    json: { accounts: [{ partner_id: 1, sum }] },
  });
}

async function listTransfers(id: number) {
  return rows(
    api.ctx.db.system,
    sql<object>`
      select transfer.kind, transfer.amount_kopecks as kopecks, source.kind as source, target.kind as target,
        replace(transfer.request_id, returned.document_key, 'KEY') as named
      from ledger_transfer transfer
      join ledger_account source on source.id = transfer.from_account_id
      join ledger_account target on target.id = transfer.to_account_id
      join advance_return returned on returned.id = transfer.subject_id
      where transfer.subject_kind = 'advance-return' and transfer.subject_id = ${id} order by transfer.id`,
  );
}

describe('access to reopening an advance return', () => {
  test('a customer or an anonymous caller can’t reopen a booked return', async () => {
    const id = await booked();
    const manager = await givenPerson(api, { companyId: company.id, role: 'manager' });
    for (const { token } of [company.admin, manager])
      expect((await calls.reopen(id, undefined, { token })).status).toBe(404);
    const anonymous = await api.post(`/staff/api/advance-returns/${id}/reopen`, {
      json: { revision: 0, reason: WRONG },
    });
    expect(anonymous.status).toBe(401);
    expect(await readFunds()).toBe(350);
  });

  test('a return that does not exist is 404, an id that is none 400', async () => {
    expect((await calls.reopen(999_999_999)).status).toBe(404);
    expect((await calls.reopen(0)).status).toBe(400);
  });

  test.each([
    ['no reason', { revision: 0 }, 'reason'],
    ['an empty reason', { revision: 0, reason: '  ' }, 'reason'],
    ['a reason past 500 letters', { revision: 0, reason: 'я'.repeat(501) }, 'reason'],
    ['a reason that can’t be kept', { revision: 0, reason: 'не тот\u0000' }, 'reason'],
    ['no revision', { reason: WRONG }, 'revision'],
    ['a revision that is none', { revision: 'x', reason: WRONG }, 'revision'],
  ])('%s takes nothing back', async (_, input, field) => {
    const id = await booked();
    const answer = await calls.reopen(id, input);
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages?.[field]?.[0]).toMatch(/[а-я]/i);
    expect(await readFunds()).toBe(350);
  });
});

describe('money that was booked off a client by mistake', () => {
  test('the money comes back by a reverse movement, and the return waits again', async () => {
    const id = await booked({ sum: '150.55' });
    const answer = await calls.reopen(id, { revision: 0, reason: `  ${WRONG}  ` });
    expect(answer.status).toBe(200);
    const at = api.clock.now().toISOString();
    expect(answer.body.data).toMatchObject({
      id,
      state: 'review',
      own_sum: 500,
      reason: null,
      decided_by: null,
      decided_at: null,
      revision: 1,
      reopenings: [
        {
          state: 'booked',
          decided_reason: null,
          decided_by: 'Сотрудник программы',
          decided_at: at,
          reason: WRONG,
          reopened_by: 'Сотрудник программы',
          reopened_at: at,
        },
      ],
    });
    expect(await readFunds()).toBe(500);
    const named = (name: string) => `bank:KEY:return${name}`;
    const gone = { kind: 'return-advance', kopecks: 150_55, source: 'unallocated', target: 'bank' };
    const back = { kind: 'reverse-return', kopecks: 150_55, source: 'bank', target: 'unallocated' };
    expect(await listTransfers(id)).toEqual([
      { ...gone, named: named('') },
      { ...back, named: named(':reverse:1') },
    ]);

    // A second round: a return that was right after all can be booked again, and be a mistake once more.
    await calls.book(id);
    expect(await readFunds()).toBe(349.45);
    await calls.reopen(id, { revision: 1, reason: 'Снова не то' });
    expect((await listTransfers(id)).slice(2)).toEqual([
      { ...gone, named: named(':again:1') },
      { ...back, named: named(':reverse:2') },
    ]);
    expect(await readFunds()).toBe(500);
    const { data } = (await api.get('/staff/api/advance-returns?state=review', { token: staff.token })).body;
    expect(data[0]).toMatchObject({
      id,
      revision: 2,
      reopenings: [{ reason: 'Снова не то' }, { reason: WRONG }],
    });
  });

  test('the client’s money comes back though he has spent all else', async () => {
    const id = await booked();
    await distribute(350);
    expect((await calls.reopen(id)).status).toBe(200);
    expect((await distribute(150)).status).toBe(200);
    expect(await readFunds()).toBe(0);
  });

  test('a credit limit lowered under his debt leaves the floor where it is', async () => {
    const id = await booked();
    const credit = (creditSum: number) =>
      api.put(`/staff/api/clients/${company.id}/credit`, { token: staff.token, json: { creditSum } });
    await credit(1000);
    await distribute(1350);
    await credit(0);
    await calls.reopen(id);
    expect((await distribute(1)).status).toBe(400);
    const [account] = await rows(
      api.ctx.db.system,
      sql<object>`
        select balance_kopecks as balance, floor_kopecks as floor from ledger_account
        where company_id = ${company.id} and kind = 'unallocated'`,
    );
    expect(account).toEqual({ balance: -850_00, floor: -850_00 });
  });

  test('one that was dismissed by mistake waits again, and nothing moves', async () => {
    const id = await dismissed();
    const nameless = await givenPerson(api, { staffRole: 'owner' });
    await sql`update app_user set firstname = null, lastname = null where id = ${nameless.id}`.execute(
      api.ctx.db.system,
    );
    const other = advanceReturnCalls(api, nameless);
    const answer = await other.reopen(id, { revision: 0, reason: 'Это был аванс' });
    expect(answer.body.data).toMatchObject({
      state: 'review',
      reason: null,
      reopenings: [
        {
          state: 'dismissed',
          decided_reason: 'Оплата ремонта',
          reason: 'Это был аванс',
          reopened_by: `Сотрудник № ${nameless.id}`,
        },
      ],
    });
    expect([await readFunds(), await listTransfers(id)]).toEqual([500, []]);
    expect((await calls.book(id)).status).toBe(200);
    expect(await readFunds()).toBe(350);
    expect((await listTransfers(id))[0]).toMatchObject({ named: 'bank:KEY:return:again:1' });
  });
});

describe('reopening an advance return only once', () => {
  test('one key reopens it once: repeated, concurrently and after a lost response', async () => {
    const id = await booked();
    const key = `reopen-${id}`;
    const again = () => calls.reopen(id, undefined, { key });
    const answers = await Promise.all([again(), again(), again()]);
    answers.push(await again());
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await readFunds()).toBe(500);
    const other = await calls.reopen(id, { revision: 0, reason: 'Иначе' }, { key });
    expect(other.status).toBe(409);
  });

  test('without a key the second reads that there is nothing to take back', async () => {
    const id = await booked();
    const answers = await Promise.all([calls.reopen(id), calls.reopen(id)]);
    expect(answers.map(({ status }) => status).sort((a, two) => a - two)).toEqual([200, 409]);
    const again = await calls.reopen(id);
    expect([again.status, again.body.message]).toEqual([409, 'Возврат и так ждёт решения: отменять нечего']);
    expect(await readFunds()).toBe(500);
  });

  test('a user who read an earlier decision does not take back the current one', async () => {
    const id = await dismissed();
    await calls.reopen(id);
    await calls.book(id);
    const stale = await calls.reopen(id);
    expect([stale.status, stale.body.message]).toEqual([
      409,
      'Решение с тех пор отменили и приняли другое. Прочитайте его и решите снова',
    ]);
    expect(await readFunds()).toBe(350);
    expect((await calls.reopen(id, { revision: 1, reason: WRONG })).status).toBe(200);
  });

  test('a return that was never booked is not taken back', async () => {
    const id = await givenAdvanceReturn(api, staff, company);
    expect((await calls.reopen(id)).status).toBe(409);
    expect(await readFunds()).toBe(500);
  });

  test('taken back while the client spends: neither undoes the other', async () => {
    const id = await booked();
    const [taken, spent] = await Promise.all([calls.reopen(id), distribute(350)]);
    expect([taken.status, spent.status]).toEqual([200, 200]);
    expect(await readFunds()).toBe(150);
  });
});

describe('the client’s documents show both halves', () => {
  test('the account’s statement has both lines, on screen, as CSV and as PDF', async () => {
    await calls.reopen(await booked({ sum: '150.55' }));
    const { token } = company.admin;
    const { data } = (await api.get(`/api/client/statement?${PERIOD}`, { token })).body;
    const text = 'Исправление возврата аванса, платёжное поручение № 42 от 15.09.2026';
    expect(data).toMatchObject({ came_in: 650.55, went_out: 150.55, closing: 500 });
    expect(data.movements[2]).toMatchObject({
      description: text,
      from: 'Банк',
      to: 'Нераспределённые средства',
      sum: 150.55,
      balance: 500,
    });
    const csv = await api.get(`/api/client/statement.csv?${PERIOD}`, { token });
    expect(csv.bytes.toString('utf8')).toContain(text);
    const pdf = await api.get(`/api/client/statement.pdf?${PERIOD}`, { token });
    expect(readPdfText(pdf.bytes)).toContain('Исправление возврата аванса, платёжное поручение № 42');
  });

  test('the act of the month has both, the mistake as less of the debit', async () => {
    await calls.reopen(await booked({ sum: '150.55' }));
    const day = today();
    const act = await readAct('2026-09');
    expect(act).toMatch(/15\.09\.2026 +Возврат аванса п\/п № 42 от 15\.09\.2026 +150,55/);
    expect(act).toMatch(
      new RegExp(`${day} +Исправление возврата аванса п/п № 42 от 15\\.09\\.2026 +-150,55`),
    );
    expect(act).toMatch(/Обороты за период +0,00 +500,00/);
    expect(act).toMatch(/Сальдо на конец +500,00/);
  });

  test('a published act stays as it is: a later reopening stands in the next one', async () => {
    const id = await booked();
    expect(await readAct('2026-09')).toMatch(/Сальдо на конец +350,00/);
    api.clock.advanceSeconds(30 * 24 * 3600);
    await calls.reopen(id);
    await calls.book(id);
    await calls.reopen(id, { revision: 1, reason: WRONG });
    const day = today();
    expect(await readAct('2026-09')).toMatch(/Сальдо на конец +350,00/);
    const october = await readAct('2026-10');
    expect(october).toMatch(/Сальдо на начало +350,00/);
    expect(october).toMatch(new RegExp(`${day} +Исправление возврата аванса п/п № 42`));
    expect(october).toMatch(new RegExp(`${day} +Возврат аванса п/п № 42 от 15\\.09\\.2026 +150,00`));
    expect(october).toMatch(/Сальдо на конец +500,00/);
  });

  function today(): string {
    const day = new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow' }).format(api.clock.now());
    return day.replaceAll('.', '\\.');
  }

  const readAct = (month: string) => givenActOfMonth(api, { staff, company }, month);
});

describe('notices of a reopened advance return', () => {
  test('the company: its balance has changed', async () => {
    const id = await booked();
    const stream = await openStream(api, company.admin.token);
    expect(await stream.next()).toBe('open []');
    await calls.reopen(id);
    await stream.until('balances');
    stream.leave();
  });

  test('a threshold has the balance above it again: the next fall is reported', async () => {
    const id = await givenAdvanceReturn(api, staff, company);
    await api.post('/api/client/availableFunds', { token: company.admin.token, json: { threshold: 400 } });
    const crossed = async () => {
      const [found] = await rows(
        api.ctx.db.system,
        sql<{ crossed: boolean }>`select threshold_crossed as crossed from company where id = ${company.id}`,
      );
      return found?.crossed;
    };
    await calls.book(id);
    expect(await crossed()).toBe(true);
    await calls.reopen(id);
    expect(await crossed()).toBe(false);
  });

  test('the audit log shows who took what back, how much and why, beside the decision', async () => {
    const id = await booked();
    await calls.reopen(id);
    const found = await rows(
      api.ctx.db.system,
      sql<object>`
        select what, user_id as by, details from audit_event
        where what like 'advance-return-%' and company_id = ${company.id} order by id`,
    );
    expect(found).toEqual([
      { what: 'advance-return-booked', by: staff.id, details: { returnId: id, sumKopecks: 150_00 } },
      {
        what: 'advance-return-reopened',
        by: staff.id,
        details: { returnId: id, sumKopecks: 150_00, state: 'booked', reason: WRONG },
      },
    ]);
  });

  test('no one changes its record, including the owner of the table', async () => {
    await calls.reopen(await booked());
    await expect(
      sql`update advance_return_reopening set reason = 'x'`.execute(api.ctx.db.system),
    ).rejects.toThrow();
  });
});
