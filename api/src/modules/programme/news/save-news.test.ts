import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenPerson, givenStaff, type GivenPerson } from '../../../testing/givens/factories.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

const titles = async () =>
  (await api.get('/api/news')).body.data.map((item: { title: string }) => item.title) as string[];

test('a staff news item is public until hidden; only safe HTML of it is stored', async () => {
  const { token } = staff;
  const html = '<p onclick="x()">Скидка</p><script>steal()</script>';
  const preview = await api.post('/staff/api/news/preview', { token, json: { html } });
  expect(preview.body.data).toEqual({ html: '<p>Скидка</p>' });
  const input = { date: '2026-12-01', title: 'Скидки декабря', html };
  const added = await api.post('/staff/api/news', { token, json: input });
  expect(added.body.data).toMatchObject({ title: input.title, html: '<p>Скидка</p>', hidden: false });
  expect((await titles())[0]).toBe('Скидки декабря');

  const path = `/staff/api/news/${added.body.data.id}`;
  await api.put(path, { token, json: { ...input, hidden: true } });
  expect(await titles()).not.toContain('Скидки декабря');
  const listed = (await api.get('/staff/api/news', { token })).body.data;
  expect(listed[0]).toMatchObject({ title: 'Скидки декабря', hidden: true });
  await api.put(path, { token, json: { ...input, title: 'Скидки зимы' } });
  expect((await titles())[0]).toBe('Скидки зимы');
});

test('an item whose flag is an object is refused and not published', async () => {
  const json = { date: '2026-12-01', title: 'Черновик', html: '<p>Скоро</p>', hidden: {} };
  const answer = await api.post('/staff/api/news', { token: staff.token, json });
  expect(answer.body).toMatchObject({ code: 400, error_messages: { hidden: ['Ожидается 1 или 0'] } });
  expect(await titles()).not.toContain('Черновик');
});

test('an item without safe content is refused, and only staff with the right write', async () => {
  const json = { date: '2026-12-01', title: 'Пусто', html: '<script>x()</script>' };
  expect((await api.post('/staff/api/news', { token: staff.token, json })).status).toBe(400);
  const good = { ...json, html: '<p>Есть</p>' };
  expect((await api.put('/staff/api/news/999999', { token: staff.token, json: good })).status).toBe(404);
  const support = await givenPerson(api, { staffRole: 'support' });
  expect((await api.post('/staff/api/news', { token: support.token, json: good })).status).toBe(403);
});

test('a real programme begins with two hidden news and without the 2024 holiday notice', async () => {
  const fresh = await startApi({ jobs: false });
  const shown = await fresh.get('/api/news');
  const { token } = await givenStaff(fresh);
  const listed = await fresh.get('/staff/api/news', { token });
  const operator = await fresh.get('/api/operator');
  await fresh.stop();
  expect(shown.body.data).toEqual([]);
  expect(listed.body.data).toMatchObject([{ hidden: true }, { hidden: true }]);
  expect(operator.body.data.holidayNotice).toBeNull();
});

test('the holiday notice is what staff wrote last, and without days there is none', async () => {
  const { token } = staff;
  const notice = async () => (await api.get('/api/operator')).body.data.holidayNotice;
  const json = { title: 'Праздники', text: 'Отвечаем дольше', from: '2026-12-31', to: '2027-01-08' };
  const put = (more: object) => api.put('/staff/api/holiday-notice', { token, json: { ...json, ...more } });
  expect((await put({ to: '2026-12-30' })).body.error_messages).toEqual({
    to: ['Последний день раньше первого'],
  });
  expect((await put({ to: '' })).status).toBe(400);
  expect((await put({})).status).toBe(200);
  expect(await notice()).toEqual(json);
  await put({ from: '', to: '' });
  expect(await notice()).toBeNull();
});

test('announced and current maintenance is listed, and a network shows how it answers', async () => {
  api.clock.setTo('2026-09-15T09:00:00Z');
  const { token } = staff;
  const json = {
    partner: 2,
    message: 'Обновление',
    start: '2026-09-16T01:00+03:00',
    end: '2026-09-16T05:00+03:00',
  };
  await api.put('/staff/api/maintenance', { token, json });
  const works = () => api.get('/staff/api/maintenance', { token });
  expect((await works()).body.data).toMatchObject([{ partner: 2, title: 'Газпромнефть', running: false }]);
  api.clock.setTo('2026-09-16T00:00:00Z');
  expect((await works()).body.data).toMatchObject([{ running: true }]);
  api.clock.setTo('2026-09-17T00:00:00Z');
  expect((await works()).body.data).toEqual([]);
  const { data } = (await api.get('/staff/api/partners', { token })).body;
  expect(data[0]).toMatchObject({ id: 1, connected: true, answers: { ok: true, waiting: 0 } });
});
