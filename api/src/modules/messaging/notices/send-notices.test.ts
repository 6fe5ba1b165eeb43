import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MessageChannel } from '#contract/messaging/notice-kinds.ts';
import { rows } from '../../../db/database.ts';
import type { MailOutcome, OutgoingEmail } from '../../../gateways/mail/mail.ts';
import type { SmsMessage, SmsOutcome } from '../../../gateways/sms/sms.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCompany,
  givenPerson,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { openStream } from '../../../testing/open-stream.ts';
import { listNotices, sendDueNotices, publishExample } from '../../../testing/notices.ts';
import { eraseNotices, deleteOldNotices } from './own-notices.ts';
import { expandNotices } from './expand-notices.ts';
import { CLAIM_SECONDS, sendNotices } from './send-notices.ts';
import { notify } from './notify.ts';

let api: TestApi;
let emails: OutgoingEmail[];
let messages: SmsMessage[];
let mailAnswer: () => Promise<MailOutcome>;
let smsAnswer: () => Promise<SmsOutcome>;
let company: GivenCompany;
let admin: GivenPerson;

const acceptMessage = () => Promise.resolve({ accepted: true, providerId: '1' } as const);
const later = () => Promise.resolve({ accepted: false, kind: 'temporary', message: 'later' } as const);

beforeAll(async () => {
  const mail = {
    provider: 'smtp',
    send(email: OutgoingEmail) {
      emails.push(email);
      return mailAnswer();
    },
  };
  const sms = {
    provider: 'test',
    send(message: SmsMessage) {
      messages.push(message);
      return smsAnswer();
    },
  };
  api = await startApi({ jobs: false, overrides: { mail, sms } });
});
afterAll(() => api.stop());
beforeEach(async () => {
  // Messages that wait for other users do not belong to this test.
  await sql`delete from notice`.execute(api.ctx.db.system);
  emails = [];
  messages = [];
  mailAnswer = acceptMessage;
  smsAnswer = acceptMessage;
  company = await givenCompany(api);
  ({ admin } = company);
  await confirmMail(admin);
});

async function confirmMail({ id }: GivenPerson): Promise<void> {
  await sql`
    update app_user set email = ${`n-${id}@example.ru`}, email_confirmed_at = ${api.clock.now()}
    where id = ${id}`.execute(api.ctx.db.system);
}

const choose = (kind: string, channel: string, wanted: boolean) =>
  api.post('/api/notices/choices', { token: admin.token, json: { kind, channel, wanted } });
const setHours = (json: object) =>
  api.post('/api/notices/hours', {
    token: admin.token,
    json: { quiet: true, from: 22, to: 8, zone: 'Europe/Moscow', digest: 'at-once', hour: 9, ...json },
  });
const notifyExample = (kind: Parameters<typeof publishExample>[1], facts?: object) =>
  publishExample(api, kind, { companyId: company.id, ...(facts ? { facts } : {}) });
const outcomes = () =>
  rows(
    api.ctx.db.system,
    sql<{ channel: MessageChannel; state: string; held: string | null; reason: string | null }>`
      select channel, state, held, reason from notice_message where user_id = ${admin.id} order by id`,
  );
const subjects = () => emails.map((letter) => letter.subject);

/** The clock stands at noon in Moscow of some day. */
function moveToMoscow(hour: number): void {
  const now = api.clock.now();
  const at = new Date(now);
  at.setUTCHours(hour - 3, 0, 0, 0);
  while (at <= now) at.setUTCDate(at.getUTCDate() + 1);
  api.clock.advanceSeconds((at.getTime() - now.getTime()) / 1000);
}

