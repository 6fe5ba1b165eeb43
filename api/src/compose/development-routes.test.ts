import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiResponse, type TestApi } from '../testing/api.ts';
import { givenCard, givenCompany, type GivenCard, type GivenCompany } from '../testing/givens/factories.ts';

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
  card = await givenCard(api, company.id, { balanceKopecks: 10_000_00 });
});
afterAll(() => api.stop());

function fuel(more: object = {}): Promise<ApiResponse> {
  const json = {
    card_number: card.number,
    goods_id: 301,
    litres: 10.5,
    unit_price: '70,20',
    address: 'М-4, 120 км',
    ...more,
  };
  return api.post('/dev/fuel', { json });
}

async function cardSum(): Promise<number> {
  return (await api.get(`/api/card/${card.id}`, { token: company.admin.token })).body.data.card_sum;
}

describe('the development phone', () => {
  it('the development phone shows unsent messages, newest first, of one phone or all', async () => {
    for (const phone of ['79440000001', '79440000002']) {
      await api.post('/api/send-to-driver', { json: { route: 'auth/register', phone, recaptchaToken: 'x' } });
    }
    const all = (await api.get('/dev/sms')).body.data;
    expect(all.map((message: { phone: string }) => message.phone)).toEqual(['79440000002', '79440000001']);
    const one = (await api.get('/dev/sms?phone=%2B7%20(944)%20000-00-01')).body.data;
    expect(one).toEqual([
      {
        id: expect.any(Number),
        phone: '79440000001',
        text: expect.stringContaining('вход в кабинет'),
        code: api.lastCode('79440000001'),
        sent_at: api.clock.now().toISOString(),
      },
    ]);
  });

  it('the development phone does not exist where a real provider sends', async () => {
    const strict = await startApi({ jobs: false, databaseUrl: api.databaseUrl, overrides: { outbox: null } });
    try {
      expect((await strict.get('/dev/sms')).status).toBe(404);
      expect((await strict.post('/dev/fuel', { json: {} })).status).toBe(404);
      expect((await strict.post('/dev/clock', { json: { seconds: 1 } })).status).toBe(404);
      expect((await strict.post('/dev/failures', { json: { call: 'listPartners' } })).status).toBe(404);
      expect((await strict.get('/api/operator')).body.data.devPhone).toBe(false);
    } finally {
      await strict.stop();
    }
  });
});

