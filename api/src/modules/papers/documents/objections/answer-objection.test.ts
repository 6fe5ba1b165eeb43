import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ALL_NETWORKS, PARTNER } from '#contract/ids.ts';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCard,
  type GivenCompany,
  type GivenPerson,
} from '../../../../testing/givens/factories.ts';
import { givenDocument } from '../../../../testing/givens/given-document.ts';
import { givenSales } from '../../../../testing/givens/given-sales.ts';
import { readPdfText } from '../../../../testing/read-pdf-text.ts';
import { NOT_IN_DOCUMENT } from './object-to-document.ts';

let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;
let card: GivenCard;
let documentId: number;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

beforeEach(async () => {
  api.clock.setTo('2026-09-15T09:00:00Z');
  company = await givenCompany(api);
  card = await givenCard(api, company.id, { balanceKopecks: 50_000_00 });
  await givenSales(api, card, [
    { sum: 1_200_50, at: '2026-08-31T23:30:00+03:00' },
    { sum: 600_00, at: '2026-08-10T10:00:00+03:00' },
    { sum: 77_00, at: '2026-09-01T00:30:00+03:00' },
  ]);
  documentId = await givenDocument(api, staff, company, { title: 'УПД за август' });
});

async function disputable(q = '', partnerId: number = PARTNER.gpn) {
  const path = `/api/doc/operations?partner_id=${partnerId}&date=2026-08&q=${encodeURIComponent(q)}`;
  const answer = await api.get(path, { token: company.admin.token });
  expect(answer.status).toBe(200);
  return answer.body.data as { id: number; sum: number; card_number: string }[];
}

async function object(operations: unknown, comment = 'Не сходятся литры') {
  const sms = await givenCode(api, company.admin, 'objection', String(documentId));
  const json = { partner_id: 2, date: '2026-08', id: documentId, comment, operations, sms };
  return api.post('/api/doc/sendObjection', { token: company.admin.token, json });
}

async function objection() {
  const answer = await api.get('/api/doc', { token: company.admin.token });
  return answer.body.data['2026-08'][0].objection;
}

function answerTo(id: number, text = 'Исправленный УПД опубликован', by = staff) {
  return api.post(`/staff/api/documents/${id}/answer`, { token: by.token, json: { text } });
}

async function waiting() {
  const answer = await api.get('/staff/api/unsettled?kind=objection', { token: staff.token });
  return answer.body.data.find((item: { id: number }) => item.id === documentId);
}

describe('subject of an objection', () => {
  test('§2.98 the month’s operations of the network are offered, newest first, by typed text', async () => {
    expect((await disputable()).map(({ sum }) => sum)).toEqual([1200.5, 600]);
    expect((await disputable('1200,50')).map(({ sum }) => sum)).toEqual([1200.5]);
    expect((await disputable('10.08.2026')).map(({ sum }) => sum)).toEqual([600]);
    expect(await disputable(card.number.slice(-4))).toHaveLength(2);
    expect(await disputable('', PARTNER.rn)).toEqual([]);
    expect(await disputable('', ALL_NETWORKS)).toHaveLength(2);
  });

  test('§2.98 §4.32 the operations are shown with the objection, on its sheet and to staff', async () => {
    const [first] = await disputable('1200,50');
    expect((await object([first?.id])).status).toBe(200);
    expect((await objection()).operations).toEqual([
      { id: first?.id, card_number: card.number, date: '2026-08-31T20:30:00.000Z', sum: 1200.5 },
    ]);
    const sheet = await api.get(`/api/doc/${documentId}/signature`, { token: company.admin.token });
    expect(readPdfText(sheet.bytes).replaceAll(/\s/g, '')).toContain(`№${first?.id}от31`);
    const detail = (await waiting()).details.find((item: { label: string }) => item.label === 'Операции');
    expect(detail.value).toContain(card.number);
  });

  test('an operation of another month, network or company is refused, the code stays', async () => {
    const other = await givenCompany(api);
    const foreign = await givenCard(api, other.id, { balanceKopecks: 50_000_00 });
    await givenSales(api, foreign, [{ sum: 5_00, at: '2026-08-10T10:00:00+03:00' }]);
    const path = '/api/doc/operations?partner_id=2&date=2026-08';
    const [theirs] = (await api.get(path, { token: other.admin.token })).body.data;
    const refused = await object([theirs.id]);
    expect(refused.body).toMatchObject({ code: 400, error_messages: { operations: [NOT_IN_DOCUMENT] } });
    expect(await objection()).toBeNull();
  });

  test.each<{ operations: unknown }>([
    { operations: Array.from({ length: 101 }, (_, index) => index + 1) },
    { operations: ['все'] },
  ])('too many operations, or unknown ones, are refused', async ({ operations }) => {
    expect((await object(operations)).status).toBe(400);
  });

  test('operations of another company are not offered, and callers need a session', async () => {
    const path = '/api/doc/operations?partner_id=2&date=2026-08';
    const other = await givenCompany(api);
    expect((await api.get(path, { token: other.admin.token })).body.data).toEqual([]);
    expect((await api.get(path)).status).toBe(401);
    expect((await api.get('/api/doc/operations', { token: other.admin.token })).status).toBe(400);
  });
});

describe('the answer', () => {
  test('§4.32 the client reads the answer with its time, and the objection leaves what waits', async () => {
    await object([]);
    expect(await waiting()).toMatchObject({ deeds: ['answer', 'acknowledge'] });
    expect((await objection()).answer).toBeNull();
    const answer = await answerTo(documentId);
    expect(answer.status).toBe(200);
    expect((await objection()).answer).toEqual({
      text: 'Исправленный УПД опубликован',
      created_at: answer.body.data.created_at,
    });
    expect(await waiting()).toBeUndefined();
  });

  test('an answer is given once; a later objection is another one and waits for its own', async () => {
    await object([]);
    await answerTo(documentId);
    expect((await answerTo(documentId, 'Иначе')).status).toBe(409);
    api.clock.advanceSeconds(60);
    await object([], 'Всё ещё не сходится');
    expect(await objection()).toMatchObject({ comment: 'Всё ещё не сходится', answer: null });
    expect((await answerTo(documentId, 'Сверили')).status).toBe(200);
  });

  test('only staff answer, and only an open objection', async () => {
    expect((await answerTo(documentId)).status).toBe(404);
    await object([]);
    expect((await answerTo(documentId, ' ')).status).toBe(400);
    expect((await answerTo(documentId, 'Да', company.admin)).status).toBe(404);
    const outsider = await givenPerson(api);
    expect((await answerTo(documentId, 'Да', outsider)).status).toBe(404);
    const sms = await givenCode(api, company.admin, 'document', String(documentId));
    const json = { partner_id: 2, date: '2026-08', id: documentId, sms };
    expect((await api.post('/api/doc/acceptDoc', { token: company.admin.token, json })).status).toBe(200);
    expect((await answerTo(documentId)).status).toBe(409);
  });
});
