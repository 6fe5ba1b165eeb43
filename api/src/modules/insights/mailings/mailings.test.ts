import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADDRESS_LINKS_PER_HOUR, MAX_MAILING_ADDRESSES, MAX_MAILINGS } from '#contract/insights/mailings.ts';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenAddress } from '../../../testing/emails.ts';
import { listNotices, sendDueNotices } from '../../../testing/notices.ts';
import { readXlsx } from '../../../testing/read-xlsx.ts';
import { expandNotices } from '../../messaging/notices/expand-notices.ts';
import { requestAddressConfirmation } from './request-address-confirmation.ts';
import { eraseMailingsTo } from './mailings.ts';
import { sendMailing } from './send-mailing.ts';
import { startDueMailings } from './start-due-mailings.ts';

let api: TestApi;
let company: GivenCompany;
let colleague: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { MAIL_MOST_KILOBYTES: '200' } });
  company = await givenCompany(api);
  colleague = await givenPerson(api, { companyId: company.id, role: 'manager' });
  const card = await givenCard(api, company.id);
  for (const [serial, at] of [
    '2026-09-14T07:00:00Z',
    '2026-09-14T20:30:00Z',
    '2026-09-13T20:59:00Z',
  ].entries())
    await sql`
      insert into operation (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, external_id, goods_id,
        goods_title, centilitres, unit_price_kopecks, address, sold_at, created_at)
      select company_id, id, partner_id, ${OPERATION_TYPE.purchase}, ${OPERATION_STATUS.done}, ${(serial + 1) * 1000_01},
        ${`M-${serial}`}, 301, 'ДТ', 2000, 5000, 'Химки, 15', ${at}::timestamptz, ${at}::timestamptz
      from card where id = ${card.id}`.execute(api.ctx.db.system);
});
afterAll(() => api?.stop());

const INPUT = {
  title: 'Топливо за день',
  report: 'operations',
  query: '',
  rhythm: 'day',
  hour: 13,
  format: 'xlsx',
  addresses: ['owner@partner.example'],
};

let serial = 0;
const freshAddress = () => `reader-${(serial += 1)}@partner.example`;

async function given(input: object, by: GivenPerson = company.admin): Promise<number> {
  const { status, body } = await api.post('/api/mailings', { token: by.token, json: { ...INPUT, ...input } });
  if (status !== 200) throw new Error(`no mailing: ${status} ${body.message}`);
  return body.data.id;
}

async function listed(id: number, by: GivenPerson = company.admin) {
  const { body } = await api.get('/api/mailings', { token: by.token });
  return body.data.find((item: { id: number }) => item.id === id);
}

/** Works like the queue: emails with links first, then deliveries. */
async function work(): Promise<void> {
  const at = api.clock.now().toISOString();
  const waiting = await rows(
    api.ctx.db.system,
    sql<{ id: number }>`select id from mailing_address where confirmed_at is null and left_at is null
      and not exists (select from mailing_link link where link.address_id = mailing_address.id)`,
  );
  for (const { id: addressId } of waiting) await requestAddressConfirmation(api.ctx, { addressId, at });
  await startDueMailings(api.ctx);
  const due = await rows(
    api.ctx.db.system,
    sql<{ id: number }>`select id from mailing_sending where state = 'waiting' order by id`,
  );
  for (const { id } of due) await sendMailing(api.ctx, id).catch(() => {});
}

