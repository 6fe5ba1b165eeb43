import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARD_STATUS, PARTNER } from '#contract/ids.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import {
  givenPerson,
  givenSession,
  givenStaff,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import {
  bankFileDocument,
  givenBankFile,
  makeStatement,
  OWN_ACCOUNT,
} from '../../../testing/givens/given-bank-file.ts';
import { freeInn, freshCode, order } from '../../../testing/givens/given-order.ts';

let api: TestApi;
let first: GivenPerson;

beforeAll(async () => {
  api = await startApi();
  first = await givenStaff(api);
});
afterAll(() => api.stop());

const read = async () => (await api.get('/staff/api/start', { token: first.token })).body;

async function listUndone(): Promise<string[]> {
  const { data } = await read();
  return data
    .filter(({ required, done }: { required: boolean; done: boolean }) => required && !done)
    .map(({ key }: { key: string }) => key);
}

const CHANGES = [
  { part: 'name', name: 'Дорога' },
  {
    part: 'requisites',
    legal_name: 'ООО «Дорога»',
    inn: '7707083893',
    kpp: '770701001',
    ogrn: '1027700132195',
    address: '117312, г. Москва, ул. Вавилова, д. 19',
    phone: '8 800 100-20-30',
    director: 'Иванов И. П.',
  },
  {
    part: 'accounts',
    account: OWN_ACCOUNT,
    bik: '044525225',
    bank: 'ПАО Сбербанк',
    corr_account: '30101810400000000225',
  },
  { part: 'vat', scheme: 'usn-5', percent: 22 },
];

const CONTACTS = {
  phone: '8 495 100-20-30',
  email: 'desk@doroga.example',
  chat_url: 'https://chat.example/',
  hours: '8:00–20:00',
  address: '117312, г. Москва, ул. Вавилова, д. 19',
};

test('the guide is read by staff alone', async () => {
  const auditor = await givenPerson(api, { staffRole: 'auditor' });
  expect((await api.get('/staff/api/start', { token: auditor.token })).status).toBe(200);
  expect((await api.get('/staff/api/start', { token: (await givenPerson(api)).token })).status).toBe(404);
});

test('a new programme goes from its first owner to a client’s first litre by its calls', async () => {
  const { token } = first;
  expect(await listUndone()).toEqual([
    'second-owner',
    'name',
    'requisites',
    'accounts',
    'vat',
    'contacts',
    'terms',
    'card-price',
    'messages',
    'email',
  ]);
  expect((await read()).meta).toEqual({ clients: 0, owners: 1, owners_confirm_from: null });

  const invited = await api.post('/staff/api/members', {
    token,
    json: { phone: '79110000022', firstname: 'Инна', role: 'owner' },
  });
  expect(invited.status).toBe(200);
  const second = await givenSession(api, invited.body.data.id);
  expect((await read()).meta).toMatchObject({ owners: 2, owners_confirm_from: '2026-09-16T09:00:00.000Z' });

  const waiting: ApiResponse[] = [];
  for (const json of CHANGES) waiting.push(await api.put('/staff/api/programme', { token, json }));
  waiting.push(
    await api.post('/staff/api/terms', {
      token,
      json: { text: `Рамочное соглашение\n\n${'Пункт. '.repeat(100)}` },
    }),
  );
  const confirm = ({ body }: ApiResponse) =>
    api.post(`/staff/api/approvals/${body.data.approval.id}/confirm`, { token: second });
  expect(waiting.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
  expect((await confirm(waiting[0] as ApiResponse)).status).toBe(403);
  api.clock.advanceSeconds(86_400);
  expect((await read()).meta.owners_confirm_from).toBeNull();
  for (const proposal of waiting) expect((await confirm(proposal)).status).toBe(200);

  expect((await api.put('/staff/api/contacts', { token, json: CONTACTS })).status).toBe(200);
  for (const id of [1, 2, 3, 4])
    await api.put(`/staff/api/partners/${id}`, { token, json: { card_price: 0 } });
  expect(await listUndone()).toEqual(['messages', 'email']);

  const carrier = await givenPerson(api);
  const ordered = await order(api, carrier, {
    items: [{ partner: PARTNER.gpn, count: 1 }],
    more: { inn: freeInn() },
  });
  expect(ordered.status).toBe(200);
  expect((await read()).meta.clients).toBe(1);
  const approved = await api.post(`/staff/api/requests/${ordered.body.data.id}/approve`, { token });
  expect(approved.status).toBe(200);
  await readFirstLitre(carrier);
});

/** The carrier pays an invoice, sets his card up, moves money to it and buys a litre. */
async function readFirstLitre(carrier: GivenPerson): Promise<void> {
  const { token } = carrier;
  expect((await api.post('/api/termsOfService/accept', { token, json: {} })).status).toBe(200);
  await expect.poll(readCard).toBeDefined();
  const { id, card_number: number } = await readCard();
  await api.get('/api/client/bill?sum=1000', { token });
  const { data: invoices } = (await api.get('/api/invoices', { token })).body;
  const me = (await api.get('/api/users/profile', { token })).body.data;
  const purpose = `Оплата по счёту № ${invoices[0].number}`;
  const paid = bankFileDocument({ inn: me.company.inn, sum: '1000.00', purpose });
  expect((await givenBankFile(api, first, makeStatement(paid))).body.data.credited).toBe(1);
  expect((await api.post(`/api/card/${id}/setGoods`, { token, json: { cg_ids: [301] } })).status).toBe(200);
  await expect.poll(async () => (await readCard()).status.id).toBe(CARD_STATUS.active);
  const form = { sum: 500, mode: 1, sms: await freshCode(api, carrier) };
  expect((await api.post(`/api/card/${id}/transaction`, { token, form })).status).toBe(200);
  await expect.poll(async () => (await readCard()).card_sum).toBe(500);
  const sold = await api.ctx.simulated?.fuel({
    card_number: number,
    goods_id: 301,
    litres: 1,
    unit_price: 65.05,
    address: 'М-4, 102 км',
    external_id: 'first-litre',
  });
  expect(sold?.outcome).toBe('sold');
  await api.pollNetworks();
  expect((await readCard()).card_sum).toBe(434.95);

  async function readCard() {
    // The simulated network issues and confirms some seconds after it was asked.
    api.clock.advanceSeconds(5);
    await api.pollNetworks();
    return (await api.get('/api/card', { token })).body.data[0];
  }
}
