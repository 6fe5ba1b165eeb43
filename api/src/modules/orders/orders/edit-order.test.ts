import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { rows } from '../../../db/database.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import {
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { freshCode, givenOrder, itemFields } from '../../../testing/givens/given-order.ts';
import { approveOrder } from './approve-order.ts';
import { rejectOrder } from './reject-order.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});

afterAll(() => api.stop());

/** Edits as the wizard does. */
async function edit(
  person: GivenPerson,
  orderId: number | string,
  input: {
    items?: { partner: number; count: number }[];
    sms?: string;
    path?: string;
    key?: string;
    more?: Record<string, string>;
  } = {},
): Promise<ApiResponse> {
  const form = {
    _method: 'put',
    sms: input.sms ?? (await freshCode(api, person)),
    ...itemFields(input.items ?? [{ partner: PARTNER.gpn, count: 5 }]),
    ...input.more,
  };
  const key = input.key === undefined ? {} : { key: input.key };
  return api.post(`${input.path ?? '/api/cardsRequest'}/${orderId}`, { token: person.token, form, ...key });
}

describe('access to editing an order', () => {
  test('§6.7 a specialist edits nothing, and another company’s request does not exist', async () => {
    const company = await givenCompany(api);
    const { id } = await givenOrder(api, company.admin);
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    expect((await edit(specialist, id)).status).toBe(403);
    const outsider = (await givenCompany(api)).admin;
    const foreign = await edit(outsider, id);
    const missing = await edit(outsider, 999_999);
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(missing.body);
    expect((await edit(company.admin, 'abc')).status).toBe(400);
    const newcomer = await givenPerson(api);
    expect((await edit(newcomer, id)).status).toBe(403);
    expect((await api.post(`/api/cardsRequest/${id}`, { form: { _method: 'put' } })).status).toBe(401);
  });
});

test('§7.18 a post to a request without _method=put is refused', async () => {
  const { admin } = await givenCompany(api);
  const { id } = await givenOrder(api, admin);
  for (const more of [{ _method: 'delete' }, { _method: '' }]) {
    expect((await edit(admin, id, { more })).body.error_messages?._method).toHaveLength(1);
  }
  const form = { sms: '123456', ...itemFields([{ partner: 2, count: 1 }]) };
  expect((await api.post(`/api/accept/${id}`, { token: admin.token, form })).status).toBe(400);
});

test('another colleague’s edit leaves a trace of him, and of what was ordered before', async () => {
  const company = await givenCompany(api);
  const { id } = await givenOrder(api, company.admin, [{ partner: PARTNER.gpn, count: 2 }]);
  const manager = await givenPerson(api, { companyId: company.id, role: 'manager' });
  const more = { 'address[city]': 'Тверь', 'address[street]': 'Южная', 'address[house]': '7' };
  const sms = await freshCode(api, manager);
  for (const _ of [1, 2]) {
    const changed = await edit(manager, id, { items: [{ partner: 1, count: 9 }], sms, key: 'edit', more });
    expect(changed.status).toBe(200);
  }
  expect((await edit(manager, id, { sms: '000000' })).status).toBe(400);
  const lines = await rows(
    api.ctx.db.system,
    sql<{ user_id: number; details: Record<string, unknown> }>`
      select user_id, details from audit_event where what = 'order-edited' and company_id = ${company.id}`,
  );
  expect(lines).toEqual([
    {
      user_id: manager.id,
      details: {
        orderId: id,
        revision: 2,
        from: { cards: [{ partnerId: PARTNER.gpn, count: 2 }], address: expect.any(Object) },
        to: {
          cards: [{ partnerId: 1, count: 9 }],
          address: { city: 'Тверь', street: 'Южная', house: '7' },
        },
      },
    },
  ]);
});

test('§4.12 §7.18 items are replaced, address and recipient changed, and what is not sent stays', async () => {
  const { admin } = await givenCompany(api);
  const { id, itemIds } = await givenOrder(api, admin, [
    { partner: 2, count: 1 },
    { partner: 1, count: 1 },
  ]);
  const first = await edit(admin, id, {
    path: '/api/accept',
    items: [
      { partner: 2, count: 3 },
      { partner: 3, count: 4 },
      { partner: 1, count: 0 },
    ],
    more: {
      'address[city]': 'Тверь',
      'address[street]': 'Советская',
      'address[house]': '1',
      'recipient[firstname]': 'Пётр',
    },
  });
  expect(first.status).toBe(200);
  const { order } = first.body.data;
  expect(order.id).toBe(id);
  expect(order.items).toMatchObject([
    { id: itemIds[0], partner_id: 2, cards_cnt: 3 },
    { partner_id: 3, cards_cnt: 4 },
  ]);
  expect(order.items).toHaveLength(2);
  expect(order).toMatchObject({ sum: 7, can_edit: true, recipient: { firstname: 'Пётр', lastname: '' } });
  const second = await edit(admin, id);
  expect(second.body.data.order.address).toEqual({ city: 'Тверь', street: 'Советская', house: '1' });
  expect(second.body.data.order.recipient.firstname).toBe('Пётр');
});