describe('quiet hours', () => {
  test('hold what may wait until the morning, and let pass what may not', async () => {
    moveToMoscow(23);
    await notifyExample('order-approved');
    await sendDueNotices(api);
    await choose('order-approved', 'mail', true);
    await notifyExample('order-approved', { orderId: 13 });
    await notifyExample('low-balance');
    await sendDueNotices(api);
    expect(subjects()).toEqual(['На счёте осталось 5\u00a0000,00\u00a0₽']);
    expect(await listNotices(api, admin)).toHaveLength(3);
    expect(await outcomes()).toMatchObject([
      { state: 'waiting', held: 'quiet' },
      { state: 'sent', held: null },
    ]);
    moveToMoscow(7);
    await sendDueNotices(api);
    expect(emails).toHaveLength(1);
    moveToMoscow(8);
    await sendDueNotices(api);
    expect(subjects()[1]).toBe('Заявка № 13 одобрена');
  });

  test('quiet hours are of the user’s zone, and end in one message for all notices', async () => {
    await setHours({ zone: 'Asia/Vladivostok' });
    moveToMoscow(16);
    await notifyExample('payment-due');
    await notifyExample('objection-answered');
    await sendDueNotices(api);
    expect(emails).toEqual([]);
    moveToMoscow(1);
    await sendDueNotices(api);
    expect(subjects()).toEqual(['2\u00a0новых уведомления']);
    expect(emails[0]?.plain).toContain('Мы ответили на ваше возражение');
    expect((await outcomes()).map((outcome) => outcome.state)).toEqual(['sent', 'gathered']);
  });

  test('quiet hours can be switched off', async () => {
    await setHours({ quiet: false });
    moveToMoscow(23);
    await notifyExample('payment-due');
    await sendDueNotices(api);
    expect(emails).toHaveLength(1);
  });
});

test('a daily digest gathers the day at its hour; what is urgent does not wait for it', async () => {
  await setHours({ digest: 'daily', hour: 18 });
  moveToMoscow(12);
  await notifyExample('payment-due');
  await notifyExample('objection-answered');
  await notifyExample('debt');
  await sendDueNotices(api);
  expect(subjects()).toEqual(['Долг по карте ••\u00a04321: 700,00\u00a0₽']);
  moveToMoscow(18);
  await sendDueNotices(api);
  expect(subjects()[1]).toBe('2\u00a0новых уведомления');
  expect(emails).toHaveLength(2);
});

test('an hourly digest goes out at the full hour', async () => {
  await setHours({ digest: 'hourly' });
  moveToMoscow(12);
  await notifyExample('payment-due');
  await sendDueNotices(api);
  expect(emails).toEqual([]);
  moveToMoscow(13);
  await sendDueNotices(api);
  expect(emails).toHaveLength(1);
});

test('ten thousand purchases in ten minutes are five notices and one with the count', async () => {
  moveToMoscow(12);
  await choose('purchase', 'cabinet', true);
  await choose('purchase', 'mail', true);
  const now = api.clock.now();
  const facts = { cardId: 1, card: '4321', station: null, sumKopecks: 6_000_00 as never };
  for (let page = 0; page < 10; page += 1) {
    const events = Array.from({ length: 1000 }, (_, index) => ({
      kind: 'purchase' as const,
      companyId: company.id,
      facts,
      about: `burst:${company.id}:${page}:${index}`,
      now,
    }));
    await api.ctx.db.inSystem((tx) => notify(tx, ...events));
    await sendDueNotices(api);
    api.clock.advanceSeconds(30);
  }
  expect(emails).toHaveLength(5);
  const [gathered, ...singles] = await listNotices(api, admin);
  expect(gathered).toMatchObject({
    count: 9995,
    title: 'За 10 минут 9\u00a0995\u00a0заправок на 59\u00a0970\u00a0000,00\u00a0₽',
  });
  expect(singles).toHaveLength(5);
  api.clock.advanceSeconds(600);
  await sendDueNotices(api);
  expect(subjects().slice(5)).toEqual([gathered?.title]);
});

