import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCompany, givenPerson, type GivenPerson } from '../../../testing/givens/factories.ts';
import { givenAddress, listEmailsTo, linkTokenIn } from '../../../testing/emails.ts';
import { writeEmailTo } from './email-writing.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());

const KIND = 'month-documents';
const off = { kind: KIND, title: 'Документы за месяц готовы', wanted: false };
const on = { ...off, wanted: true };
const findChoice = ({ choices }: { choices: { kind: string }[] }) =>
  choices.find((choice) => choice.kind === KIND);
const readChoices = async ({ token }: GivenPerson) =>
  findChoice((await api.get('/api/users/mail', { token })).body.data);

const notifyOfMonth = (companyId: number, month: string) =>
  api.ctx.db.inSystem((tx) =>
    writeEmailTo(tx, {
      kind: KIND,
      companyId,
      roles: ['admin', 'manager'],
      userId: null,
      facts: { month },
      about: `company:${companyId}:${month}`,
      now: api.clock.now(),
    }),
  );

async function givenReader() {
  const company = await givenCompany(api);
  const email = await givenAddress(api, company.admin, { confirmed: true });
  return { company, email, admin: company.admin };
}

test('a month’s documents are emailed once to admins and managers with an address', async () => {
  const { company, email } = await givenReader();
  const manager = await givenPerson(api, { companyId: company.id, role: 'manager' });
  const other = await givenReader();
  const addresses = [email, await givenAddress(api, manager, { confirmed: true })];
  const unread = [
    await givenAddress(api, await givenPerson(api, { companyId: company.id, role: 'specialist' }), {
      confirmed: true,
    }),
    await givenAddress(api, await givenPerson(api, { companyId: company.id, role: 'admin' }), {
      confirmed: false,
    }),
    other.email,
  ];
  await notifyOfMonth(company.id, '2026-08');
  await notifyOfMonth(company.id, '2026-08');
  const countEmails = async (address: string) =>
    (await listEmailsTo(api, address)).filter(({ subject }) => subject.startsWith('Документы')).length;
  expect(await Promise.all(addresses.map(countEmails))).toEqual([1, 1]);
  expect(await Promise.all(unread.map(countEmails))).toEqual([0, 0, 0]);
});

test('one click in the mail program unsubscribes, without a session (RFC 8058)', async () => {
  const { company, email, admin } = await givenReader();
  await notifyOfMonth(company.id, '2026-08');
  const [sentEmail] = await listEmailsTo(api, email);
  expect(sentEmail?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
  const url = new URL(/^<(.*)>$/.exec(sentEmail!.headers['List-Unsubscribe'] ?? '')?.[1] ?? '');
  const form = { 'List-Unsubscribe': 'One-Click' };
  const clicked = await api.post(url.pathname + url.search, { form });
  expect(clicked.body.data).toMatchObject({ email: 'p***@example.ru', kind: KIND });
  expect(findChoice(clicked.body.data)).toEqual(off);
  expect((await api.post(url.pathname + url.search, { form })).status).toBe(200);
  expect(await readChoices(admin)).toEqual(off);
  await notifyOfMonth(company.id, '2026-09');
  expect((await listEmailsTo(api, email)).filter(({ subject }) => subject.includes('сентябрь'))).toEqual([]);
});

test('the same link switches the email on again, and shows the state', async () => {
  const { company, email, admin } = await givenReader();
  await notifyOfMonth(company.id, '2026-08');
  const token = linkTokenIn((await listEmailsTo(api, email))[0]);
  const path = `/unsubscribe?token=${token}`;
  expect(findChoice((await api.get(`/api/mail/letters?token=${token}`)).body.data)).toEqual(on);
  await api.post(path, { json: { kind: KIND, wanted: false } });
  expect(findChoice((await api.get(`/api/mail/letters?token=${token}`)).body.data)).toEqual(off);
  await api.post(path, { json: { kind: KIND, wanted: true } });
  expect(await readChoices(admin)).toEqual(on);
});

test('a signed-in user chooses without a link; necessary emails can’t be switched off', async () => {
  const { admin } = await givenReader();
  const choose = (json: object) => api.post('/api/users/mail/letters', { token: admin.token, json });
  expect(findChoice((await choose({ kind: KIND, wanted: false })).body.data)).toEqual(off);
  expect(await readChoices(admin)).toEqual(off);
  expect(findChoice((await choose({ kind: KIND, wanted: '1' })).body.data)).toEqual(on);
  for (const json of [
    {},
    { kind: KIND },
    { kind: 'security', wanted: false },
    { kind: [KIND], wanted: false },
    { kind: KIND, wanted: 'maybe' },
  ])
    expect((await choose(json)).status, JSON.stringify(json)).toBe(400);
});

test('an email switched off while it waited is not sent', async () => {
  const { company, email, admin } = await givenReader();
  await notifyOfMonth(company.id, '2026-08');
  await api.post('/api/users/mail/letters', { token: admin.token, json: { kind: KIND, wanted: false } });
  expect(await listEmailsTo(api, email)).toHaveLength(1);
});

test('another link unsubscribes no one, nor does nonsense', async () => {
  const person = await givenPerson(api);
  const email = await givenAddress(api, person, { confirmed: false });
  const confirming = linkTokenIn((await listEmailsTo(api, email))[0]);
  for (const token of [confirming, 'nobody', ''])
    for (const reply of [
      await api.post(`/unsubscribe?token=${token}`, { form: { 'List-Unsubscribe': 'One-Click' } }),
      await api.get(`/api/mail/letters?token=${token}`),
    ]) {
      expect(reply.status).toBe(token === '' ? 400 : 404);
      expect(reply.body.message).toMatch(/[а-яё]/);
    }
  const { company, email: own } = await givenReader();
  await notifyOfMonth(company.id, '2026-08');
  const good = linkTokenIn((await listEmailsTo(api, own))[0]);
  expect((await api.post(`/unsubscribe?token=${good}`, { json: { kind: 'security' } })).status).toBe(400);
});
