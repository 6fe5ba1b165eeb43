import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OPTIONAL_EMAILS } from '#contract/messaging/emails.ts';
import {
  isStaffNotice,
  NOTICE_KINDS,
  NOTICE_RULES,
  isLocked,
  isUsual,
  type MessageChannel,
  type NoticeKind,
} from '#contract/messaging/notice-kinds.ts';
import { getOnlyRow, rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCompany,
  givenPerson,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenAddress, listEmailsTo } from '../../../testing/emails.ts';
import {
  chooseAll,
  listNotices,
  NOTICE_EXAMPLES,
  sendDueNotices,
  publishExample,
} from '../../../testing/notices.ts';
import { formatNotice } from './format-notice.ts';

let api: TestApi;
let company: GivenCompany;
let other: GivenCompany;
let email: string;
let quiet: GivenPerson;

/** Emails that their action writes, with a text of its own. */
const MAILED_BY_ACTION: readonly NoticeKind[] = ['colleague', 'security'];

beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
  other = await givenCompany(api);
  email = await givenAddress(api, company.admin, { confirmed: true });
  quiet = await givenPerson(api, { companyId: company.id, role: 'admin' });
  await givenAddress(api, quiet, { confirmed: true });
  for (const channel of ['cabinet', 'mail', 'sms']) {
    await chooseAll(api, company.admin, { channel, wanted: true });
    await chooseAll(api, quiet, { channel, wanted: false });
  }
});
afterAll(() => api.stop());
beforeEach(async () => {
  await sendDueNotices(api);
  await sql`delete from notice`.execute(api.ctx.db.system);
});

const smsTo = (phone: string) => (api.ctx.outbox?.messages(phone) ?? []).length;

function listMessages({ id }: GivenPerson): Promise<{ channel: MessageChannel; state: string }[]> {
  return rows(
    api.ctx.db.system,
    sql`select channel, state from notice_message where user_id = ${id} order by id`,
  );
}

describe.each(NOTICE_KINDS.map((kind) => ({ kind })))('$kind', ({ kind }) => {
  const { channels, hears: isRecipient, locked } = NOTICE_RULES[kind];
  const isForAll = isRecipient === 'everybody';

  test('a notice reaches the company’s users over every channel, once, unless off', async () => {
    const before = { mail: (await listEmailsTo(api, email)).length, sms: smsTo(company.admin.phone) };
    const companyId = isForAll ? null : company.id;
    for (let twice = 0; twice < 2; twice += 1)
      await publishExample(api, kind, {
        companyId,
        ...(isForAll ? {} : { userId: company.admin.id }),
        about: `once:${kind}`,
      });
    for (let twice = 0; twice < 2; twice += 1) await sendDueNotices(api);
    const { title, text, path } = formatNotice(kind, NOTICE_EXAMPLES[kind]);
    expect(await listNotices(api, company.admin)).toEqual([
      expect.objectContaining({ kind, title, text, path, read: false, count: 1 }),
    ]);
    const isMailed = channels.includes('mail') && !MAILED_BY_ACTION.includes(kind);
    expect((await listEmailsTo(api, email)).length - before.mail).toBe(
      isMailed ? 1 : kind === 'month-closed' ? 1 : 0,
    );
    expect(smsTo(company.admin.phone) - before.sms).toBe(channels.includes('sms') ? 1 : 0);
    expect(await listNotices(api, quiet)).toHaveLength(locked.includes('cabinet') ? 1 : 0);
    expect(await listNotices(api, other.admin)).toHaveLength(isForAll ? 1 : 0);
    expect((await listMessages(company.admin)).every((item) => item.state === 'sent')).toBe(true);
  });

  test('the short form has no sum, name, plate or card', () => {
    const { short, path } = formatNotice(kind, NOTICE_EXAMPLES[kind]);
    expect(short).not.toMatch(/₽|4321|Анна|Котова|УПД/);
    expect(short.length).toBeLessThan(90);
    expect(path).toMatch(isStaffNotice(kind) ? /^\/staff/ : /^\/cabinet/);
  });
});

test('emails that can be switched off are the kinds that may go by email', () => {
  const byMail = NOTICE_KINDS.filter(
    (kind) => NOTICE_RULES[kind].channels.includes('mail') && !isLocked(kind, 'mail'),
  );
  expect([...OPTIONAL_EMAILS].sort()).toEqual([...byMail].sort());
  for (const kind of NOTICE_KINDS)
    for (const channel of [...NOTICE_RULES[kind].usual, ...NOTICE_RULES[kind].locked])
      expect(NOTICE_RULES[kind].channels, `${kind} ${channel}`).toContain(channel);
});

