import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { REWORDINGS_PER_HOUR } from '#contract/questions.ts';
import { rows } from '../../../db/database.ts';
import { chatCompletionsModel } from '../../../gateways/question-model/chat-completions-model.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCard, givenCompany, givenPerson, type GivenCompany } from '../../../testing/factories.ts';
import { givenSales } from '../../../testing/given-sales.ts';
import { serveWire, type WireReply, type WireServer } from '../../../testing/serve-wire.ts';

let model: WireServer;
let reply: WireReply;
let api: TestApi;
let company: GivenCompany;

/** Returns a model's answer in the form of its service. */
function says(content: string): WireReply {
  return { body: { choices: [{ index: 0, message: { role: 'assistant', content } }] } };
}

beforeAll(async () => {
  model = await serveWire(() => reply);
});
afterAll(() => model.stop());

beforeEach(async () => {
  model.requests.length = 0;
  const url = `${model.url}/v1`;
  api = await startApi({
    jobs: false,
    overrides: { questionModel: chatCompletionsModel({ url, name: 'm-1', key: 'k', timeLimitMs: 150 }) },
  });
  api.clock.setTo(new Date('2026-11-26T09:00:00Z'));
  company = await givenCompany(api);
  const card = await givenCard(api, company.id, { balanceKopecks: 1_000_000_00 });
  await givenSales(api, card, [{ sum: 5000_00, at: '2026-10-05T09:00:00Z' }]);
});
afterEach(() => api.stop());

function reword(q: string, token = company.admin.token) {
  return api.post('/api/ask/reword', { token, json: { q } });
}

async function reworded(q: string, token?: string) {
  const { status, body } = await reword(q, token);
  expect(status).toBe(200);
  return body.data;
}

const NOT_UNDERSTOOD = { sentence: null, why: 'not-understood', answer: null };

describe('a sentence that the grammar does not know', () => {
  test('is answered by the report, with the sentence by which it was understood', async () => {
    reply = says('сколько потратили в октябре');
    const found = await reworded('во что нам обошёлся октябрь');
    expect(found).toMatchObject({ sentence: 'сколько потратили в октябре', why: null, examples: [] });
    const { body } = await api.get('/api/operations/summary?by=month&dateFrom=2026-10-01&dateTo=2026-10-31', {
      token: company.admin.token,
    });
    expect([found.answer.totals.sum, body.meta.totals.sum]).toEqual([5000, 5000]);
  });

  test('leaves with the grammar and the day, and with nothing of the company', async () => {
    reply = says('НЕТ');
    await reworded('что с картой 7005 8000 0300 4000 в октябре');
    const [{ method, path, headers, body } = { method: '', path: '', headers: {}, body: '' }] =
      model.requests;
    expect([method, path, headers.authorization]).toEqual(['POST', '/v1/chat/completions', 'Bearer k']);
    const { model: name, messages } = JSON.parse(body);
    expect(name).toBe('m-1');
    expect(messages.at(-1)).toEqual({ role: 'user', content: 'что с картой №1 в октябре' });
    const [admin] = await rows(
      api.ctx.db.system,
      sql<{ inn: string; title: string }>`select inn, title from company where id = ${company.id}`,
    );
    expect(body).not.toContain(admin?.inn);
    expect(body).not.toContain(JSON.stringify(admin?.title).slice(1, -1));
    expect(messages).toHaveLength(2);
  });

  test('may be a deed, which is named and not done', async () => {
    reply = says('переведи 5000 на карту 4821');
    expect(await reworded('кинь 5 тыс на 4821')).toEqual({
      sentence: 'переведи 5000 на карту 4821',
      why: null,
      answer: null,
      examples: [],
    });
    const moved = await rows(
      api.ctx.db.system,
      sql`select id from operation where company_id = ${company.id} and created_at >= '2026-11-26'`,
    );
    expect(moved).toEqual([]);
  });

  test('is no deed for whoever may not do it', async () => {
    reply = says('заблокируй карту 4821');
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    expect(await reworded('тормозни 4821', specialist.token)).toMatchObject({
      sentence: null,
      why: 'not-allowed',
    });
  });
});

