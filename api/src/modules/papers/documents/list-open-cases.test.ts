import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { endMonth, type ClosingOverride } from '../../../testing/givens/close-month.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenStaff,
  type GivenCard,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import {
  givenBankFile,
  outgoingDocument,
  bankFileDocument,
  makeStatement,
} from '../../../testing/givens/given-bank-file.ts';
import { insertUnreadable } from '../../fuel/sales/feeds.ts';
import { carryOutOperation } from '../../fuel/settlement/carry-out-operation.ts';
import { closeCompanies } from './closing/close-companies.ts';

const REASON = 'Банк обещал уточнить плательщика 5 октября';

let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;
let card: GivenCard;
/** Each test closes a month of its own, in which its company has bought something: what was decided stays. */
let month: string;
let before: string;
let serial = 0;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false, env: { NETWORK_PATIENCE_MS: '1' } });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

beforeEach(async () => {
  serial += 1;
  before = toMonth(serial * 2 - 1);
  month = toMonth(serial * 2);
  company = await givenClient();
  card = await givenCard(api, company.id, { balanceKopecks: 1_000_00 });
  await givenSales(api, card, [{ sum: 100_00, at: `${month}-10T10:00:00+03:00` }]);
});

/** Cases that a test leaves open would prevent closing the months of the next ones. */
afterEach(async () => {
  const db = api.ctx.db.system;
  await sql`update bank_payment set state = 'duplicate' where state in ('review', 'refund')`.execute(db);
  await sql`update network_orphan set booked_at = seen_at where booked_at is null and closed_at is null`.execute(
    db,
  );
});

/** Months of 2024 and 2025, one after the other. */
function toMonth(place: number): string {
  return `${2024 + Math.floor(place / 12)}-${String((place % 12) + 1).padStart(2, '0')}`;
}

async function givenClient(): Promise<GivenCompany> {
  const client = await givenCompany(api, { unallocatedKopecks: 1_000_00 });
  await sql`update company set client_since = '2024-01-01' where id = ${client.id}`.execute(
    api.ctx.db.system,
  );
  return client;
}

/** Closes without reading the feeds and without waiting for the month's end. */
function close(date = month, input: ClosingOverride = {}) {
  return api.post('/staff/api/documents/close-month', { token: staff.token, json: { date, ...input } });
}

async function closing(date = month) {
  const answer = await api.get(`/staff/api/documents/closing?date=${date}`, { token: staff.token });
  expect(answer.status).toBe(200);
  return answer.body.data;
}

/** Returns what the refusal lists. The call that only reads lists the same. */
async function refusedFor(date = month, input: ClosingOverride = {}) {
  const answer = await close(date, input);
  expect(answer.status).toBe(409);
  expect((await closing(date)).open).toEqual(answer.body.data.open);
  return answer.body.data.open;
}

async function listMonthDocuments({ admin }: GivenCompany, date = month): Promise<object[]> {
  return (await api.get('/api/doc', { token: admin.token })).body.data[date] ?? [];
}

/** Creates a payment in review whose owner is unknown. */
async function givenReview(day: string): Promise<number> {
  const come = day.split('-').toReversed().join('.');
  await givenBankFile(api, staff, makeStatement(bankFileDocument({ inn: '9909999999', come })));
  return (await api.get('/staff/api/payments', { token: staff.token })).body.data[0].id;
}

async function assign(id: number): Promise<void> {
  const json = { company_id: company.id };
  const answer = await api.post(`/staff/api/payments/${id}/assign`, { token: staff.token, json });
  expect(answer.status).toBe(200);
}

/** Closes the month while no file can be written: every company that has something waits. */
async function beginClosing(): Promise<void> {
  const { put } = api.ctx.files;
  api.ctx.files.put = () => Promise.reject(new Error('the disk is full'));
  expect((await close()).status).toBe(200);
  api.ctx.files.put = put;
  expect(await listMonthDocuments(company)).toEqual([]);
}

test('a month is refused until each network had a reading that began after its end', async () => {
  expect(await refusedFor()).toEqual([{ kind: 'feed', count: 4 }]);
  const { networks } = await closing();
  expect(networks[0]).toMatchObject({ id: 1, read_at: null, complete: false });
  await api.pollNetworks();
  expect((await close()).status).toBe(200);
});