const readEmails = async (address: string) => (await api.ctx.mailOutbox?.letters(address)) ?? [];
const tokenIn = (plain = '') => /mailing(?:#|\?token=)([\w-]+)/.exec(plain)?.[1] ?? '';
const confirm = async (address: string) => {
  const token = tokenIn((await readEmails(address)).at(-1)?.plain);
  return api.post('/api/mailing-link/confirm', { json: { token } });
};

/** Creates a mailing to a confirmed address, found by its own emails. */
async function givenConfirmed(
  input: object = {},
  by?: GivenPerson,
): Promise<{ id: number; address: string }> {
  const address = freshAddress();
  const id = await given({ addresses: [address], ...input }, by);
  await work();
  expect((await confirm(address)).status).toBe(200);
  // Tests ask more addresses in an hour than a company may.
  await sql`delete from mailing_link where expires_at is not null`.execute(api.ctx.db.system);
  return { id, address };
}

async function sendNow(id: number): Promise<void> {
  const { status, body } = await api.post(`/api/mailings/${id}/send`, { token: company.admin.token });
  if (status !== 200) throw new Error(`not sent: ${status} ${body.message}`);
  await work();
}

async function findAttachment(address: string): Promise<Buffer> {
  const [newest] = await rows(
    api.ctx.db.system,
    sql<{ file: Buffer }>`
      select file from outbox_letter where address = ${address} and file is not null order by id desc limit 1`,
  );
  if (!newest) throw new Error('no letter with a file');
  return newest.file;
}

describe('an address', () => {
  test('a foreign address gets one email with a link, and no more until it is followed', async () => {
    const address = freshAddress();
    const id = await given({ addresses: [address.toUpperCase()] });
    await work();
    const [requested] = await readEmails(address);
    expect(requested).toMatchObject({ fileName: null });
    expect(requested?.plain).toContain('Топливо за день');
    await sendNow(id);
    expect((await listed(id)).last).toMatchObject({ state: 'skipped', addresses: 0 });
    expect((await readEmails(address)).every(({ fileName }) => fileName === null)).toBe(true);
    expect((await confirm(address)).body.data).toMatchObject({ email: address, state: 'confirmed' });
    await sendNow(id);
    expect((await listed(id)).last).toMatchObject({ state: 'sent', addresses: 1 });
    expect((await readEmails(address))[0]?.fileName).toBe('Топливо за день 2026-09-14.xlsx');
  });

  test('a colleague’s confirmed address needs no link, and gets nothing once he has left', async () => {
    const leaver = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    const address = await givenAddress(api, leaver, { confirmed: true });
    const id = await given({ addresses: [address] });
    expect((await listed(id)).addresses).toEqual([{ email: address, state: 'confirmed' }]);
    await sql`update app_user set company_id = null, role = 'none' where id = ${leaver.id}`.execute(
      api.ctx.db.system,
    );
    expect((await listed(id)).addresses).toEqual([{ email: address, state: 'waiting' }]);
  });

  test('an address leaves by the link of any email, or one click in a mail program', async () => {
    const { id, address } = await givenConfirmed();
    await sendNow(id);
    const [email] = await readEmails(address);
    expect(email?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const link = /<(?:https?:\/\/[^/]+)(\/[^>]+)>/.exec(email?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
    const left = await api.post(link, { form: { 'List-Unsubscribe': 'One-Click' } });
    expect(left.body.data).toMatchObject({ email: address, state: 'left' });
    await api.put(`/api/mailings/${id}`, {
      token: company.admin.token,
      json: { ...INPUT, addresses: [address] },
    });
    await sendNow(id);
    expect((await listed(id)).addresses).toEqual([{ email: address, state: 'left' }]);
    expect((await readEmails(address))[0]?.plain).toBe(email?.plain);
  });

  test('the address of an erased user is in no mailing any more', async () => {
    const person = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    const address = await givenAddress(api, person, { confirmed: true });
    const id = await given({ addresses: [address, freshAddress()] });
    await api.ctx.db.inSystem((tx) => eraseMailingsTo(tx, person.id));
    expect((await listed(id)).addresses).toHaveLength(1);
  });

  test('an address is asked by at most a few emails an hour, for all authors', async () => {
    const address = freshAddress();
    for (let time = 0; time < ADDRESS_LINKS_PER_HOUR.address; time += 1) {
      const id = await given({ addresses: [address] });
      await work();
      await api.delete(`/api/mailings/${id}`, { token: company.admin.token });
    }
    const json = { ...INPUT, addresses: [address] };
    const { status, headers } = await api.post('/api/mailings', { token: company.admin.token, json });
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toBe('3600');
    await sql`delete from mailing_link where address = ${address}`.execute(api.ctx.db.system);
  });
});

describe('a file', () => {
  const day = 'dateFrom=2026-09-14&dateTo=2026-09-14';

  test('a mailed file of operations has the rows of the same day’s export', async () => {
    const { id, address } = await givenConfirmed();
    await sendNow(id);
    const exported = await api.get(`/api/operations?${day}`, {
      token: company.admin.token,
      headers: { accept: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
    });
    const sent = readXlsx(await findAttachment(address));
    expect(sent).toEqual(readXlsx(exported.bytes));
    expect(sent).toHaveLength(3);
  });

  test.each(['month', 'network', 'card', 'driver', 'goods', 'station'])(
    'a mailed report by %s is the workbook that the page downloads',
    async (by) => {
      const { id, address } = await givenConfirmed({ report: 'summary', query: `by=${by}` });
      await sendNow(id);
      const path = `/api/operations/summary.xlsx?by=${by}&${day}`;
      const exported = await api.get(path, { token: company.admin.token });
      expect(readXlsx(await findAttachment(address))).toEqual(readXlsx(exported.bytes));
    },
  );

  test('a mailed file has the filters, the order and the columns of the view', async () => {
    const { id, address } = await givenConfirmed({ query: 'goods=ДТ&sort=-sum&cols=sum,secret' });
    await sendNow(id);
    const [head, ...lines] = readXlsx(await findAttachment(address));
    expect(head).toEqual(['Тип', 'Топливо', 'Сумма']);
    expect(lines.map((line) => line[2])).toEqual([-1000.01, -2000.02]);
  });

  test.each(['cards', 'operations', 'invoices', 'documents', 'drivers', 'statement', 'summary'])(
    'a mailed statement of %s comes as PDF and as XLSX',
    async (report) => {
      const { id, address } = await givenConfirmed({ report });
      await sendNow(id);
      expect(readXlsx(await findAttachment(address)).length).toBeGreaterThan(0);
      const json = { ...INPUT, report, format: 'pdf', addresses: [address] };
      await api.put(`/api/mailings/${id}`, { token: company.admin.token, json });
      api.clock.advanceSeconds(1);
      await sendNow(id);
      expect((await listed(id)).last).toMatchObject({ state: 'sent', problem: null });
      expect((await findAttachment(address)).subarray(0, 5).toString()).toBe('%PDF-');
    },
  );

  test('a file too large for an email becomes a cabinet link for colleagues', async () => {
    const { id, address } = await givenConfirmed();
    const { mail } = api.ctx.config;
    const was = mail.maxBytes;
    mail.maxBytes = 100;
    await sendNow(id).finally(() => (mail.maxBytes = was));
    const [email] = await readEmails(address);
    expect(email?.fileName).toBeNull();
    const sendingId = Number(/mailings\?file=(\d+)/.exec(email?.plain ?? '')?.[1]);
    const file = await api.get(`/api/sendings/${sendingId}/file`, { token: colleague.token });
    expect(readXlsx(file.bytes)).toHaveLength(3);
    const other = await givenCompany(api);
    expect((await api.get(`/api/sendings/${sendingId}/file`, { token: other.admin.token })).status).toBe(404);
  });

  test('a mailed file that cannot be made gives a reason, and nothing is sent', async () => {
    const { id, address } = await givenConfirmed({ query: 'card=999999' });
    await sendNow(id);
    expect((await listed(id)).last).toMatchObject({ state: 'failed', problem: 'Карта не найдена' });
    expect((await readEmails(address)).filter(({ fileName }) => fileName !== null)).toEqual([]);
  });
});

describe('a schedule', () => {
  test('a mailing sends the previous period at its hour, once, among many processes', async () => {
    const { id, address } = await givenConfirmed({ hour: 14 });
    expect((await listed(id)).next_at).toBe('2026-09-15T11:00:00.000Z');
    api.clock.setTo('2026-09-15T10:59:59Z');
    await work();
    expect((await listed(id)).last).toBeNull();
    api.clock.setTo('2026-09-15T11:00:00Z');
    await Promise.all([startDueMailings(api.ctx), startDueMailings(api.ctx)]);
    await work();
    expect((await listed(id)).last).toMatchObject({ from: '2026-09-14', to: '2026-09-14', state: 'sent' });
    // The hour is changed to a later one of the same day. The period is already reported.
    const json = { ...INPUT, hour: 20, addresses: [address] };
    await api.put(`/api/mailings/${id}`, { token: company.admin.token, json });
    api.clock.setTo('2026-09-15T18:00:00Z');
    await work();
    const deliveries = await api.get(`/api/mailings/${id}/sendings`, { token: company.admin.token });
    expect(deliveries.body.data).toHaveLength(1);
  });

  test('a mailing continues after a crash: no recipient gets a second email', async () => {
    const [first, second] = [freshAddress(), freshAddress()];
    const id = await given({ addresses: [first, second] });
    await work();
    await confirm(first);
    await confirm(second);
    const { send } = api.ctx.mail;
    const went: string[] = [];
    // The process dies after the first success and its record.
    const sendAndDie = async (email: Parameters<typeof send>[0]) => {
      if (went.length > 0) throw new Error('killed');
      went.push(email.to);
      return send(email);
    };
    Object.assign(api.ctx.mail, { send: sendAndDie });
    await api.post(`/api/mailings/${id}/send`, { token: company.admin.token });
    await work();
    Object.assign(api.ctx.mail, {
      send: (email: Parameters<typeof send>[0]) => {
        if (email.attachment) went.push(email.to);
        return send(email);
      },
    });
    await work();
    expect(went).toEqual([first]); // the dead one's claim still stands
    api.clock.advanceSeconds(901);
    await work();
    Object.assign(api.ctx.mail, { send });
    expect(went).toEqual([first, second]);
    expect((await listed(id)).last).toMatchObject({ state: 'sent', addresses: 2 });
  });

  test('a paused schedule sends nothing, and goes on with its next time', async () => {
    const { id } = await givenConfirmed({ hour: 5 });
    const path = `/api/mailings/${id}`;
    await api.post(`${path}/pause`, { token: company.admin.token });
    expect(await listed(id)).toMatchObject({ state: 'paused', next_at: null });
    api.clock.advanceSeconds(3 * 86_400);
    await work();
    await api.post(`${path}/resume`, { token: company.admin.token });
    await work();
    expect(await listed(id)).toMatchObject({ state: 'on', last: null });
  });

  test('a mailing stops when its author leaves, notifies admins, and can be resumed', async () => {
    const author = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    const { id, address } = await givenConfirmed({ title: 'Отчёт ушедшего' }, author);
    await sql`update app_user set company_id = null, role = 'none' where id = ${author.id}`.execute(
      api.ctx.db.system,
    );
    await sendNow(id);
    expect(await listed(id)).toMatchObject({ state: 'stopped', last: { state: 'skipped' } });
    expect((await readEmails(address)).filter(({ fileName }) => fileName !== null)).toEqual([]);
    await sendDueNotices(api);
    expect(await listNotices(api, company.admin)).toContainEqual(
      expect.objectContaining({
        kind: 'mailing-stopped',
        title: 'Отчёт «Отчёт ушедшего» больше не приходит',
      }),
    );
    await api.post(`/api/mailings/${id}/resume`, { token: company.admin.token });
    api.clock.advanceSeconds(1);
    await sendNow(id);
    expect(await listed(id)).toMatchObject({ own: true, last: { state: 'sent' } });
  });

  test('a schedule lists what a mail server refuses for good apart from what went', async () => {
    const { id, address } = await givenConfirmed();
    await sql`
      update mailing_address set address = 'nobody@refused.example' where address = ${address}`.execute(
      api.ctx.db.system,
    );
    await sendNow(id);
    expect((await listed(id)).last).toMatchObject({ state: 'failed', problem: 'Не принято: 1\u00a0адрес' });
  });
});

describe('access to mailings', () => {
  test('a specialist makes his own, an admin changes any, a colleague none of others', async () => {
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    const id = await given({}, specialist);
    expect((await listed(id, colleague)).own).toBe(false);
    const path = `/api/mailings/${id}`;
    expect((await api.post(`${path}/pause`, { token: colleague.token })).status).toBe(403);
    expect((await api.delete(path, { token: company.admin.token })).status).toBe(200);
    expect((await api.delete(path, { token: company.admin.token })).status).toBe(404);
  });

  test('the same request key makes one mailing', async () => {
    const ask = { token: company.admin.token, json: INPUT, key: 'mailing-once' };
    const first = await api.post('/api/mailings', ask);
    expect((await api.post('/api/mailings', ask)).body.data.id).toBe(first.body.data.id);
  });

  test(`a company has ${MAX_MAILINGS} at most, and one is sent by hand once at a time`, async () => {
    const other = await givenCompany(api);
    const json = { ...INPUT, addresses: [freshAddress()] };
    const { token } = other.admin;
    let id = 0;
    for (let one = 0; one < MAX_MAILINGS; one += 1) {
      const made = await api.post('/api/mailings', { token, json });
      id = made.body.data.id;
    }
    expect((await api.post('/api/mailings', { token, json })).status).toBe(409);
    expect((await api.post(`/api/mailings/${id}/send`, { token })).status).toBe(200);
    expect((await api.post(`/api/mailings/${id}/send`, { token })).status).toBe(409);
  });

  test.each([
    ['title', { title: ' ' }],
    ['report', { report: 'secrets' }],
    ['query', { query: 'a=1#b' }],
    ['rhythm', { rhythm: 'year' }],
    ['day', { rhythm: 'week', day: 8 }],
    ['day', { rhythm: 'month', day: 31 }],
    ['day', { rhythm: 'month' }],
    ['hour', { hour: 24 }],
    ['format', { format: 'doc' }],
    ['addresses', { addresses: [] }],
    ['addresses.0', { addresses: ['nobody'] }],
    ['addresses', { addresses: Array.from({ length: MAX_MAILING_ADDRESSES + 1 }, () => 'a@b.example') }],
  ])('a bad %s is refused in Russian: %o', async (field, wrong) => {
    const { status, body } = await api.post('/api/mailings', {
      token: company.admin.token,
      json: { ...INPUT, ...wrong },
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body.error_messages)).toMatch(/[а-яё]{3}/i);
    expect(Object.keys(body.error_messages ?? {}).some((key) => field.startsWith(key))).toBe(true);
  });
});

describe('an address outside the company', () => {
  test('a new outside address needs a fresh code, and the admins are notified', async () => {
    const codeAt = new Date(api.clock.now().getTime() - 16 * 60_000);
    const late = await givenPerson(api, { companyId: company.id, role: 'manager', codeAt });
    const own = await givenAddress(api, colleague, { confirmed: true });
    const ask = (method: 'post' | 'put', path: string, addresses: string[], more = {}) =>
      api[method](path, {
        token: late.token,
        json: { ...INPUT, title: 'Отчёт для банка', addresses, ...more },
      });
    const inside = await ask('post', '/api/mailings', [own]);
    expect(inside.status).toBe(200);
    const path = `/api/mailings/${inside.body.data.id}`;
    const outside = freshAddress();
    expect((await ask('post', '/api/mailings', [outside])).body).toMatchObject({ code: 403, reason: 'code' });
    expect((await ask('put', path, [own, outside])).body).toMatchObject({ code: 403, reason: 'code' });
    await api.get('/api/sms?purpose=access&subject=changeMailing', { token: late.token });
    const sms = api.lastCode(late.phone);
    expect((await ask('put', path, [own, outside], { sms })).status).toBe(200);
    api.clock.advanceSeconds(16 * 60);
    expect((await ask('put', path, [own, outside])).status).toBe(200);
    await expandNotices(api.ctx);
    const { body } = await api.get('/api/notices', { token: company.admin.token });
    const notices = body.data.filter((notice: object) =>
      JSON.stringify(notice).includes('«Отчёт для банка»'),
    );
    expect(notices).toHaveLength(1);
    expect(JSON.stringify(notices)).not.toContain(outside);
  });
});
