import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCompany, givenPerson, givenStaff } from '../../../testing/givens/factories.ts';
import { givenIssuedOrder, givenOrder } from '../../../testing/givens/given-order.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});

afterAll(() => api.stop());

describe('card requests of a company', () => {
  test('§2.58 card requests are listed newest first, and only the company’s own', async () => {
    const company = await givenCompany(api);
    const other = await givenCompany(api);
    const first = await givenOrder(api, company.admin);
    await givenOrder(api, other.admin);
    const second = await givenOrder(api, company.admin);
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    const list = await api.get('/api/cardsRequest', { token: specialist.token });
    expect(list.body.data.map((order: { id: number }) => order.id)).toEqual([second.id, first.id]);
  });

  test('another company’s request, bill and act are 404', async () => {
    const owner = await givenCompany(api);
    const { id, itemIds } = await givenOrder(api, owner.admin);
    const { token } = (await givenCompany(api)).admin;
    for (const [foreign, missing] of [
      [`/api/cardsRequest/${id}`, '/api/cardsRequest/999999'],
      [`/api/cardsRequest/${id}/bill`, '/api/cardsRequest/999999/bill'],
      [`/api/cardsRequest/downloadAct?item_id=${itemIds[0]}`, '/api/cardsRequest/downloadAct?item_id=999999'],
    ] as const) {
      const answer = await api.get(foreign, { token });
      expect(answer.status, foreign).toBe(404);
      expect(answer.body).toEqual((await api.get(missing, { token })).body);
    }
  });

  test('§6.3 a caller without a role, company or session reads no requests', async () => {
    const company = await givenCompany(api);
    const { id } = await givenOrder(api, company.admin);
    const outsider = await givenPerson(api, { companyId: company.id, role: 'none' });
    const newcomer = await givenPerson(api);
    for (const path of ['/api/cardsRequest', `/api/cardsRequest/${id}`, `/api/cardsRequest/${id}/bill`]) {
      expect((await api.get(path, { token: outsider.token })).status).toBe(403);
      expect((await api.get(path, { token: newcomer.token })).status).toBe(403);
      expect((await api.get(path)).status).toBe(401);
    }
  });

  test('an id that is no number is 400, and one past every id is 404', async () => {
    const { token } = (await givenCompany(api)).admin;
    expect((await api.get('/api/cardsRequest/abc', { token })).status).toBe(400);
    expect((await api.get('/api/cardsRequest/0', { token })).status).toBe(400);
    expect((await api.get(`/api/cardsRequest/${Number.MAX_SAFE_INTEGER}`, { token })).status).toBe(404);
    expect((await api.get('/api/cardsRequest/99999999999999999999', { token })).status).toBe(400);
  });
});

describe('documents of a request', () => {
  test('§2.47 §2.48 §7.20 the bill is a PDF to save, and inline to print', async () => {
    const { admin } = await givenCompany(api);
    const { id } = await givenOrder(api, admin);
    const saved = await api.get(`/api/cardsRequest/${id}/bill`, { token: admin.token });
    expect(saved.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(saved.headers.get('content-type')).toBe('application/pdf');
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(saved.headers.get('cache-control')).toBe('private, no-store');
    const printed = await api.get(`/api/cardsRequest/${id}/bill?print=1`, { token: admin.token });
    expect(printed.headers.get('content-disposition')).toMatch(/^inline;/);
  });

  test('§1.16 §7.21 the act of an item is a PDF, and its path is not taken for a request’s id', async () => {
    const { admin } = await givenCompany(api);
    const { itemIds } = await givenIssuedOrder(api, admin);
    const act = await api.get(`/api/cardsRequest/downloadAct?item_id=${itemIds[0]}`, { token: admin.token });
    expect(act.status).toBe(200);
    expect(act.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    for (const query of ['', '?item_id=', '?item_id=abc', '?item_id=-1']) {
      const broken = await api.get(`/api/cardsRequest/downloadAct${query}`, { token: admin.token });
      expect(broken.status, query).toBe(400);
      expect(broken.body.error_messages?.item_id).toHaveLength(1);
    }
  });

  test('a rejected request has no bill to pay and no act of handed-over cards', async () => {
    const { admin } = await givenCompany(api);
    const { token } = await givenStaff(api);
    // Rejected alone, it would take the company out of the programme.
    const { id: approved } = await givenOrder(api, admin);
    await api.post(`/staff/api/requests/${approved}/approve`, { token });
    const { id, itemIds } = await givenOrder(api, admin);
    await api.post(`/staff/api/requests/${id}/reject`, { token, json: { reason: 'Неполные данные' } });
    const bill = await api.get(`/api/cardsRequest/${id}/bill`, { token: admin.token });
    expect(bill.body).toEqual({ code: 409, message: 'Заявка отклонена: платить по ней не нужно' });
    const refused = { code: 409, message: 'Заявка отклонена: карты по ней не передаются' };
    const act = `/api/cardsRequest/downloadAct?item_id=${itemIds[0]}`;
    expect((await api.get(act, { token: admin.token })).body).toEqual(refused);
    const multipart = new FormData();
    multipart.set('id', String(itemIds[0]));
    multipart.set('act', new Blob(['%PDF-1.7\nstartxref\n0\n%%EOF\n']), 'act.pdf');
    const saved = await api.post('/api/cardsRequest/saveAct', { token: admin.token, multipart });
    expect(saved.body).toEqual(refused);
  });

  test('§7.20 §7.21 a plain link opens a document with the session’s token in xAuthToken', async () => {
    const { admin } = await givenCompany(api);
    const { id, itemIds } = await givenIssuedOrder(api, admin);
    for (const path of [
      `/api/cardsRequest/${id}/bill?print=1&xAuthToken=${admin.token}`,
      `/api/cardsRequest/downloadAct?item_id=${itemIds[0]}&xAuthToken=${admin.token}`,
    ]) {
      expect((await api.get(path)).status).toBe(200);
    }
  });
});
