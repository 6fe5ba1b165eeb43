import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StaffRole } from '#contract/staff-access.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  bankFileDocument,
  givenBankFile,
  givenInvoice,
  makeStatement,
} from '../../../testing/givens/given-bank-file.ts';
import { waitUntilWaiting } from '../../../testing/wait-until-waiting.ts';
import {
  givenCompany,
  givenPerson,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';

let api: TestApi;
let first: GivenPerson;
let second: GivenPerson;
let client: GivenCompany;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());

const member = (staffRole: StaffRole) => givenPerson(api, { staffRole });

beforeEach(async () => {
  first = await member('treasurer');
  second = await member('treasurer');
  client = await givenCompany(api);
});

const lend = (who: GivenPerson, creditSum: number, more: object = {}) =>
  api.put(`/staff/api/clients/${client.id}/credit`, { token: who.token, json: { creditSum, ...more } });
const confirm = (who: GivenPerson, id: number) =>
  api.post(`/staff/api/approvals/${id}/confirm`, { token: who.token });
const decline = (who: GivenPerson, id: number, reason = 'Нет договора') =>
  api.post(`/staff/api/approvals/${id}/decline`, { token: who.token, json: { reason } });
const listed = async (who: GivenPerson, id: number) => {
  const { body } = await api.get('/staff/api/approvals', { token: who.token });
  return body.data.find((item: { id: number }) => item.id === id);
};
async function readCredit(company: GivenCompany): Promise<number> {
  const { body } = await api.get(`/api/client/${company.id}/credit`, { token: company.admin.token });
  return body.data.credit_sum ?? body.data.creditSum;
}
async function proposed(sum = 500_000): Promise<number> {
  return (await lend(first, sum)).body.data.approval.id;
}

async function listIds(query: string): Promise<number[]> {
  const { status, body } = await api.get(`/staff/api/approvals?${query}`, { token: second.token });
  expect(status).toBe(200);
  return body.data.map((item: { id: number }) => item.id);
}

test('calls 14: a credit above the limit waits until another member confirms it', async () => {
  const answer = await lend(first, 500_000);
  expect(answer.status).toBe(202);
  expect(answer.body).toMatchObject({
    code: 202,
    data: { approval: { deed: 'setCredit', proposed_by: { id: first.id } } },
  });
  expect(await readCredit(client)).toBe(0);
  const { id } = answer.body.data.approval;
  expect(await listed(second, id)).toMatchObject({
    title: 'Кредит клиенту',
    state: 'waiting',
    company: { id: client.id },
    obstacle: null,
  });
  const done = await confirm(second, id);
  expect(done.status).toBe(200);
  expect(done.body.data).toMatchObject({
    approval: { state: 'confirmed', decided_by: { id: second.id } },
    outcome: { id: client.id, creditSum: 500_000 },
  });
  expect(await readCredit(client)).toBe(500_000);
});

test('calls 14: credit up to the limit, a lower limit and a repeat need one person', async () => {
  expect((await lend(first, 100_000)).status).toBe(200);
  await confirm(second, await proposed(300_000));
  expect((await lend(first, 300_000)).status).toBe(200);
  expect((await lend(first, 200_000)).status).toBe(200);
  expect((await lend(first, 200_000, { creditDaysForPayment: 300 })).status).toBe(202);
});

test('no member confirms his own proposal or one outside his role', async () => {
  const id = await proposed();
  expect((await confirm(first, id)).status).toBe(403);
  expect((await confirm(await member('operator'), id)).status).toBe(403);
  expect((await confirm(await member('auditor'), id)).status).toBe(403);
  expect((await decline(await member('support'), id)).status).toBe(403);
  expect((await confirm(await givenPerson(api), id)).status).toBe(404);
  expect(await readCredit(client)).toBe(0);
});

test('a declined proposal is over, with its reason, and its author withdraws his own', async () => {
  const id = await proposed();
  expect((await decline(second, id)).body.data.approval).toMatchObject({
    state: 'declined',
    reason: 'Нет договора',
  });
  expect((await confirm(second, id)).status).toBe(409);
  const own = await proposed();
  expect(own).not.toBe(id);
  expect(await listIds('state=declined')).toContain(id);
  expect(await listIds('state=declined')).not.toContain(own);
  expect(await listIds('state=waiting')).toContain(own);
  expect(await listIds('state=waiting')).not.toContain(id);
  expect((await decline(first, own)).body.data.approval.state).toBe('withdrawn');
  expect((await decline(first, await proposed(), ' ')).status).toBe(400);
  expect(await readCredit(client)).toBe(0);
});

