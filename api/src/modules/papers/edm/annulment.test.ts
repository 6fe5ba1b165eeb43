import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCode,
  givenCompany,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenDocument } from '../../../testing/givens/given-document.ts';
import { followEdmDocument, sendEdmDocument } from '../../../testing/send-edm-document.ts';
import { connectEdm } from './connect-edm.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

let serial = 0;

/** A company whose exchange is open, and a document that it has got and signed. */
async function givenSigned(digits = '55') {
  serial += 1;
  const company = await givenCompany(api, { inn: `50472${String(serial).padStart(3, '0')}${digits}` });
  const sms = await givenCode(api, company.admin, 'edm');
  await api.post('/api/edoRequest', { token: company.admin.token, form: { sms } });
  for (const seconds of [0, 3, 5]) {
    api.clock.advanceSeconds(seconds);
    await connectEdm(api.ctx, company.id);
  }
  const id = await givenDocument(api, staff, company, { title: `УПД № ${serial}` });
  await sendEdmDocument(api.ctx, id);
  return { company, id };
}

async function follow(id: number, seconds: number): Promise<void> {
  api.clock.advanceSeconds(seconds);
  await followEdmDocument(api.ctx, id);
}

async function shown(company: GivenCompany, id: number) {
  const { body } = await api.get('/api/doc', { token: company.admin.token });
  const documents = Object.values(body.data as Record<string, { id: number; edm: object | null }[]>).flat();
  return documents.find((document) => document.id === id)?.edm;
}

const annul = (id: number, reason: string, token = staff.token) =>
  api.post(`/staff/api/edm-documents/${id}/annul`, { token, json: { reason } });
const drop = (id: number) =>
  api.post(`/staff/api/edm-documents/${id}/annul/drop`, { token: staff.token, json: {} });
async function readStateAtOperator(id: number, action: string): Promise<void> {
  const { body } = await api.get('/dev/edm-documents');
  const [newest] = body.data.documents;
  expect((await api.post('/dev/edm-documents', { json: { id: newest.id, deed: action } })).status).toBe(200);
  await follow(id, 1);
}

test('an annulment proposal waits for a signature and works when the client agrees', async () => {
  const { company, id } = await givenSigned();
  await follow(id, 10);
  expect((await annul(id, 'Выставлен дважды')).status).toBe(200);
  expect(await shown(company, id)).toMatchObject({ state: 'signed', annulment: 'Выставлен дважды' });
  await follow(id, 1);
  expect(await shown(company, id)).toMatchObject({ state: 'signed', annulment: 'Выставлен дважды' });
  await readStateAtOperator(id, 'propose-annulment');
  expect(await shown(company, id)).toMatchObject({ state: 'cancelling', annulment: 'Выставлен дважды' });
  expect((await drop(id)).status).toBe(409);
  await readStateAtOperator(id, 'accept-annulment');
  expect(await shown(company, id)).toMatchObject({ state: 'cancelled', annulment: null });
});

test('a refused annulment leaves the document, says so, and may be proposed anew', async () => {
  const { company, id } = await givenSigned();
  await follow(id, 10);
  await annul(id, 'Не те литры');
  await readStateAtOperator(id, 'propose-annulment');
  await readStateAtOperator(id, 'reject-annulment');
  const reason = 'В аннулировании отказано, документ действует';
  expect(await shown(company, id)).toMatchObject({ state: 'signed', annulment: null, reason });
  expect((await annul(id, 'И всё же')).status).toBe(200);
});

test('an unsigned proposal is taken back', async () => {
  const { company, id } = await givenSigned();
  await follow(id, 10);
  expect((await drop(id)).status).toBe(409);
  await annul(id, 'Ошибка');
  expect((await annul(id, 'Ошибка')).status).toBe(409);
  expect((await drop(id)).status).toBe(200);
  expect(await shown(company, id)).toMatchObject({ state: 'signed', annulment: null });
});

test('a proposal ends with the document that the client refuses to sign', async () => {
  const { company, id } = await givenSigned('16');
  await follow(id, 3);
  expect((await annul(id, 'Выставлен дважды')).status).toBe(200);
  await follow(id, 10);
  expect(await shown(company, id)).toMatchObject({ state: 'refused', annulment: null });
  expect((await drop(id)).status).toBe(409);
});

test('a document that the client lacks, or that did not go by EDM, is not annulled', async () => {
  const { id } = await givenSigned();
  expect((await annul(id, 'Рано')).status).toBe(409);
  const other = await givenCompany(api);
  const document = await givenDocument(api, staff, other, { title: 'На бумаге' });
  expect((await annul(document, 'Никак')).status).toBe(404);
  expect((await annul(id, 'Чужой', other.admin.token)).status).toBe(404);
});

test('a client of another operator reads so, and one late in roaming reads that', async () => {
  const { company, id } = await givenSigned('20');
  const standing = await api.get('/api/edoRequest', { token: company.admin.token });
  expect(standing.body.data).toEqual({ state: 'accepted', reason: null, roaming: 'Такском' });
  const roaming = { operator: 'Такском', delayed: false };
  expect(await shown(company, id)).toMatchObject({ state: 'sent', roaming });
  api.clock.advanceSeconds(25 * 3600);
  expect(await shown(company, id)).toMatchObject({ state: 'sent', roaming: { ...roaming, delayed: true } });
  await follow(id, 1);
  const listed = await api.get(`/staff/api/documents?company_id=${company.id}`, { token: staff.token });
  expect(listed.body.data[0]).toMatchObject({ edm: 'signed', roaming: 'Такском' });
});