describe('delivery', () => {
  test('notices stay in the order of a user’s channel: a pending one delays the next', async () => {
    moveToMoscow(12);
    mailAnswer = later;
    await notifyExample('payment-due');
    await notifyExample('objection-answered');
    await sendDueNotices(api);
    expect(emails).toHaveLength(1);
    mailAnswer = acceptMessage;
    await sendDueNotices(api);
    expect(emails).toHaveLength(1);
    api.clock.advanceSeconds(CLAIM_SECONDS);
    await sendDueNotices(api);
    expect(subjects().slice(1)).toEqual([
      expect.stringContaining('Оплатите'),
      'Мы ответили на ваше возражение',
    ]);
    expect(emails[1]?.messageId).toBe(emails[0]?.messageId);
  });

  test('after a crash between delivery and marking the same key goes out again only', async () => {
    moveToMoscow(12);
    await notifyExample('company-blocked');
    await expandNotices(api.ctx);
    smsAnswer = () => Promise.reject(new Error('the process died'));
    const lane = { userId: admin.id, channel: 'sms' } as const;
    await expect(sendNotices(api.ctx, lane)).rejects.toThrow('the process died');
    smsAnswer = acceptMessage;
    await Promise.all([sendNotices(api.ctx, lane), sendNotices(api.ctx, lane)]);
    await sendNotices(api.ctx, lane);
    expect(messages.map((message) => message.clientId)).toEqual([
      messages[0]?.clientId,
      messages[0]?.clientId,
    ]);
    expect(messages[0]?.text).toMatch(/Программа заблокировала компанию/);
  });

  test('a sender that died holding the lane is followed by another one', async () => {
    moveToMoscow(12);
    await notifyExample('company-blocked');
    await expandNotices(api.ctx);
    const until = new Date(api.clock.now().getTime() + CLAIM_SECONDS * 1000);
    await sql`
      insert into notice_lane (user_id, channel, claimed_until) values (${admin.id}, 'sms', ${until})
      on conflict (user_id, channel) do update set claimed_until = excluded.claimed_until`.execute(
      api.ctx.db.system,
    );
    await sendDueNotices(api);
    expect(messages).toEqual([]);
    api.clock.advanceSeconds(CLAIM_SECONDS + 1);
    await sendDueNotices(api);
    expect(messages).toHaveLength(1);
  });

  test('a notice is given up when a provider says never, or says later for a day', async () => {
    moveToMoscow(12);
    smsAnswer = () => Promise.resolve({ accepted: false, kind: 'number', message: 'no' });
    await notifyExample('company-blocked');
    await sendDueNotices(api);
    smsAnswer = later;
    await notifyExample('company-blocked', { reason: 'ещё раз' });
    await sendDueNotices(api);
    api.clock.advanceSeconds(25 * 3600);
    await sendDueNotices(api);
    const bySms = (await outcomes()).filter((outcome) => outcome.channel === 'sms');
    expect(bySms).toMatchObject([
      { state: 'refused', reason: 'number' },
      { state: 'refused', reason: 'late' },
    ]);
  });

  test('notices skip what was switched off meanwhile, and users who have left', async () => {
    moveToMoscow(23);
    await notifyExample('payment-due');
    await notifyExample('objection-answered');
    await sendDueNotices(api);
    await choose('payment-due', 'mail', false);
    moveToMoscow(9);
    await sendDueNotices(api);
    expect(subjects()).toEqual(['Мы ответили на ваше возражение']);
    moveToMoscow(23);
    await notifyExample('objection-answered');
    await sendDueNotices(api);
    await sql`update app_user set company_id = null, role = 'none' where id = ${admin.id}`.execute(
      api.ctx.db.system,
    );
    moveToMoscow(9);
    await sendDueNotices(api);
    expect(emails).toHaveLength(1);
    expect((await outcomes()).map((outcome) => outcome.reason)).toEqual(['unwanted', null, 'left']);
  });
});