describe('a driver at the simulated pump', () => {
  it('a simulated purchase is booked before its response, once if repeated', async () => {
    const before = await cardSum();
    const first = await fuel({ external_id: 'sale-1' });
    expect(first.body.data).toEqual({ external_id: 'sale-1', sold: true, sum: 737.1, reason: null });
    expect(await cardSum()).toBeCloseTo(before - 737.1, 2);
    expect((await fuel({ external_id: 'sale-1' })).body).toEqual(first.body);
    expect(await cardSum()).toBeCloseTo(before - 737.1, 2);
  });

  it('a simulated purchase with an unknown card or no money is refused with a reason', async () => {
    const before = await cardSum();
    for (const more of [{ card_number: '0000' }, { litres: 9_999 }, { goods_id: 999 }]) {
      expect((await fuel(more)).body.data).toMatchObject({
        sold: false,
        sum: 0,
        reason: expect.stringMatching(/[а-я]/),
      });
    }
    expect(await cardSum()).toBe(before);
  });

  it.each([
    [0, 'Литров должно быть больше нуля'],
    ['-1', 'Литры указываются цифрами, например 1 500,50'],
  ])('a simulated purchase of %s litres is refused with a message about litres', async (litres, message) => {
    expect((await fuel({ litres })).body.error_messages).toEqual({ litres: [message] });
  });

  it('the simulated pump sells each time a form leaves the sale’s number empty', async () => {
    const form = {
      card_number: card.number,
      goods_id: 301,
      litres: 1,
      unit_price: 70,
      address: 'М-4',
      external_id: '',
    };
    const [one, other] = [await api.post('/dev/fuel', { form }), await api.post('/dev/fuel', { form })];
    expect(one.body.data).toMatchObject({ sold: true, external_id: expect.stringMatching(/./) });
    expect(other.body.data.external_id).not.toBe(one.body.data.external_id);
  });

  it('the simulated pump reads a card and a sale whose numbers JSON writes as numbers', async () => {
    const input = { card_number: Number(card.number), external_id: 170_001 };
    const first = await fuel(input);
    expect(first.body.data).toMatchObject({ external_id: '170001', sold: true });
    expect((await fuel({ external_id: '170001' })).body).toEqual(first.body);
  });

  it.each(['0000-06-01T00:00:00Z', '9999-12-31T23:59:59-12:00'])(
    'at %s, which the database can’t write, gets 400',
    async (at) => {
      expect((await fuel({ at })).body.error_messages).toEqual({ at: ['Год от 1900 до 9999'] });
    },
  );

  it('at an hour without seconds, as ISO 8601 allows it, is at that hour', async () => {
    const litres = 1.23;
    expect((await fuel({ litres, at: '2026-09-15T10:00+03:00' })).body.data).toMatchObject({ sold: true });
    const listed = await api.get('/api/operations', { token: company.admin.token });
    expect(listed.body.data).toContainEqual(
      expect.objectContaining({
        purchase: expect.objectContaining({ unit_cnt: litres, created_at: '2026-09-15T07:00:00.000Z' }),
      }),
    );
  });

  it('the simulated pump says what it takes: wrong fields get 400', async () => {
    const reply = await fuel({ litres: -1, at: 'вчера', goods_id: 'ДТ' });
    expect(Object.keys(reply.body.error_messages ?? {}).sort()).toEqual(['at', 'goods_id', 'litres']);
    expect(reply.body.error_messages?.at?.[0]).toContain('время с часовым поясом');
  });
});

describe('the clock of a development machine', () => {
  it('the development clock moves portal and networks, up to a month, never back', async () => {
    const before = api.clock.now().getTime();
    const moved = await api.post('/dev/clock', { json: { seconds: 3600 } });
    expect(moved.body.data).toEqual({ now: new Date(before + 3_600_000).toISOString() });
    expect(api.clock.now().getTime()).toBe(before + 3_600_000);
    for (const seconds of [0, -1, 31 * 86_400 + 1, 'завтра'])
      expect((await api.post('/dev/clock', { json: { seconds } })).body.error_messages).toHaveProperty(
        'seconds',
      );
    expect(api.clock.now().getTime()).toBe(before + 3_600_000);
  });
});

describe('a staged failure', () => {
  it('§7.3 §8.1 §8.3 simulated faults answer through the server’s own endpoint as often as set', async () => {
    const json = { call: 'listPartners', times: 2 };
    expect((await api.post('/dev/failures', { json })).body.data).toEqual(json);
    for (const _ of [1, 2]) {
      const failed = await api.get('/api/partner');
      expect(failed.status).toBe(500);
      expect(failed.body).toMatchObject({ code: 500, message: expect.stringContaining('Ошибка сервера') });
    }
    expect((await api.get('/api/partner')).body.code).toBe(200);
  });

  it('§8.2 a staged failure has the given message and fields, and can be cancelled', async () => {
    const error_messages = { inn: ['Реестр молчит', 'Совсем'] };
    await api.post('/dev/failures', { json: { call: 'listPartners', times: 5, code: 400, error_messages } });
    const refused = await api.get('/api/partner');
    expect(refused.body).toEqual({ code: 400, message: 'Реестр молчит', error_messages });
    await api.post('/dev/failures', { json: { call: 'listPartners', times: 0 } });
    expect((await api.get('/api/partner')).status).toBe(200);
  });

  it('a staged failure of a call that does not exist is refused', async () => {
    const refused = await api.post('/dev/failures', { json: { call: 'fly' } });
    expect(refused.body.error_messages?.call).toEqual(['Такого вызова нет']);
    expect((await api.post('/dev/failures', { json: { call: 'listPartners', code: 200 } })).status).toBe(400);
  });
});
