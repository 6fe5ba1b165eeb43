import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../testing/api.ts';
import { givenCompany } from '../testing/givens/factories.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({
    jobs: false,
    env: { INVITATIONS_PER_DAY: '2', ACTS_PER_DAY: '2', DRIVERS_PER_COMPANY: '3', LOG_POSTS_PER_MINUTE: '4' },
  });
});
afterAll(() => api?.stop());

let serial = 0;
const invite = (token: string) =>
  api.post('/api/users', {
    token,
    json: {
      phone: `7948${String((serial += 1)).padStart(7, '0')}`,
      firstname: 'Анна',
      lastname: '',
      role_id: 10,
    },
  });

test('a company invites only so many people a day, and other companies go on', async () => {
  const [one, other] = [await givenCompany(api), await givenCompany(api)];
  for (let time = 0; time < 2; time += 1) expect((await invite(one.admin.token)).status).toBe(200);
  const refused = await invite(one.admin.token);
  expect(refused.status).toBe(429);
  const sentence = 'За сутки компания может пригласить не больше 2 человек. Продолжите завтра';
  expect(refused.body).toMatchObject({ message: sentence, error_message: sentence });
  // Seconds from noon in Moscow to its midnight.
  expect(refused.headers.get('retry-after')).toBe(String(12 * 3600));
  expect((await invite(other.admin.token)).status).toBe(200);
});

test('the day ends at midnight in Moscow', async () => {
  const { admin } = await givenCompany(api);
  const sent = async () => (await invite(admin.token)).status;
  expect([await sent(), await sent(), await sent()]).toEqual([200, 200, 429]);
  const seconds = 12 * 3600;
  api.clock.advanceSeconds(seconds / 20);
  expect(await sent()).toBe(429);
  for (let part = 1; part < 20; part += 1) {
    api.clock.advanceSeconds(seconds / 20);
    await api.get('/api/users/profile', { token: admin.token });
  }
  expect(await sent()).toBe(200);
});

test('acts have a limit a day, refused uploads among them', async () => {
  const { admin } = await givenCompany(api);
  const upload = () => {
    const multipart = new FormData();
    multipart.set('id', '1');
    multipart.set('act', new Blob(['no picture']), 'act.png');
    return api.post('/api/cardsRequest/saveAct', { token: admin.token, multipart });
  };
  expect([(await upload()).status, (await upload()).status]).toEqual([404, 404]);
  const refused = await upload();
  expect(refused.status).toBe(429);
  expect(refused.body.message).toBe('За сутки можно загрузить не больше 2 актов. Продолжите завтра');
});

test('a company has only so many drivers, however many are added at once', async () => {
  const { admin } = await givenCompany(api);
  const add = (key?: string) =>
    api.post('/api/drivers', {
      token: admin.token,
      json: { name: 'Иван', surname: 'Петров' },
      ...(key && { key }),
    });
  const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => add(`driver-${index}`)));
  expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([
    200, 200, 200, 409, 409, 409,
  ]);
  const sentence = 'У компании может быть не больше 3 водителей. Удалите тех, кто больше не работает';
  expect((await add()).body.message).toBe(sentence);
  const [first] = (await api.get('/api/drivers', { token: admin.token })).body.data;
  await api.delete(`/api/drivers/${first.id}`, { token: admin.token });
  expect((await add()).status).toBe(200);
});

test('one address writes to the log only so often a minute, and its other calls go on', async () => {
  const post = () => api.post('/api/log', { json: { message: 'x' } });
  for (let time = 0; time < 4; time += 1) expect((await post()).status).toBe(200);
  expect((await post()).status).toBe(429);
  expect((await api.get('/api/operator')).status).toBe(200);
});