test('the same proposal made again, by whomever, is the same one', async () => {
  const id = await proposed();
  expect(await proposed()).toBe(id);
  expect((await lend(second, 500_000)).body.data.approval).toMatchObject({
    id,
    proposed_by: { id: first.id },
  });
});

test('another proposal about the same subject is refused while the first one waits', async () => {
  const answers = await Promise.all([lend(first, 500_000), lend(second, 600_000)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body.message).toMatch(
    /^Такое предложение уже ждёт второго сотрудника: «Кредит клиенту», автор .+, 15\.09/,
  );
  const { id } = answers.find(({ status }) => status === 202)?.body.data.approval ?? {};
  expect((await decline(await member('owner'), id)).status).toBe(200);
  expect((await lend(second, 700_000)).status).toBe(202);
});

test('a subject outside the path is proposed once too: a tariff of a client and fuel', async () => {
  const owner = await member('owner');
  const { token } = owner;
  const tariff = (rate: number, goods: string) =>
    api.post('/staff/api/tariffs', {
      token,
      json: { company_id: client.id, goods, change: 'discount', rate, first_day: '2026-12-01' },
    });
  const limit = (sum: number) => api.put('/staff/api/approval-limit', { token, json: { credit_above: sum } });
  const answers = [
    await tariff(1, 'ДТ'),
    await tariff(2, 'ДТ'),
    await tariff(2, 'АИ-95'),
    await limit(7),
    await limit(8),
  ];
  expect(answers.map(({ status }) => status)).toEqual([202, 409, 202, 202, 409]);
  for (const { body } of answers)
    if (body.data) expect((await decline(owner, body.data.approval.id)).status).toBe(200);
});

test('a proposal whose sum is written in another way is the same one', async () => {
  const id = await proposed(500_000);
  for (const creditSum of ['500000', '500 000,00', '500\u00a0000.00', ' 0500000 ']) {
    const json = { creditSum };
    const again = await api.put(`/staff/api/clients/${client.id}/credit`, { token: second.token, json });
    expect(again.body, creditSum).toMatchObject({ code: 202, data: { approval: { id } } });
  }
});

test('an id that is written in another way names the same thing', async () => {
  const id = await proposed();
  const written = `/staff/api/clients/00${client.id}/credit`;
  const again = await api.put(written, { token: second.token, json: { creditSum: 500_000 } });
  expect(again.body.data.approval.id).toBe(id);
  const other = await api.put(written, { token: second.token, json: { creditSum: 600_000 } });
  expect(other.status).toBe(409);
});

test('a member is invited and a network is added once', async () => {
  const { token } = await member('owner');
  const invited = (firstname: string, phone: string) =>
    api.post('/staff/api/members', { token, json: { phone, firstname, role: 'treasurer' } });
  const network = (title: string, key: string) =>
    api.post('/staff/api/partners', {
      token,
      json: {
        key,
        title,
        adapter: 'opti24',
        settings: 'NETWORK_X',
        card_price: 0,
        colour: 'teal',
        goods: [301],
        limit_periods: ['P1D'],
      },
    });
  const answers = [
    await invited('Пётр', '79115550021'),
    await invited('Павел', '79115550021'),
    await invited('Павел', '79115550022'),
    await network('Новая', 'nova'),
    await network('Новая', 'novaya'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([202, 409, 202, 202, 409]);
});

test('proposals are listed by their subject', async () => {
  const id = await proposed();
  const other = await givenCompany(api);
  expect((await listed(second, id)).about).toMatchObject({ kind: 'client', id: client.id });
  expect(await listIds(`state=waiting&about=client&about_id=${client.id}`)).toEqual([id]);
  expect(await listIds(`state=waiting&about=client&about_id=${other.id}`)).toEqual([]);
  expect(await listIds('about=client')).toContain(id);
  expect(await listIds('about=payment')).not.toContain(id);

  await givenBankFile(api, first, makeStatement(bankFileDocument({ inn: client.inn })));
  const [payment] = (await api.get('/staff/api/payments', { token: first.token })).body.data;
  const pending = await api.post(`/staff/api/payments/${payment.id}/correct`, {
    token: first.token,
    json: { reason: 'Чужой' },
  });
  const correction = pending.body.data.approval.id;
  expect(await listIds(`about=payment&about_id=${payment.id}`)).toEqual([correction]);
  expect(await listIds(`state=waiting&about=client&about_id=${client.id}`)).toEqual([id, correction]);
});

test('waiting proposals are listed first, oldest first, decided ones newest first', async () => {
  const decided: number[] = [];
  for (let made = 0; made < 2; made += 1) {
    const id = await proposed();
    await decline(second, id);
    decided.unshift(id);
  }
  const waiting = [await proposed()];
  client = await givenCompany(api);
  waiting.push(await proposed());
  const known = new Set([...waiting, ...decided]);
  expect((await listIds('about=client')).filter((id) => known.has(id))).toEqual([...waiting, ...decided]);
});

test('a proposal whose figures have changed is refused with both, one of a new day not', async () => {
  const id = await proposed();
  expect((await listed(second, id)).stale).toBeNull();
  expect((await lend(second, 500)).status).toBe(200);
  const refused = await confirm(second, id);
  expect(refused.status).toBe(409);
  expect(refused.body.message).toBe(
    'Пока предложение ждало, изменилось «Сейчас»: было «0,00\u00a0₽», стало «500,00\u00a0₽». Отклоните его и предложите заново',
  );
  expect(await readCredit(client)).toBe(500);
  expect((await listed(second, id)).stale).toBe('сейчас 500,00\u00a0₽, было 0,00\u00a0₽');
  await decline(second, id);
  expect((await listed(second, id)).stale).toBeNull();
  const renewed = await proposed();
  expect((await listed(second, renewed)).stale).toBeNull();
  api.clock.advanceSeconds(24 * 3600);
  expect((await confirm(second, renewed)).status).toBe(200);
  expect(await readCredit(client)).toBe(500_000);
});

test('one of two concurrent confirmations succeeds', async () => {
  const id = await proposed();
  const third = await member('owner');
  const statuses = (await Promise.all([confirm(second, id), confirm(third, id)])).map(
    (answered) => answered.status,
  );
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('a proposal undecided for seven days has expired', async () => {
  const id = await proposed();
  api.clock.advanceSeconds(7 * 24 * 3600);
  expect((await listed(second, id)).state).toBe('expired');
  expect((await confirm(second, id)).status).toBe(409);
  expect(await proposed()).not.toBe(id);
});

test('the queue counts the proposals that wait, not the decided or expired ones', async () => {
  const countQueued = async () =>
    (await api.get('/staff/api/queues', { token: second.token })).body.data.approvals;
  const before = await countQueued();
  const id = await proposed();
  expect(await countQueued()).toBe(before + 1);
  await decline(second, id);
  expect(await countQueued()).toBe(before);
  await proposed();
  api.clock.advanceSeconds(7 * 24 * 3600);
  expect(await countQueued()).toBe(0);
});

test('a refusal of the action is shown to the second member, the proposal waits', async () => {
  await givenBankFile(api, first, makeStatement(bankFileDocument({ inn: client.inn })));
  const [payment] = (await api.get('/staff/api/payments', { token: first.token })).body.data;
  const invoice = await givenInvoice(api, client, 150);
  const proposal = await api.post(`/staff/api/payments/${payment.id}/correct`, {
    token: first.token,
    json: { company_id: client.id, invoice_id: invoice.id, reason: 'Проверка' },
  });
  const { id } = proposal.body.data.approval;
  await sql`update invoice set cancelled_at = now() where id = ${invoice.id}`.execute(api.ctx.db.system);
  const refused = await confirm(second, id);
  expect(refused.status).toBe(400);
  expect(refused.body.error_messages).toEqual({ invoice_id: ['Этот счёт отменён'] });
  expect((await listed(second, id)).state).toBe('waiting');
});

test('an impossible action is refused at once and not proposed', async () => {
  const json = { creditSum: 500_000 };
  const ghost = await api.put('/staff/api/clients/999999999/credit', { token: first.token, json });
  expect(ghost.status).toBe(404);
  const running = await api.post('/staff/api/documents/close-month', {
    token: first.token,
    json: { date: '2026-09', despite: ['payment'], reason: 'Разберём потом' },
  });
  expect(running.status).toBe(409);
});

test('a correction of a payment to where it is credited already is not proposed', async () => {
  await givenBankFile(api, first, makeStatement(bankFileDocument({ inn: client.inn })));
  const { id } = (await api.get('/staff/api/payments', { token: first.token })).body.data[0];
  const correct = (json: object) =>
    api.post(`/staff/api/payments/${id}/correct`, {
      token: first.token,
      json: { reason: 'Ошибка', ...json },
    });
  expect((await correct({ company_id: client.id })).body).toMatchObject({
    code: 400,
    message: 'Платёж и так зачислен туда',
  });
  expect((await correct({ company_id: 999_999_999 })).body.error_messages).toHaveProperty('company_id');
  expect((await correct({ invoice_id: 1 })).body.error_messages).toHaveProperty('company_id');
  expect(await listIds(`about=payment&about_id=${id}`)).toEqual([]);
});

test('a proposal of a member who has lost the right is void', async () => {
  const owner = await member('owner');
  const id = await proposed();
  await api.put(`/staff/api/members/${first.id}`, { token: owner.token, json: { role: 'auditor' } });
  expect((await listed(second, id)).stale).toMatch(/больше не вправе/);
  expect((await confirm(second, id)).status).toBe(409);
  expect(await readCredit(client)).toBe(0);
});

const invite = (who: GivenPerson, role: StaffRole, phone: string) =>
  api.post('/staff/api/members', { token: who.token, json: { phone, firstname: 'Новый', role } });

test('a member made by a stolen owner’s session is no second person for a day', async () => {
  const owner = await member('owner');
  const made = await invite(owner, 'treasurer', '79115550001');
  expect((await confirm(await member('owner'), made.body.data.approval.id)).status).toBe(200);
  const accomplice = await givenPerson(api, { phone: '79115550001', staffRole: 'treasurer' });
  const { id } = (await lend(owner, 900_000)).body.data.approval;
  expect((await listed(accomplice, id)).obstacle).toContain('первые сутки');
  expect((await confirm(accomplice, id)).status).toBe(403);
  expect((await confirm(second, id)).status).toBe(200);
  const back = (await lend(accomplice, 5_000_001)).body.data.approval.id;
  expect((await confirm(owner, back)).status).toBe(403);
  api.clock.advanceSeconds(24 * 3600);
  expect((await confirm(owner, back)).status).toBe(200);
});

test('the only owner makes one second owner alone, and the two are apart for a day', async () => {
  const owner = await member('owner');
  const others = sql`update app_user set staff_role = 'auditor' where staff_role = 'owner' and id <> ${owner.id}`;
  await others.execute(api.ctx.db.system);
  const phones = ['79115550002', '79115550003'];
  const made = await Promise.all(phones.map((phone) => invite(owner, 'owner', phone)));
  expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toSatisfy(
    (statuses: number[]) => statuses[0] === 200 && statuses[1] !== 200,
  );
  expect((await invite(owner, 'owner', '79115550004')).status).toBe(202);
  const phone = phones[made.findIndex(({ status }) => status === 200)] as string;
  const puppet = await givenPerson(api, { phone, staffRole: 'owner' });
  const helper = (await invite(puppet, 'treasurer', '79115550005')).body.data.approval.id;
  expect((await confirm(owner, helper)).status).toBe(403);
  const credit = (await lend(owner, 5_000_001)).body.data.approval.id;
  expect((await confirm(puppet, credit)).status).toBe(403);
  api.clock.advanceSeconds(24 * 3600);
  expect((await confirm(puppet, credit)).status).toBe(200);
});

test('the limit of two people is itself changed by two', async () => {
  const [one, other] = [await member('owner'), await member('owner')];
  const requested = await api.put('/staff/api/approval-limit', {
    token: one.token,
    json: { credit_above: 50_000 },
  });
  expect(requested.status).toBe(202);
  expect((await lend(first, 60_000)).status).toBe(200);
  expect((await confirm(other, requested.body.data.approval.id)).status).toBe(200);
  expect((await lend(first, 70_000)).status).toBe(202);
  const { body } = await api.get('/staff/api/approvals', { token: first.token });
  expect(body.meta).toEqual({ credit_above: 50_000, left_today: 0 });
});

test('a confirmation waits for a call that takes longer than an idle transaction may', async () => {
  const id = await proposed();
  const { pool } = api.ctx.db;
  const shorten = (connection: PoolClient) =>
    void connection.query(`set idle_in_transaction_session_timeout = '100ms'`);
  const restore = (_error: Error, connection: PoolClient) =>
    void connection.query('reset idle_in_transaction_session_timeout');
  const locker = api.ctx.db.openPool({ name: 'test', max: 1 });
  const lock = await locker.connect();
  try {
    await lock.query('begin');
    await lock.query('select from company where id = $1 for update', [client.id]);
    pool.on('acquire', shorten).on('release', restore);
    const answer = confirm(second, id);
    await waitUntilWaiting(api);
    const isIdle = () =>
      lock.query(`
        select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and state = 'idle in transaction' and clock_timestamp() - state_change > interval '300 ms'`);
    await expect.poll(async () => (await isIdle()).rowCount).toBe(1);
    await lock.query('commit');
    expect((await answer).status).toBe(200);
    expect(await readCredit(client)).toBe(500_000);
  } finally {
    pool.off('acquire', shorten).off('release', restore);
    lock.release();
    await locker.end();
  }
});
