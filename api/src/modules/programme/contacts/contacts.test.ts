import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenPerson, givenStaff, type GivenPerson } from '../../../testing/givens/factories.ts';
import { givenAddress, listEmailsTo } from '../../../testing/emails.ts';

const INPUT = {
  phone: '8 495 100-20-30',
  email: 'desk@magistral.example',
  chat_url: 'https://chat.example/a?b=1&c=2',
  hours: '8:00–20:00',
  address: '125009, г. Москва, Тверская улица, дом 7',
};

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});
afterAll(() => api.stop());

const save = (more: Partial<typeof INPUT> = {}, { token } = staff) =>
  api.put('/staff/api/contacts', { token, json: { ...INPUT, ...more } });
const read = async () => (await api.get('/api/operator')).body.data;

test('until staff write contacts, those of the operator’s file count', async () => {
  const { phone, email, requisites } = api.ctx.config.operator;
  expect(await read()).toMatchObject({ phone, email, address: requisites.address });
});

test('contacts of staff are in public pages, emails and refusals, and the log has both', async () => {
  const before = api.ctx.config.operator.phone;
  expect((await save()).status).toBe(200);
  const { chat_url: chatUrl, hours: supportHours, ...same } = INPUT;
  expect(await read()).toMatchObject({ ...same, chatUrl, supportHours });
  const person = await givenPerson(api);
  const email = await givenAddress(api, person, { confirmed: false });
  expect((await listEmailsTo(api, email))[0]?.plain).toContain(INPUT.phone);
  const refused = await api.get('/api/accept/check?inn=2311092840', { token: person.token });
  expect(JSON.stringify(refused.body)).toContain(INPUT.phone);
  const log = await api.get('/staff/api/audit?action=contacts-changed', { token: staff.token });
  expect(log.body.data[0]).toMatchObject({ before: { phone: before }, after: { phone: INPUT.phone } });
});

test('the terms of use and the distribution letter are made anew with other contacts', async () => {
  for (const path of ['/api/doc/termsOfUse', '/api/doc/letter/2023']) {
    await save();
    const first = await api.get(path);
    await save({ phone: '8 495 999-99-99' });
    const second = await api.get(path);
    expect([path, first.status, second.status]).toEqual([path, 200, 200]);
    expect(second.bytes.equals(first.bytes)).toBe(false);
  }
});

test('an invalid contact is refused on its field, and needs a role', async () => {
  const wrong = { phone: 'звоните', email: 'нет', chat_url: 'javascript:alert(1)', hours: ' ', address: '' };
  for (const [field, text] of Object.entries(wrong)) {
    const refused = await save({ [field]: text });
    expect([field, refused.status, Object.keys(refused.body.error_messages ?? {})]).toEqual([
      field,
      400,
      [field],
    ]);
  }
  for (const role of ['treasurer', 'support', 'auditor'] as const)
    expect((await save({}, await givenPerson(api, { staffRole: role }))).status).toBe(403);
  expect((await save({}, await givenPerson(api, { staffRole: 'operator' }))).status).toBe(200);
});