test('the recipients of each kind follow the role', async () => {
  const manager = await givenPerson(api, { companyId: company.id, role: 'manager' });
  const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  await publishExample(api, 'order-approved', { companyId: company.id });
  await publishExample(api, 'order-approved', { companyId: company.id, userId: specialist.id });
  await publishExample(api, 'topped-up', { companyId: company.id });
  await publishExample(api, 'colleague', { companyId: company.id, userId: manager.id });
  await sendDueNotices(api);
  const kinds = async (who: GivenPerson) =>
    (await listNotices(api, who)).map((toldNotice) => toldNotice.kind);
  expect(await kinds(company.admin)).toEqual(['colleague', 'topped-up', 'order-approved', 'order-approved']);
  expect(await kinds(manager)).toEqual(['colleague', 'topped-up']);
  expect(await kinds(specialist)).toEqual(['order-approved']);
});

test('an unwanted notice is not even stored', async () => {
  const events = () =>
    getOnlyRow(api.ctx.db.system, sql<{ count: number }>`select count(*) as count from notice_event`);
  const before = await events();
  await publishExample(api, 'purchase', { companyId: other.id });
  expect(await events()).toEqual(before);
  await api.post('/api/notices/choices', {
    token: other.admin.token,
    json: { kind: 'purchase', channel: 'cabinet', wanted: true },
  });
  await publishExample(api, 'purchase', { companyId: other.id });
  await sendDueNotices(api);
  expect((await listNotices(api, other.admin)).map((toldNotice) => toldNotice.kind)).toEqual(['purchase']);
});

test('nothing is notified of what was rolled back', async () => {
  await expect(
    api.ctx.db.inSystem(async (tx) => {
      const { notify } = await import('./notify.ts');
      await notify(tx, {
        kind: 'order-approved',
        companyId: company.id,
        facts: { orderId: 7 },
        about: 'rolled back',
        now: api.clock.now(),
      });
      throw new Error('the deed failed');
    }),
  ).rejects.toThrow('the deed failed');
  await sendDueNotices(api);
  expect(await listNotices(api, company.admin)).toEqual([]);
});

test('a notice is of the company that one works for now', async () => {
  const person = await givenPerson(api, { companyId: company.id, role: 'admin' });
  await publishExample(api, 'topped-up', { companyId: company.id });
  await sendDueNotices(api);
  expect(await listNotices(api, person)).toHaveLength(1);
  await sql`update app_user set company_id = ${other.id} where id = ${person.id}`.execute(api.ctx.db.system);
  expect(await listNotices(api, person)).toEqual([]);
  expect((await api.get('/api/notices/unread', { token: person.token })).body.data).toEqual({ unread: 0 });
});

test('links to a person of several companies name the company', async () => {
  const [home, further] = [await givenCompany(api), await givenCompany(api)];
  const person = home.admin;
  const address = await givenAddress(api, person, { confirmed: true });
  await chooseAll(api, person, { channel: 'mail', wanted: true });
  const listLinks = async () =>
    (await listEmailsTo(api, address)).map(({ plain }) => /\/cabinet\S*/.exec(plain)?.[0] ?? '');
  await publishExample(api, 'topped-up', { companyId: home.id });
  await sendDueNotices(api);
  expect(await listLinks()).toContain('/cabinet/statement');
  const json = { phone: person.phone, firstname: 'Олег', lastname: '', role_id: 8 };
  const { id } = (await api.post('/api/users', { token: further.admin.token, json })).body.data;
  expect((await api.post(`/api/invitations/${id}/accept`, { token: person.token })).status).toBe(200);
  await publishExample(api, 'topped-up', { companyId: further.id });
  await sendDueNotices(api);
  expect(await listLinks()).toContain(`/cabinet/statement?company=${further.id}`);
  await publishExample(api, 'cards-ready', { companyId: further.id, userId: person.id });
  await sendDueNotices(api);
  expect(await listLinks()).toContain(`/cabinet?company=${further.id}`);
  await publishExample(api, 'topped-up', { companyId: home.id });
  await sendDueNotices(api);
  expect(await listLinks()).toContain(`/cabinet/statement?company=${home.id}`);
});

test('default choices send no SMS at night for what may wait', () => {
  const bySms = NOTICE_KINDS.filter((kind) => isUsual(kind, 'sms'));
  expect(bySms).toEqual(['company-blocked', 'debt-reminder']);
  // A reminder goes by SMS only where the operator's rule says so, and waits for the morning.
  expect(NOTICE_RULES['debt-reminder'].urgent).toBe(false);
  for (const kind of NOTICE_KINDS)
    if (NOTICE_RULES[kind].channels.includes('sms') && kind !== 'debt-reminder')
      expect(NOTICE_RULES[kind].urgent, kind).toBe(true);
});