test('an edit needs a code of its own, and a wrong one changes nothing', async () => {
  const { admin } = await givenCompany(api);
  const { id } = await givenOrder(api, admin);
  const code = await freshCode(api, admin);
  const wrong = await edit(admin, id, { sms: code === '111111' ? '222222' : '111111' });
  expect(wrong.body.error_messages?.sms).toHaveLength(1);
  const none = await edit(admin, id, { sms: code, items: [{ partner: 2, count: 0 }] });
  expect(none.body.error_messages?.item).toHaveLength(1);
  const read = await api.get(`/api/cardsRequest/${id}`, { token: admin.token });
  expect(read.body.data.items).toMatchObject([{ cards_cnt: 2 }]);
  expect((await edit(admin, id, { sms: code })).status).toBe(200);
  await api.get('/api/sms?purpose=order&sum=50', { token: admin.token });
  const ofFifty = api.lastCode(admin.phone);
  expect((await edit(admin, id, { sms: ofFifty })).body.error_messages?.sms).toHaveLength(1);
  const items = [{ partner: PARTNER.gpn, count: 50 }];
  const foreign = await edit(admin, id, { sms: ofFifty, items, more: { inn: '5047123455' } });
  expect(foreign.body.error_messages?.inn).toHaveLength(1);
  expect((await edit(admin, id, { sms: ofFifty, items })).status).toBe(200);
});

test('the same edit twice with one key is one edit; another body under the key is 409', async () => {
  const { admin } = await givenCompany(api);
  const { id } = await givenOrder(api, admin);
  const sms = await freshCode(api, admin);
  const answers = await Promise.all([edit(admin, id, { sms, key: 'e' }), edit(admin, id, { sms, key: 'e' })]);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
  expect((await edit(admin, id, { sms, key: 'e', items: [{ partner: 2, count: 9 }] })).status).toBe(409);
});

test('a request that was approved or rejected is not edited any more, and says so', async () => {
  const { admin } = await givenCompany(api);
  const approved = await givenOrder(api, admin);
  await approveOrder(api.ctx, approved.id);
  const rejected = await givenOrder(api, admin);
  await rejectOrder(api.ctx, {
    orderId: rejected.id,
    reason: 'Нет договора',
    by: { userId: (await givenStaff(api)).id, ip: '127.0.0.1' },
  });
  for (const { id } of [approved, rejected]) {
    const sms = await freshCode(api, admin);
    const answer = await edit(admin, id, { sms });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toBe('Заявка уже рассмотрена, изменить её нельзя');
    const read = await api.get(`/api/cardsRequest/${id}`, { token: admin.token });
    expect(read.body.data).toMatchObject({ can_edit: false, items: [{ cards_cnt: 2 }] });
  }
});

test('staff can’t approve an unread version that the company has changed meanwhile', async () => {
  const { admin } = await givenCompany(api);
  const { id } = await givenOrder(api, admin);
  const { token } = await givenStaff(api);
  const approve = (json: object | undefined) =>
    api.post(`/staff/api/requests/${id}/approve`, { token, ...(json ? { json } : {}) });
  const read = async () => {
    const { body } = await api.get('/staff/api/requests', { token });
    return body.data.find((item: { id: number }) => item.id === id);
  };
  const { revision } = await read();
  expect((await edit(admin, id)).status).toBe(200);
  const refused = await approve({ revision });
  expect(refused.status).toBe(409);
  expect(refused.body.message).toBe('Компания изменила заявку, пока вы её читали. Прочитайте её снова');
  expect((await read()).status.id).toBe(1);
  expect((await approve({ revision: 'x' })).status).toBe(400);
  const now = await read();
  expect(now.revision).toBe(revision + 1);
  const approved = await approve({ revision: now.revision });
  expect(approved.body.data).toMatchObject({ status: { id: 2 }, items: [{ cards_cnt: 5 }] });
  // An approved request can't be changed, whichever revision was read.
  expect((await approve({ revision })).status).toBe(200);
});

test('a client that knows no revision can still approve what was edited', async () => {
  const { admin } = await givenCompany(api);
  const { id } = await givenOrder(api, admin);
  expect((await edit(admin, id)).status).toBe(200);
  const { token } = await givenStaff(api);
  expect((await api.post(`/staff/api/requests/${id}/approve`, { token })).status).toBe(200);
});

test('an edit and an approval at once leave what was approved as it was approved', async () => {
  const { admin } = await givenCompany(api);
  for (let round = 0; round < 3; round++) {
    const { id } = await givenOrder(api, admin);
    const sms = await freshCode(api, admin);
    const [edited] = await Promise.all([edit(admin, id, { sms }), approveOrder(api.ctx, id)]);
    const read = await api.get(`/api/cardsRequest/${id}`, { token: admin.token });
    expect(read.body.data.status.id).toBe(2);
    expect(read.body.data.items[0].cards_cnt).toBe(edited.status === 200 ? 5 : 2);
  }
});
