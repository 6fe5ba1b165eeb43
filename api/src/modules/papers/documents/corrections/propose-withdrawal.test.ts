import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import {
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenPerson,
} from '../../../../testing/givens/factories.ts';
import { givenDocument } from '../../../../testing/givens/given-document.ts';

let api: TestApi;
let author: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  author = await givenStaff(api);
});
afterAll(() => api.stop());

const send = (path: string, { token }: GivenPerson, json: object = {}) =>
  api.post(`/staff/api/${path}`, { token, json });

test('two people withdraw a document, and the second reads what is lost and why', async () => {
  const company = await givenCompany(api);
  const id = await givenDocument(api, author, company, { title: 'УПД № 202608-1-2' });
  const pending = await send(`documents/${id}/withdraw`, author, { reason: 'Не тот клиент' });
  expect(pending.status).toBe(202);
  const [proposal] = (await api.get('/staff/api/approvals?state=waiting', { token: author.token })).body.data;
  expect(proposal).toMatchObject({
    title: 'Отозвать документ',
    company: { id: company.id },
    details: [
      { title: 'Документ', value: 'УПД № 202608-1-2' },
      { title: 'Станет', value: 'Клиент увидит причину и не сможет открыть файл' },
      { title: 'Причина', value: 'Не тот клиент' },
    ],
  });
  expect((await send(`approvals/${proposal.id}/confirm`, author)).status).toBe(403);
  const treasurer = await givenPerson(api, { staffRole: 'treasurer' });
  expect((await send(`approvals/${proposal.id}/confirm`, treasurer)).status).toBe(403);
  const shown = async () => (await api.get('/api/doc', { token: company.admin.token })).body.data['2026-08'];
  expect(await shown()).toMatchObject([{ id, withdrawn: null }]);
  const operator = await givenPerson(api, { staffRole: 'operator' });
  expect((await send(`approvals/${proposal.id}/confirm`, operator)).status).toBe(200);
  expect(await shown()).toMatchObject([{ id, withdrawn: { reason: 'Не тот клиент' } }]);
  expect((await send(`documents/${id}/withdraw`, author, { reason: 'Ещё раз' })).status).toBe(409);
  expect((await send('documents/999999999/withdraw', author, { reason: 'x' })).status).toBe(404);
});

test('one person blocks no client, and a proposal names the debt and what stops', async () => {
  const company = await givenCompany(api);
  const support = await givenPerson(api, { staffRole: 'support' });
  const pending = await send(`clients/${company.id}/block`, support, { reason: 'Просрочка' });
  expect(pending.status).toBe(202);
  const { id } = pending.body.data.approval;
  const list = await api.get('/staff/api/approvals?state=waiting', { token: author.token });
  expect(list.body.data.find((item: { id: number }) => item.id === id)).toMatchObject({
    title: 'Заблокировать клиента',
    details: [
      { title: 'Станет', value: 'Переводы, заказы и все карты клиента остановятся' },
      { title: 'Карты, которые остановятся', value: 'нет' },
      { title: 'Долг', value: expect.stringMatching(/^0,00/) },
      { title: 'Основание', value: 'Просрочка' },
    ],
  });
  const state = async () =>
    (await api.get(`/staff/api/clients/${company.id}`, { token: author.token })).body.data.state;
  expect(await state()).not.toBe('blocked');
  const ownLog = async () =>
    (await api.get('/api/audit', { token: company.admin.token })).body.data.map(
      (event: { action: string }) => event.action,
    );
  const before = await ownLog();
  expect(before.filter((action: string) => action.startsWith('approval-'))).toEqual([]);
  expect((await send(`approvals/${id}/confirm`, author)).status).toBe(200);
  expect(await state()).toBe('blocked');
  const after = await ownLog();
  expect(after.length).toBeGreaterThan(before.length);
  expect(after.filter((action: string) => action.startsWith('approval-'))).toEqual([]);
});