test('a payment in review blocks its month and later ones until it is assigned', async () => {
  const id = await givenReview(`${before}-15`);
  expect(await refusedFor(before)).toEqual([{ kind: 'payment', count: 1 }]);
  expect(await refusedFor()).toEqual([{ kind: 'payment', count: 1 }]);
  expect((await close()).body.message).toMatch(/ закрыть нельзя\. Платежи на разборе: 1$/);
  expect(await listMonthDocuments(company)).toEqual([]);
  await assign(id);
  expect((await close()).status).toBe(200);
  expect(await listMonthDocuments(company)).not.toEqual([]);
});

test('a payment of a later month does not stand against an earlier one', async () => {
  await givenReview(`${month}-01`);
  expect((await close(before)).status).toBe(200);
  expect((await close()).status).toBe(409);
});

test('a payment to a client blocks its month until it is classified', async () => {
  const taken = `15.${month.slice(5)}.${month.slice(0, 4)}`;
  await givenBankFile(api, staff, makeStatement(outgoingDocument({ inn: company.inn, taken })));
  expect(await refusedFor()).toEqual([{ kind: 'payment', count: 1 }]);
  const { data } = (await api.get('/staff/api/advance-returns', { token: staff.token })).body;
  const dismiss = `/staff/api/advance-returns/${data[0].id}/dismiss`;
  expect((await api.post(dismiss, { token: staff.token, json: { reason: REASON } })).status).toBe(200);
  expect((await close()).status).toBe(200);
});

test('a sale that is not booked stands against its month until it is closed', async () => {
  const unknown = { ...card, number: '7005990000000000001' };
  const at = `${month}-01T00:00:00+03:00`;
  await givenSales(api, unknown, [{ sum: 100_00, at }]);
  // Its network reports it in the first instant of its month, too.
  await sql`update network_orphan set seen_at = ${at} where booked_at is null and closed_at is null`.execute(
    api.ctx.db.system,
  );
  expect((await close(before)).status).toBe(200);
  expect(await refusedFor()).toEqual([{ kind: 'sale', count: 1 }]);
  const { data } = (await api.get('/staff/api/unsettled?kind=sale', { token: staff.token })).body;
  const path = `/staff/api/unsettled/sale/${data[0].id}/close`;
  expect((await api.post(path, { token: staff.token, json: { reason: REASON } })).status).toBe(200);
  expect((await close()).status).toBe(200);
});

test('an unreadable record blocks every month: its day is unknown', async () => {
  const records = [{ key: 'x', text: '{"Date":"31.02.2026"}', problem: 'no such day' }];
  await insertUnreadable(api.ctx.db.system, { partnerId: 1, records, now: api.clock.now() });
  expect(await refusedFor()).toEqual([{ kind: 'sale', count: 1 }]);
});

test('a month closes despite kinds named with a reason, and both are stored', async () => {
  await givenReview(`${month}-15`);
  const silent = await close(month, { despite: ['payment'] });
  expect([silent.status, silent.body.error_messages]).toEqual([
    400,
    { reason: ['Необходимо заполнить это поле'] },
  ]);
  const strange = await close(month, { despite: ['payment', 'weather'], reason: REASON });
  expect([strange.status, strange.body.error_messages]).toEqual([400, { despite: ['Неизвестный вид'] }]);
  expect((await close(month, { despite: ['payment'], reason: 'х'.repeat(501) })).status).toBe(400);
  expect((await closing()).decisions).toEqual([]);

  const answer = await close(month, { despite: ['payment'], reason: REASON });
  expect([answer.status, answer.body.data.open]).toEqual([200, [{ kind: 'payment', count: 1 }]]);
  const { decisions, closed } = await closing();
  expect(closed).toEqual({ companies: 1, documents: (await listMonthDocuments(company)).length, waiting: 0 });
  const expected = { open: [{ kind: 'payment', count: 1 }], despite: ['payment'], reason: REASON };
  const by = { id: staff.id, firstname: expect.any(String), lastname: null };
  expect(decisions).toEqual([{ at: api.clock.now().toISOString(), by, ...expected }]);
  const audit = await getOnlyRow(
    api.ctx.db.system,
    sql<object>`
      select user_id as by, details from audit_event where what = 'month-closed' order by id desc limit 1`,
  );
  expect(audit).toEqual({ by: staff.id, details: { month, ...expected } });
});

test('a month is refused while something of a kind is open that despite does not name', async () => {
  await givenReview(`${month}-15`);
  const records = [{ key: 'y', text: '{}', problem: 'no day' }];
  await insertUnreadable(api.ctx.db.system, { partnerId: 1, records, now: api.clock.now() });
  expect(await refusedFor(month, { despite: ['payment', 'feed'], reason: REASON })).toEqual([
    { kind: 'sale', count: 1 },
    { kind: 'payment', count: 1 },
  ]);
  expect(await listMonthDocuments(company)).toEqual([]);
});

