import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenOrder } from '../../../testing/givens/given-order.ts';
import { givenAddress, listEmailsTo } from '../../../testing/emails.ts';
import { listNotices, sendDueNotices } from '../../../testing/notices.ts';
import { notifyStaff } from './notify-staff.ts';

let api: TestApi;
let owner: GivenPerson;
let treasurer: GivenPerson;
let operator: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  owner = await givenStaff(api);
  treasurer = await givenPerson(api, { staffRole: 'treasurer' });
  operator = await givenPerson(api, { staffRole: 'operator' });
  await notifyStaff(api.ctx);
});
afterAll(() => api?.stop());

async function bell(): Promise<void> {
  await notifyStaff(api.ctx);
  await sendDueNotices(api);
}

const readTitles = async (person: GivenPerson) => (await listNotices(api, person)).map(({ title }) => title);
const ONE_REQUEST = '1\u00a0заявка на карты ждёт';

test('new cases are notified to the members whose role decides them, once', async () => {
  const { admin } = await givenCompany(api);
  await givenOrder(api, admin);
  await Promise.all([notifyStaff(api.ctx), notifyStaff(api.ctx)]);
  await bell();
  expect(await readTitles(owner)).toEqual([ONE_REQUEST]);
  expect(await readTitles(operator)).toEqual([ONE_REQUEST]);
  expect(await readTitles(treasurer)).toEqual([]);
  expect((await listNotices(api, operator))[0]).toMatchObject({ kind: 'staff-waits', path: '/staff' });
  const { body } = await api.get('/api/notices/unread', { token: operator.token });
  expect(body.data.unread).toBe(1);
});

test('fewer cases are not notified, and the next increase is', async () => {
  await sql`update queue_told set count = 5 where place = 'requests'`.execute(api.ctx.db.system);
  await bell();
  expect(await readTitles(operator)).toEqual([ONE_REQUEST]);
  const { admin } = await givenCompany(api);
  await givenOrder(api, admin);
  await bell();
  expect((await readTitles(operator)).toSorted()).toEqual([ONE_REQUEST, '2\u00a0заявки на карты ждут']);
});

test('a silent feed is urgent: those who run the programme are notified, or emailed', async () => {
  const address = await givenAddress(api, operator, { confirmed: true });
  const ownersAddress = await givenAddress(api, owner, { confirmed: true });
  const json = { kind: 'staff-urgent', channel: 'mail', wanted: '1' };
  expect((await api.post('/api/notices/choices', { token: operator.token, json })).status).toBe(200);
  await sql`
    insert into network_feed (partner_id, read_at) values (1, ${api.clock.now()})
    on conflict (partner_id) do update set read_at = excluded.read_at`.execute(api.ctx.db.system);
  api.clock.advanceSeconds(16 * 60);
  await bell();
  const silent = '1\u00a0сеть АЗС молчит';
  expect(await readTitles(operator)).toContain(silent);
  expect(await readTitles(treasurer)).toEqual([]);
  const [email] = await listEmailsTo(api, address);
  expect(email).toMatchObject({ subject: silent });
  expect(email?.plain).toContain('/staff/partners');
  expect((await listEmailsTo(api, ownersAddress)).map(({ subject }) => subject)).not.toContain(silent);
});

test('a client chooses among client notices, a member among member notices', async () => {
  const { admin } = await givenCompany(api);
  const readKinds = async ({ token }: GivenPerson) => {
    const { body } = await api.get('/api/notices/choices', { token });
    return (body.data.kinds as { kind: string }[]).map(({ kind }) => kind);
  };
  expect(await readKinds(admin)).not.toContain('staff-waits');
  expect(await readKinds(admin)).toContain('purchase');
  expect(await readKinds(operator)).toEqual(['staff-urgent', 'staff-waits']);
});
