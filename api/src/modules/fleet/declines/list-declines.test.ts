import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { listNotices, sendDueNotices } from '../../../testing/notices.ts';
import { waitForAnnouncedEvents } from '../../../testing/wait-for-announced-events.ts';
import { watchSales } from '../rules/purchase/watch-sales.ts';

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
  card = await givenCard(api, company.id, { balanceKopecks: 1000_00 });
});
afterAll(() => api.stop());

function fuel(more: object) {
  const json = {
    card_number: card.number,
    goods_id: 301,
    litres: 10,
    unit_price: 70,
    address: 'М-4, 120 км',
    ...more,
  };
  return api.post('/dev/fuel', { json });
}

function list(query = '', token = company.admin.token) {
  return api.get(`/api/declines?${query}`, { token });
}

test('a refusal at the pump is notified, listed with what to do, and read by programs', async () => {
  expect((await fuel({ litres: 500 })).body.data).toMatchObject({
    sold: false,
    declined: { code: 'money', reason: 'Недостаточно средств на карте' },
  });
  const { body } = await list();
  expect(body.data).toMatchObject([
    {
      card_id: card.id,
      code: 'money',
      station: 'М-4, 120 км',
      goods: 'ДТ',
      litres: 500,
      sum: 35_000,
      advice: expect.stringContaining('Переведите'),
    },
  ]);
  expect(body.meta.pagination).toEqual({ total_pages: 1, current_page: 1, total: 1 });
  await waitForAnnouncedEvents(api);
  const events = await api.get('/api/v1/events?types=decline.created', { token: company.admin.token });
  expect(events.body.data).toMatchObject([
    { type: 'decline.created', data: { card_id: card.id, code: 'money' } },
  ]);
});

test('a notice of a decline shows both clocks where their days differ', async () => {
  const back = api.clock.now();
  const address = 'АЗС № 84, Хабаровский край, Хабаровск';
  const { token } = company.admin;
  const json = { kind: 'decline', channel: 'cabinet', wanted: true };
  expect((await api.post('/api/notices/choices', { token, json })).status).toBe(200);
  const texts = [];
  for (const at of ['2026-09-14T17:30:00Z', '2026-09-15T06:00:00Z']) {
    api.clock.setTo(at);
    expect((await fuel({ litres: 500, address })).body.data.sold).toBe(false);
    await sendDueNotices(api);
    const notices = await listNotices(api, company.admin);
    texts.push(notices.find(({ kind }) => kind === 'decline')?.text);
  }
  api.clock.setTo(back);
  const text = `${address}. Причина: Недостаточно средств на карте`;
  expect(texts).toEqual([`${text}. На АЗС было 15.09, 03:30 (14.09, 20:30 по Москве)`, text]);
  expect((await list('to=2026-09-14')).body.data).toMatchObject([{ time_zone: 'Asia/Vladivostok' }]);
});

test('another company sees none of them, and a card filter shows one card’s', async () => {
  const other = await givenCard(api, company.id);
  await fuel({ card_number: other.number });
  const theirs = await givenCompany(api);
  expect((await list('', theirs.admin.token)).body.data).toEqual([]);
  expect((await list(`card_id=${other.id}`)).body.data).toMatchObject([{ card_id: other.id }]);
  expect((await list('page=999999999999999')).status).toBe(200);
});

test('a purchase that is sold leaves no refusal', async () => {
  const before = (await list()).body.meta.pagination.total;
  expect((await fuel({ litres: 1 })).body.data).not.toHaveProperty('declined');
  expect((await list()).body.meta.pagination.total).toBe(before);
});

test('a refusal by a rule says what was proposed after it and what came of it', async () => {
  const { token } = company.admin;
  const ruled = await givenCard(api, company.id, { balanceKopecks: 10_000_00 });
  await api.put(`/api/card/${ruled.id}/rules`, {
    token,
    json: { rules: [{ kind: 'litres_filling', value: 20 }] },
  });
  const sale = { card_number: ruled.number, litres: 30 };
  const readException = async () => (await list(`card_id=${ruled.id}`)).body.data[0].exception;

  expect((await fuel(sale)).body.data.declined.code).toBe('rule');
  const proposed = await readException();
  expect(proposed).toEqual({ id: expect.any(Number), state: 'proposed', until: null });
  expect((await api.post(`/api/exceptions/${proposed.id}/approve`, { token, json: {} })).status).toBe(200);
  expect(await readException()).toEqual({ id: proposed.id, state: 'approved', until: expect.any(String) });
  expect((await fuel(sale)).body.data.sold).toBe(true);
  await watchSales(api.ctx);
  expect(await readException()).toMatchObject({ id: proposed.id, state: 'used' });
});