test('a second request finishes what was started, and opens no company with a new case', async () => {
  const late = await givenClient();
  await beginClosing();
  await givenReview(`${month}-15`);
  const come = `20.${month.slice(5)}.${month.slice(0, 4)}`;
  await givenBankFile(api, staff, makeStatement(bankFileDocument({ inn: late.inn, come })));

  const again = await close();
  expect([again.status, again.body.data.open]).toEqual([200, [{ kind: 'payment', count: 1 }]]);
  expect(await listMonthDocuments(company)).not.toEqual([]);
  expect(await listMonthDocuments(late)).toEqual([]);
  expect((await closing()).decisions).toHaveLength(1);

  await close(month, { despite: ['payment'], reason: REASON });
  expect(await listMonthDocuments(late)).toHaveLength(1);
  expect((await closing()).decisions).toHaveLength(2);
});

test('the job finishes a started month, whatever cases have opened since', async () => {
  await beginClosing();
  await givenReview(`${month}-15`);
  await closeCompanies(api.ctx, month);
  expect(await listMonthDocuments(company)).not.toEqual([]);
});

test('only staff read what blocks a month, and only of a month that has started', async () => {
  const path = '/staff/api/documents/closing';
  const ask = (query: string, token = staff.token) => api.get(`${path}${query}`, { token });
  expect((await ask(`?date=${month}`, company.admin.token)).status).toBe(404);
  expect((await api.get(`${path}?date=${month}`)).status).toBe(401);
  for (const query of ['', '?date=2026-13', '?date=2026-10', '?date=вчера'])
    expect((await ask(query)).body.error_messages).toEqual({ date: [expect.stringMatching(/[а-я]/)] });
});

// The clock, which stood in September 2026 so far, goes on.

test('the running month is refused, whatever is named in despite', async () => {
  const kinds = ['feed', 'movement', 'sale', 'payment'];
  const answer = await close('2026-09', { despite: kinds, reason: REASON });
  expect(answer.status).toBe(409);
  expect(answer.body.message).toBe(
    'Сентябрь\u00a02026\u00a0г. ещё идёт: закрыть его можно с 1\u00a0октября\u00a02026\u00a0г.',
  );
  expect(answer.body.data.open).toEqual([{ kind: 'feed', count: 4 }]);
  expect(await closing('2026-09')).toMatchObject({ running: true, decisions: [] });
});

test('a movement without an outcome stands against the month in which it was asked for', async () => {
  api.setMood(() => 'never');
  const sms = await givenCode(api, company.admin, 'transfer', card.id);
  const requested = await api.post(`/api/card/${card.id}/transaction`, {
    token: company.admin.token,
    form: { sum: 40, sms, mode: 1 },
  });
  expect(requested.status).toBe(200);
  const { id } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ id: number }>`select id from operation where status_id = 2`,
  );
  await carryOutOperation(api.ctx, id);
  expect((await close('2026-08')).status).toBe(200);
  const readAt = api.clock.now().toISOString();
  api.clock.advanceSeconds(16 * 86_400);
  expect(await refusedFor('2026-09')).toEqual([
    { kind: 'feed', count: 4 },
    { kind: 'movement', count: 1 },
  ]);
  const { networks, titles } = await closing('2026-09');
  expect(networks[0]).toEqual({
    id: 1,
    title: expect.any(String),
    read_at: readAt,
    read_from: '2026-09-30T21:00:00.000Z',
    complete: false,
  });
  expect(Object.keys(titles)).toEqual(['feed', 'movement', 'sale', 'payment']);
  await api.pollNetworks();
  expect(await refusedFor('2026-09')).toEqual([{ kind: 'movement', count: 1 }]);
  const json = { executed: false, reason: REASON };
  const settle = `/staff/api/unclear-movements/${id}/settle`;
  expect((await api.post(settle, { token: staff.token, json })).status).toBe(200);
  expect((await close('2026-09')).status).toBe(200);
});

test('a network that reports sales days later is read as long after the month’s end', async () => {
  const { getNetwork } = api.ctx;
  api.ctx.getNetwork = (id) => ({ ...getNetwork(id), feedByDate: id === 2, feedOverlap: 3 * 86_400 });
  await endMonth(api, '2026-10');
  expect(await refusedFor('2026-10')).toEqual([{ kind: 'feed', count: 1 }]);
  api.clock.advanceSeconds(3 * 86_400);
  await api.pollNetworks();
  expect((await close('2026-10')).status).toBe(200);
});