describe('what the model says is not shown', () => {
  test.each<[string, WireReply]>([
    ['with a figure of its own', says('сколько потратили в октябре 48210')],
    ['with a name of its own', says('сколько потратил Волков в октябре')],
    ['as an answer', says('В октябре вы потратили 1 000 000 рублей')],
    ['as nothing', says('')],
  ])('%s', async (_, input) => {
    reply = input;
    const found = await reworded('во что нам обошёлся октябрь');
    expect(found).toMatchObject(NOT_UNDERSTOOD);
    expect(found.examples.length).toBeGreaterThan(0);
  });

  test.each<[string, WireReply]>([
    ['when its service fails', { status: 500, body: { error: { message: 'down' } } }],
    ['when its service talks rubbish', { body: '<html>' }],
    ['when its service cuts off', 'break'],
    ['when its service is silent', 'silence'],
  ])('%s, and no screen waits for it', async (_, input) => {
    reply = input;
    expect(await reworded('во что нам обошёлся октябрь')).toMatchObject({
      sentence: null,
      why: 'unavailable',
      answer: null,
    });
  });
});

test('a silent model is not asked until a pause is over, then once', async () => {
  reply = { status: 500, body: {} };
  for (let time = 0; time < 8; time += 1) await reworded('во что нам обошёлся октябрь');
  expect(model.requests).toHaveLength(5);
  api.clock.advanceSeconds(3);
  reply = says('сколько потратили в октябре');
  expect(await reworded('во что нам обошёлся октябрь')).toMatchObject({ why: null });
});

test('a person asks so many times an hour, and a colleague still may', async () => {
  reply = says('НЕТ');
  for (let time = 0; time < REWORDINGS_PER_HOUR.person; time += 1) await reworded('какая погода');
  const { status, headers } = await reword('какая погода');
  expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(model.requests).toHaveLength(REWORDINGS_PER_HOUR.person);
  const colleague = await givenPerson(api, { companyId: company.id, role: 'manager' });
  expect((await reword('какая погода', colleague.token)).status).toBe(200);
  api.clock.advanceSeconds(3601);
  expect((await reword('какая погода')).status).toBe(200);
});

test('all people of a company together ask so many times an hour', async () => {
  reply = says('НЕТ');
  const people = REWORDINGS_PER_HOUR.company / REWORDINGS_PER_HOUR.person;
  for (let one = 0; one < people; one += 1) {
    const { token } = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    for (let time = 0; time < REWORDINGS_PER_HOUR.person; time += 1) await reworded('какая погода', token);
  }
  expect((await reword('какая погода')).status).toBe(429);
  const other = await givenCompany(api);
  expect((await reword('какая погода', other.admin.token)).status).toBe(200);
});

test('what left the house has a line in the audit log, without the sentence', async () => {
  reply = says('НЕТ');
  await reworded('во что обошёлся Волков');
  const lines = await rows(
    api.ctx.db.system,
    sql<{ details: object; company_id: number }>`
      select details, company_id from audit_event where what = 'question-sent-out'`,
  );
  expect(lines).toEqual([{ details: { to: new URL(model.url).host }, company_id: company.id }]);
});

test('nobody without a session or a role asks it, and without a model nobody does', async () => {
  expect((await api.post('/api/ask/reword', { json: { q: 'x' } })).status).toBe(401);
  const noRole = await givenPerson(api, { companyId: company.id, role: 'none' });
  expect((await reword('x', noRole.token)).status).toBe(403);
  expect((await reword('')).status).toBe(400);
  expect(model.requests).toEqual([]);
  const plain = await startApi({ jobs: false });
  const own = await givenCompany(plain);
  const { status } = await plain.post('/api/ask/reword', { token: own.admin.token, json: { q: 'во что' } });
  const operator = await plain.get('/api/operator');
  await plain.stop();
  expect([status, operator.body.data.questionModel]).toEqual([404, false]);
});

test('the embedded model speaks the same call over HTTP and knows a few phrases', async () => {
  const embedded = await startApi({ jobs: false, env: { QUESTION_MODEL: 'embedded' } });
  embedded.clock.setTo(new Date('2026-11-26T09:00:00Z'));
  const { admin } = await givenCompany(embedded);
  const ask = async (q: string) =>
    (await embedded.post('/api/ask/reword', { token: admin.token, json: { q } })).body.data;
  expect(await ask('Во что нам обошлась солярка в октябре?')).toMatchObject({
    sentence: 'сколько потратили солярка в октябре',
    answer: { about: ['ДТ'], from: '2026-10-01', totals: { sum: 0 } },
  });
  expect(await ask('тормозни карту 4821')).toMatchObject({ sentence: 'заблокируй карту 4821' });
  expect(await ask('какая завтра погода')).toMatchObject(NOT_UNDERSTOOD);
  await embedded.stop();
});
