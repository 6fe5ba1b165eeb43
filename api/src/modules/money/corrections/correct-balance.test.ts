import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rows } from '../../../db/database.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCompany,
  givenPerson,
  givenSession,
  readUnallocated,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { listNotices, sendDueNotices } from '../../../testing/notices.ts';
import { givenDocument } from '../../../testing/givens/given-document.ts';

let api: TestApi;
let author: GivenPerson;
let second: GivenPerson;
let client: GivenCompany;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  author = await givenPerson(api, { staffRole: 'treasurer' });
  second = await givenPerson(api, { staffRole: 'owner' });
});
afterAll(async () => {
  await expectBooksToAgree(api);
  await api.stop();
});
beforeEach(async () => {
  client = await givenCompany(api, { unallocatedKopecks: 1_000_00 });
});

const COMPENSATION = { sum: '150,50', direction: 'to-client', kind: 'compensation', note: 'Простой карт' };
const PENALTY = { sum: 200, direction: 'from-client', kind: 'penalty', note: 'Просрочка' };

const propose = (json: object, who = author, key?: string) =>
  api.post(`/staff/api/clients/${client.id}/corrections`, { token: who.token, json, key });
const confirm = (answer: ApiResponse, who = second) =>
  api.post(`/staff/api/approvals/${answer.body.data.approval.id}/confirm`, { token: who.token });
const list = async (who = author) =>
  api.get(`/staff/api/clients/${client.id}/corrections`, { token: who.token });
async function readStatement(): Promise<{ description: string; sum: number; balance: number }[]> {
  const { token } = client.admin;
  const path = '/api/client/statement?date_from=2026-09-01&date_to=2026-09-30';
  return (await api.get(path, { token })).body.data.movements;
}

test('a correction moves money once, when a second member confirms it', async () => {
  const key = `correct-${client.id}`;
  const proposed = await propose(COMPENSATION, author, key);
  expect(proposed.status).toBe(202);
  expect((await propose(COMPENSATION, author, key)).body.data).toEqual(proposed.body.data);
  expect(await readUnallocated(api, client)).toBe(1000);
  expect((await confirm(proposed, author)).status).toBe(403);
  const made = await confirm(proposed);
  expect(made.body.data.outcome).toMatchObject({
    sum: 150.5,
    direction: 'to-client',
    kind: 'compensation',
    title: 'Компенсация: Простой карт',
    document: null,
    reverses: null,
  });
  expect((await confirm(proposed)).status).toBe(409);
  expect(await readUnallocated(api, client)).toBe(1150.5);
  expect((await list()).body).toMatchObject({ data: [{ sum: 150.5 }], meta: { pagination: { total: 1 } } });
});

test('the second member reads what is done and what the balance becomes', async () => {
  const proposed = await propose(PENALTY);
  const waiting = (await api.get('/staff/api/approvals?state=waiting', { token: second.token })).body.data;
  const proposal = waiting.find(({ id }: { id: number }) => id === proposed.body.data.approval.id);
  expect(proposal).toMatchObject({
    title: 'Исправить баланс клиента',
    about: { kind: 'client', id: client.id },
  });
  const values = proposal.details.map(({ value }: { value: string }) => value.replaceAll(/\s/g, ' '));
  expect(values).toEqual([
    'Списать с клиента',
    '200,00 ₽',
    'Неустойка',
    'нет',
    '1 000,00 ₽',
    '800,00 ₽',
    'Просрочка',
  ]);
});

test('the client reads it in the statement, and both sides in their logs', async () => {
  await confirm(await propose(COMPENSATION));
  await confirm(await propose(PENALTY));
  expect((await readStatement()).slice(-2)).toMatchObject([
    { description: 'Компенсация: Простой карт', sum: 150.5, balance: 1150.5 },
    { description: 'Неустойка: Просрочка', sum: -200, balance: 950.5 },
  ]);
  const { token } = client.admin;
  const path = '/api/client/statement.csv?date_from=2026-09-01&date_to=2026-09-30';
  expect((await api.get(path, { token })).bytes.toString('utf8')).toContain('Неустойка: Просрочка');
  const logged = await rows<{ details: object }>(
    api.ctx.db.system,
    sql`select details from audit_event where what = 'balance-corrected' and company_id = ${client.id} order by id`,
  );
  expect(logged).toMatchObject([
    { details: { correction: 'compensation', direction: 'to-client', sumKopecks: 150_50 } },
    { details: { correction: 'penalty', direction: 'from-client', sumKopecks: 200_00 } },
  ]);
});