describe('choices', () => {
  test('choices by mail are those of the emails, whichever page changes them', async () => {
    await choose('payment-due', 'mail', false);
    const { choices } = (await api.get('/api/users/mail', { token: admin.token })).body.data;
    expect(choices).toContainEqual({ kind: 'payment-due', title: 'Подходит срок оплаты', wanted: false });
    const json = { kind: 'payment-due', wanted: true };
    await api.post('/api/users/mail/letters', { token: admin.token, json });
    const own = (await api.get('/api/notices/choices', { token: admin.token })).body.data;
    const kind = own.kinds.find((item: { kind: string }) => item.kind === 'payment-due');
    expect(kind.channels).toContainEqual({ channel: 'mail', wanted: true, locked: false });
  });

  test.each([
    ['security', 'mail'],
    ['debt', 'cabinet'],
    ['company-blocked', 'mail'],
  ])('%s can’t be switched off by %s', async (kind, channel) => {
    const refused = await choose(kind, channel, false);
    expect(refused.status).toBe(400);
    expect(refused.body.error_messages?.channel).toBeDefined();
  });

  test('choices that make no sense are refused', async () => {
    for (const [kind, channel] of [
      ['nothing', 'mail'],
      ['purchase', 'pigeon'],
      ['month-closed', 'mail'],
      ['purchase', 'sms'],
    ] as const)
      expect((await choose(kind, channel, true)).status, `${kind} ${channel}`).toBe(400);
    for (const hours of [{ from: 24 }, { zone: 'Mars' }, { digest: 'never' }, { hour: -1 }])
      expect((await setHours(hours)).status, JSON.stringify(hours)).toBe(400);
  });
});

describe('the bell', () => {
  test('the bell counts the user’s unread notices, read one by one or up to the last', async () => {
    const colleague = await givenPerson(api, { companyId: company.id, role: 'admin' });
    for (let order = 1; order <= 3; order += 1) await notifyExample('order-approved', { orderId: order });
    await sendDueNotices(api);
    const [newest, middle] = await listNotices(api, admin);
    const read = async (json: object) =>
      (await api.post('/api/notices/read', { token: admin.token, json })).body.data.unread;
    const [foreign] = await listNotices(api, colleague);
    expect(await read({ id: foreign?.id })).toBe(3);
    expect(await read({ id: newest?.id })).toBe(2);
    expect((await listNotices(api, admin)).map((toldNotice) => toldNotice.read)).toEqual([
      false,
      false,
      true,
    ]);
    expect(await read({ until: middle?.id })).toBe(0);
    expect((await api.get('/api/notices/unread', { token: colleague.token })).body.data.unread).toBe(3);
  });

  test('the bell rings on the open screen of the person', async () => {
    const stream = await openStream(api, admin.token);
    expect(await stream.next()).toBe('open []');
    await notifyExample('topped-up');
    await sendDueNotices(api);
    expect(await stream.next()).toBe('changed ["notices"]');
    stream.leave();
  });

  test('the bell shows one kind, by pages', async () => {
    await notifyExample('topped-up');
    for (let order = 1; order <= 3; order += 1) await notifyExample('order-approved', { orderId: order });
    await sendDueNotices(api);
    const page = await api.get('/api/notices?kind=order-approved&page=2&perPage=2', { token: admin.token });
    expect(page.body.data).toHaveLength(1);
    expect(page.body.meta).toMatchObject({ unread: 4, pagination: { total: 3, total_pages: 2 } });
  });
});

test('an erased user leaves none of his notices, and none about him to others', async () => {
  const colleague = await givenPerson(api, { companyId: company.id, role: 'manager' });
  await publishExample(api, 'colleague', { companyId: company.id, userId: colleague.id });
  await sendDueNotices(api);
  expect(await listNotices(api, admin)).toHaveLength(1);
  await api.ctx.db.inSystem((tx) => eraseNotices(tx, colleague.id));
  expect(await listNotices(api, admin)).toEqual([]);
  expect(await listNotices(api, colleague)).toEqual([]);
});

test('old notices go with their messages and events', async () => {
  await notifyExample('payment-due');
  await sendDueNotices(api);
  api.clock.advanceSeconds(10);
  await deleteOldNotices(api.ctx.db.system, api.clock.now());
  expect(await listNotices(api, admin)).toEqual([]);
  expect(await outcomes()).toEqual([]);
});
