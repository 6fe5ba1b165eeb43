import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../testing/api.ts';
import { givenCard, givenCompany, type GivenCard, type GivenCompany } from '../testing/factories.ts';

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
  card = await givenCard(api, company.id);
});

afterAll(() => api.stop());

const FORM = 'application/x-www-form-urlencoded';

const comment = (type: string, body: string | Uint8Array) =>
  api.post(`/api/card/${card.id}/setComment`, { token: company.admin.token, raw: { type, body } });

async function keptComment(): Promise<string> {
  const { body } = await api.get(`/api/card/${card.id}`, { token: company.admin.token });
  return body.data.comment;
}

test.each([
  ['JSON in windows-1251', 'application/json', Buffer.from('{"comment":"\xca\xe0\xec\xe0\xe7"}', 'latin1')],
  ['JSON with half a pair of characters', 'application/json', '{"comment":"\\ud83d"}'],
  ['a form in windows-1251', FORM, Buffer.from('comment=\xca\xe0\xec\xe0\xe7', 'latin1')],
  ['a form with escapes of windows-1251', FORM, 'comment=%CA%E0%EC%E0%E7'],
  ['a form with half an escape', FORM, 'comment=100%'],
])('api.md 1: %s is refused, not kept as other words than the sender’s', async (_, type, body) => {
  await comment(FORM, 'comment=Камаз');
  const answer = await comment(type, body);
  expect(answer.status).toBe(400);
  expect(answer.body.message).toMatch(/[а-я]/);
  expect(await keptComment()).toBe('Камаз');
});

test('api.md 1: what is UTF-8 is read as it is, with a mark before it or without', async () => {
  await comment('application/json', '\ufeff{"comment":"Камаз 😀"}');
  expect(await keptComment()).toBe('Камаз 😀');
  await comment(FORM, 'comment=%D0%9A%D0%B0%D0%BC%D0%B0%D0%B7+100%25');
  expect(await keptComment()).toBe('Камаз 100%');
});

test('api.md 1: an address whose query is not UTF-8 is refused, not searched for as it stands', async () => {
  for (const search of ['%CA%E0%EC%E0%E7', '%zz', '100%']) {
    const answer = await api.get(`/api/card?search=${search}`, { token: company.admin.token });
    expect(answer.body).toEqual({ code: 400, message: 'Запрос не удалось прочитать' });
  }
});

test('a field with two faults of one sentence says it once', async () => {
  const answer = await api.get('/api/card/9007199254740993', { token: company.admin.token });
  expect(answer.body.error_messages).toEqual({ id: ['Ожидается целое число'] });
});