test('the client is notified of a correction, with its reason and the new balance', async () => {
  await confirm(await propose(COMPENSATION));
  const choice = { kind: 'balance-corrected', channel: 'cabinet', wanted: false };
  await sendDueNotices(api);
  const read = async () =>
    (await listNotices(api, client.admin)).filter(({ kind }) => kind === 'balance-corrected');
  expect(await read()).toMatchObject([
    {
      title: 'На счёт зачислено 150,50\u00a0₽',
      text: expect.stringMatching(
        /^Компенсация: Простой карт\. Нераспределённые средства теперь 1.150,50.₽\.$/,
      ),
      path: '/cabinet/statement',
    },
  ]);
  await api.post('/api/notices/choices', { token: client.admin.token, json: choice });
  await confirm(await propose(PENALTY));
  await sendDueNotices(api);
  expect(await read()).toHaveLength(1);
});

test('what is taken ends at the credit limit, but a penalty is owed all the same', async () => {
  const other = { ...PENALTY, kind: 'other', sum: 1000.01 };
  const refused = await propose(other);
  expect(refused.status).toBe(409);
  expect(refused.body.message).toMatch(/осталось 1.000,00/);
  await confirm(await propose({ ...PENALTY, sum: 1300 }));
  const file = async () =>
    (await api.get(`/staff/api/clients/${client.id}`, { token: author.token })).body.data;
  expect(await file()).toMatchObject({ unallocated: -300 });
  await confirm(await propose({ ...COMPENSATION, sum: 100 }));
  expect(await file()).toMatchObject({ unallocated: -200 });
  expect((await propose({ ...other, sum: 0.01 })).status).toBe(409);
  const move = { accounts: [{ partner_id: 1, sum: 1 }] };
  const { token } = client.admin;
  expect((await api.post(`/api/client/${client.id}/accounts`, { token, json: move })).status).not.toBe(200);
});

test('a proposal that the limit refuses by now is not carried out', async () => {
  const proposed = await propose({ ...PENALTY, kind: 'other', sum: 900 });
  const move = { accounts: [{ partner_id: 1, sum: 500 }] };
  const { token } = client.admin;
  expect((await api.post(`/api/client/${client.id}/accounts`, { token, json: move })).status).toBe(200);
  expect((await confirm(proposed)).status).toBe(409);
  expect((await list()).body.data).toEqual([]);
});

test('a document must be the client’s own, and one of a УКД moves its difference once', async () => {
  const ukd = { ...COMPENSATION, kind: 'ukd' };
  expect((await propose(ukd)).body.error_messages).toHaveProperty('document_id');
  const owner = await givenPerson(api, { staffRole: 'owner' });
  const foreign = await givenDocument(api, owner, await givenCompany(api));
  expect((await propose({ ...ukd, document_id: foreign })).body.error_messages).toHaveProperty('document_id');
  const own = await givenDocument(api, owner, client);
  const made = await confirm(await propose({ ...ukd, document_id: own }));
  expect(made.body.data.outcome.document).toMatchObject({ id: own });
  expect((await propose({ ...ukd, document_id: own })).status).toBe(409);
});

test('malformed corrections are refused field by field', async () => {
  for (const [json, field] of [
    [{ ...COMPENSATION, sum: 0 }, 'sum'],
    [{ ...COMPENSATION, sum: '-5' }, 'sum'],
    [{ ...COMPENSATION, direction: 'both' }, 'direction'],
    [{ ...COMPENSATION, kind: 'gift' }, 'kind'],
    [{ ...COMPENSATION, note: ' ' }, 'note'],
  ] as const)
    expect((await propose(json)).body.error_messages).toHaveProperty(field);
});

test('only a member who handles money corrects a balance, and with a fresh code', async () => {
  const auditor = await givenPerson(api, { staffRole: 'auditor' });
  const operator = await givenPerson(api, { staffRole: 'operator' });
  expect((await list(auditor)).status).toBe(200);
  for (const who of [auditor, operator]) expect((await propose(COMPENSATION, who)).status).toBe(403);
  expect((await propose(COMPENSATION, client.admin)).status).toBe(404);
  const codeAt = new Date(api.clock.now().getTime() - 15 * 60_000);
  const stale = { ...author, token: await givenSession(api, author.id, codeAt) };
  expect((await propose(COMPENSATION, stale)).body).toMatchObject({ code: 403, reason: 'code' });
  const unknown = '/staff/api/clients/999999999/corrections';
  expect((await api.get(unknown, { token: author.token })).status).toBe(404);
  expect((await api.post(unknown, { token: author.token, json: COMPENSATION })).status).toBe(404);
});

test('corrections only grow, and another company sees none of them', async () => {
  await confirm(await propose(COMPENSATION));
  for (const change of [sql`delete from correction`, sql`update correction set sum_kopecks = 1`])
    await expect(change.execute(api.ctx.db.system)).rejects.toThrow();
  const outsider = await givenCompany(api);
  const path = '/api/client/statement?date_from=2026-09-01&date_to=2026-09-30';
  expect((await api.get(path, { token: outsider.admin.token })).body.data.movements).toEqual([]);
});
