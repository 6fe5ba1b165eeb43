import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PARTNER, REQUEST_STATUS_TITLE } from '#contract/ids.ts';
import { INN_MESSAGES } from '#contract/values/inn.ts';
import { SMS_MESSAGES } from '#contract/identity/sms-code.ts';
import { getOnlyRow, rows } from '../../../db/database.ts';
import { ORDER_LINES_MAX } from '#contract/limits.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCode,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { freeInn, freshCode, itemFields, order } from '../../../testing/givens/given-order.ts';
import { waitUntilWaiting } from '../../../testing/wait-until-waiting.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});

afterAll(() => api.stop());

async function countOrders(person: GivenPerson): Promise<number> {
  const found = await getOnlyRow(
    api.ctx.db.system,
    sql<{ count: number }>`select count(*) as count from card_request where author_id = ${person.id}`,
  );
  return found.count;
}

async function readPlace(person: GivenPerson): Promise<{ company_id: number | null; role: string }> {
  return getOnlyRow(
    api.ctx.db.system,
    sql<{
      company_id: number | null;
      role: string;
    }>`select company_id, role from app_user where id = ${person.id}`,
  );
}

describe('access to ordering cards', () => {
  test('an order needs a session', async () => {
    const answer = await api.post('/api/cardsRequest', {
      form: { sms: '000000', ...itemFields([{ partner: 1, count: 1 }]) },
    });
    expect(answer.status).toBe(401);
  });

  test('§6.3 §6.7 a specialist and a colleague without a role order nothing for the company', async () => {
    const company = await givenCompany(api, { inn: freeInn() });
    const more = { inn: company.inn };
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    expect((await order(api, specialist, { more })).status).toBe(403);
    const dismissed = await givenPerson(api, { companyId: company.id, role: 'none' });
    for (const inn of [more, {}]) expect((await order(api, dismissed, { more: inn })).status).toBe(403);
    for (const person of [specialist, dismissed]) expect(await countOrders(person)).toBe(0);
  });

  test('§6.3 §6.7 a specialist reads that he may not order, not what is wrong with his form', async () => {
    const company = await givenCompany(api);
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    const answer = await api.post('/api/accept', { token: specialist.token, json: { item: 'x' } });
    expect(answer.body).toEqual({ code: 403, message: 'Недостаточно прав' });
  });

  test('§6.11 a manager orders, and needs no accepted agreement for it', async () => {
    const company = await givenCompany(api, { termsAccepted: false });
    const manager = await givenPerson(api, { companyId: company.id, role: 'manager' });
    expect((await order(api, manager)).status).toBe(200);
  });
});

describe('a colleague orders', () => {
  test('§3.7 §4.11 §7.15 the form of the wizard becomes a request with its status, address and recipient', async () => {
    const company = await givenCompany(api);
    const answer = await order(api, company.admin, {
      items: [
        { partner: PARTNER.gpn, count: 3 },
        { partner: PARTNER.rn, count: 0 },
        { partner: PARTNER.third, count: 2 },
      ],
      more: { add_sum: '1 500,50' },
    });
    expect(answer.status).toBe(200);
    const { data } = answer.body;
    expect(data.order.id).toBe(data.id);
    expect(data.created_at).toBe(data.order.created_at);
    expect(data.order).toMatchObject({
      status: { id: 1, title: REQUEST_STATUS_TITLE[1] },
      address: { city: 'Химки', street: 'Ленинградская', house: '15' },
      recipient: { firstname: 'Анна', lastname: 'Дорожкина' },
      partner_title: 'Газпромнефть, Татнефть',
      card_price: 1,
      sum: 5,
      can_edit: true,
      reject_reason: null,
    });
    expect(data.order.items).toMatchObject([
      { partner_id: PARTNER.gpn, cards_cnt: 3, card_price: 1, has_act: false, issued: false },
      { partner_id: PARTNER.third, cards_cnt: 2 },
    ]);
  });

  test('§7.15 §7.17 a form whose first place is empty, as the wizard sends it, orders the others', async () => {
    const { admin } = await givenCompany(api);
    for (const path of ['/api/accept', '/api/cardsRequest']) {
      const form = {
        sms: await freshCode(api, admin),
        add_sum: '0',
        'item[1][cards_cnt]': '2',
        'item[1][partner_id]': '1',
        'item[2][cards_cnt]': '4',
        'item[2][partner_id]': '3',
      };
      const made = await api.post(path, { token: admin.token, form });
      expect(made.body.data.order.items).toMatchObject([
        { partner_id: 1, cards_cnt: 2 },
        { partner_id: 3, cards_cnt: 4 },
      ]);
    }
  });

  test('§7.14 both paths are one call, in a form, in JSON and in multipart', async () => {
    const { admin } = await givenCompany(api);
    expect((await order(api, admin, { path: '/api/accept' })).status).toBe(200);
    const json = {
      sms: await freshCode(api, admin),
      item: [{ cards_cnt: 1, partner_id: 2 }],
      address: { city: 'Тверь', street: 'Советская', house: '3' },
      recipient: { firstname: 'Пётр', lastname: 'Лесной' },
    };
    const inJson = await api.post('/api/cardsRequest', { token: admin.token, json });
    expect(inJson.body.data.order).toMatchObject({ address: json.address, recipient: json.recipient });
    const multipart = new FormData();
    const fields = { sms: await freshCode(api, admin), ...itemFields([{ partner: 2, count: 4 }]) };
    for (const [name, value] of Object.entries(fields)) multipart.set(name, value);
    const inMultipart = await api.post('/api/accept', { token: admin.token, multipart });
    expect(inMultipart.body.data.order.items).toMatchObject([{ cards_cnt: 4 }]);
  });

  test('§7.15 calls 1: the form’s fields are read in JSON under the names of the form', async () => {
    const { admin } = await givenCompany(api);
    const input = {
      ...itemFields([
        { partner: 2, count: 3 },
        { partner: 1, count: 0 },
      ]),
      'item[2][cards_cnt]': 2,
      'item[2][partner_id]': 3,
      'address[city]': 'Тверь',
      'address[street]': 'Советская',
      'address[house]': 3,
      'item[__proto__][cards_cnt]': 1,
    };
    const json = { sms: await freshCode(api, admin), ...input };
    const { status, body } = await api.post('/api/accept', { token: admin.token, json });
    expect(status).toBe(200);
    expect(body.data.order.address).toEqual({ city: 'Тверь', street: 'Советская', house: '3' });
    expect(body.data.order.items).toMatchObject([
      { partner_id: 2, cards_cnt: 3 },
      { partner_id: 3, cards_cnt: 2 },
    ]);
  });

  test('§7.15 a form that carries its optional fields empty is the form without them', async () => {
    const { admin } = await givenCompany(api);
    const member = await order(api, admin, { more: { add_sum: '', inn: '' } });
    expect(member.status).toBe(200);
    const newcomer = await givenPerson(api);
    const without = await order(api, newcomer, { more: { add_sum: ' ', inn: '' } });
    expect(without.body.error_messages).toEqual({ inn: [expect.stringMatching(/[а-я]/)] });
  });

  test('calls 3: a form without address and recipient goes to the company and its author', async () => {
    const { admin } = await givenCompany(api);
    const blank = {
      'address[city]': '',
      'address[street]': ' ',
      'address[house]': '',
      'recipient[firstname]': '',
      'recipient[lastname]': '',
    };
    const { status, body } = await order(api, admin, { more: blank });
    expect(status).toBe(200);
    expect(body.data.order).toMatchObject({
      address: { city: 'Химки', street: 'Ленинградская', house: '15' },
      recipient: { firstname: 'Анна', lastname: 'Дорожкина' },
    });
    const half = await order(api, admin, { more: { ...blank, 'address[city]': 'Тверь' } });
    expect(Object.keys(half.body.error_messages ?? {})).toEqual(['address.street', 'address.house']);
  });

  test('a network named twice is ordered once, with the sum of both counts', async () => {
    const { admin } = await givenCompany(api);
    const twice = {
      items: [
        { partner: 2, count: 2 },
        { partner: 2, count: 5 },
      ],
    };
    expect((await order(api, admin, twice)).body.data.order.items).toMatchObject([
      { partner_id: 2, cards_cnt: 7 },
    ]);
    const tooMany = await order(api, admin, {
      items: [
        { partner: 2, count: 60 },
        { partner: 2, count: 60 },
      ],
    });
    expect(tooMany.status).toBe(400);
  });

  test('§7.16 a colleague sends his own INN, or a new one for a further company', async () => {
    const [company, client] = [
      await givenCompany(api, { inn: freeInn() }),
      await givenCompany(api, { inn: freeInn() }),
    ];
    expect((await order(api, company.admin, { more: { inn: company.inn } })).status).toBe(200);
    const foreign = await order(api, company.admin, { more: { inn: client.inn } });
    expect(foreign.status).toBe(400);
    expect(foreign.body.error_messages?.inn?.[0]).toContain('уже подключена');
    const inn = freeInn();
    expect((await order(api, company.admin, { more: { inn } })).status).toBe(200);
    const { body } = await api.get('/api/companies', { token: company.admin.token });
    expect(body.data).toMatchObject([
      { id: company.id, role_id: 8, current: true },
      { inn, role_id: 8, current: false },
    ]);
  });
});

describe('input checks of ordering cards', () => {
  test('§5.13 §5.14 no card, a broken count and more than 100 are refused on the item', async () => {
    const { admin } = await givenCompany(api);
    for (const count of [0, 101, -1, '1.5', 'много', 1e21]) {
      const answer = await order(api, admin, { items: [{ partner: 2, count }] });
      expect(answer.status, String(count)).toBe(400);
      expect(Object.keys(answer.body.error_messages ?? {})[0]).toMatch(/^item/);
    }
    const none = await order(api, admin, { items: [{ partner: 2, count: 0 }] });
    expect(none.body.error_messages?.item?.[0]).toBe('Укажите количество карт');
    const hundred = await order(api, admin, { items: [{ partner: 2, count: 100 }] });
    expect(hundred.status).toBe(200);
  });

  test('§5.13 a client that sends a line for each card must send a count from the 21st on', async () => {
    const { admin } = await givenCompany(api);
    const lines = (count: number) => Array.from({ length: count }, () => ({ partner: 2, count: 1 }));
    const ordered = await order(api, admin, { items: lines(25) });
    expect(ordered.body.error_messages).toBeUndefined();
    expect(ordered.body.data.order.items).toMatchObject([{ partner_id: 2, cards_cnt: 25 }]);
    const tooMany = await order(api, admin, { items: lines(101) });
    expect(tooMany.body.error_messages?.item?.[0]).toContain('не больше 100 в одной заявке');
    const json = {
      sms: '123456',
      item: Array.from({ length: ORDER_LINES_MAX + 1 }, () => ({ cards_cnt: 0, partner_id: 2 })),
    };
    const endless = await api.post('/api/cardsRequest', { token: admin.token, json });
    expect(endless.body.error_messages?.item).toEqual([`Не больше ${ORDER_LINES_MAX} строк в одной заявке`]);
  });

  test('an unknown or unconnected network is refused, unless none of its cards is meant', async () => {
    const { admin } = await givenCompany(api);
    const staff = await givenStaff(api);
    await api.put('/staff/api/partners/4', { token: staff.token, json: { active: false } });
    for (const partner of [4, 77, Number.MAX_SAFE_INTEGER]) {
      const answer = await order(api, admin, { items: [{ partner, count: 1 }] });
      expect(answer.status).toBe(400);
      expect(answer.body.error_messages?.item).toHaveLength(1);
    }
    const untouched = [
      { partner: 2, count: 1 },
      { partner: 4, count: 0 },
    ];
    expect((await order(api, admin, { items: untouched })).status).toBe(200);
    await api.put('/staff/api/partners/4', { token: staff.token, json: { active: true } });
  });

  test('calls 3: an address or a recipient in one line is refused with its fields', async () => {
    const { admin } = await givenCompany(api);
    const form = { sms: '123456', 'item[0][cards_cnt]': '1', 'item[0][partner_id]': '2' };
    const answer = await api.post('/api/cardsRequest', {
      token: admin.token,
      form: { ...form, address: 'г. Тула, ул. Мира, 7', recipient: 'Яна Ким' },
    });
    expect(answer.body.error_messages).toEqual({
      address: ['Укажите город, улицу и дом отдельно: поля city, street и house'],
      recipient: ['Укажите имя и фамилию отдельно: поля firstname и lastname'],
    });
    const numbers = await api.post('/api/cardsRequest', {
      token: admin.token,
      json: { sms: '123456', item: [3, 5] },
    });
    expect(numbers.body.error_messages).toEqual({
      'item.0': ['Укажите количество карт'],
      'item.1': ['Укажите количество карт'],
    });
  });

  test('§5.38 bodies that make no sense get 400, never 500', async () => {
    const { admin } = await givenCompany(api);
    const { token } = admin;
    const bodies = [
      { json: {} },
      { json: { sms: '123456', item: 'карты' } },
      { json: { sms: '123456', item: [null] } },
      { json: { sms: '123456', item: [{ partner_id: 2 }] } },
      { json: { sms: { $ne: 1 }, item: [{ cards_cnt: 1, partner_id: 2 }] } },
      { json: { sms: '123456', item: [{ cards_cnt: 1, partner_id: 2 }], address: 'Москва' } },
      { json: { sms: '123456', item: [{ cards_cnt: 1, partner_id: 2 }], recipient: { firstname: ' ' } } },
      {
        json: { sms: '123456', item: [{ cards_cnt: 1, partner_id: 2 }], recipient: { firstname: 'А\u0000' } },
      },
      {
        json: {
          sms: '123456',
          item: Array.from({ length: ORDER_LINES_MAX + 1 }, () => ({ cards_cnt: 0, partner_id: 2 })),
        },
      },
      { form: { sms: '123456', 'item[0][cards_cnt': '1' } },
      { raw: { type: 'application/json', body: '{' } },
      { raw: { type: 'application/json', body: '[1]' } },
      { raw: { type: 'multipart/form-data', body: 'x' } },
    ];
    for (const body of bodies) {
      const answer = await api.post('/api/cardsRequest', { token, ...body });
      expect(answer.status, JSON.stringify(body)).toBe(400);
    }
  });
});

describe('the code from the SMS', () => {
  test('§7.19 a wrong code is named first under sms, and nothing is ordered', async () => {
    const { admin } = await givenCompany(api);
    const code = await freshCode(api, admin);
    const answer = await order(api, admin, { sms: code === '111111' ? '222222' : '111111' });
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages?.sms?.[0]).toBe(SMS_MESSAGES.wrong);
    expect(await countOrders(admin)).toBe(0);
  });

  test('a code orders once', async () => {
    const { admin } = await givenCompany(api);
    const sms = await freshCode(api, admin);
    expect((await order(api, admin, { sms })).status).toBe(200);
    const again = await order(api, admin, { sms });
    expect(again.status).toBe(400);
    expect(again.body.error_messages?.sms).toEqual([SMS_MESSAGES.used]);
    expect(await countOrders(admin)).toBe(1);
    const next = await freshCode(api, admin);
    const runConcurrently = await Promise.all([1, 2, 3, 4, 5].map(() => order(api, admin, { sms: next })));
    expect(runConcurrently.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(await countOrders(admin)).toBe(2);
  });

  test('an order that is refused for another reason leaves the code good', async () => {
    const { admin } = await givenCompany(api);
    const sms = await freshCode(api, admin);
    expect((await order(api, admin, { sms, items: [{ partner: 77, count: 1 }] })).status).toBe(400);
    expect((await order(api, admin, { sms, more: { inn: (await givenCompany(api)).inn } })).status).toBe(400);
    expect((await order(api, admin, { sms })).status).toBe(200);
  });

  test('a code that was sent for a transfer, or for another sum, orders nothing', async () => {
    const { admin } = await givenCompany(api);
    const transferCode = await givenCode(api, admin, 'transfer');
    expect((await order(api, admin, { sms: transferCode })).body.error_messages?.sms).toHaveLength(1);
    await api.get('/api/sms?purpose=order&sum=50', { token: admin.token });
    const ofFifty = api.lastCode(admin.phone);
    expect((await order(api, admin, { sms: ofFifty })).status).toBe(400);
    expect((await order(api, admin, { sms: ofFifty, items: [{ partner: 2, count: 50 }] })).status).toBe(200);
  });
});

test('§5.13 cards that cost a million together are confirmed by a code that names their sum', async () => {
  const staff = await givenStaff(api);
  const price = (partner: number, rubles: number) =>
    api.put(`/staff/api/partners/${partner}`, { token: staff.token, json: { card_price: rubles } });
  const networks = [PARTNER.rn, PARTNER.gpn];
  for (const partner of networks) await price(partner, 7_500);
  const { admin } = await givenCompany(api);
  api.clock.advanceSeconds(46);
  const requested = await api.get('/api/sms?purpose=order&sum=1500000', { token: admin.token });
  expect(requested.status).toBe(200);
  const sms = api.lastCode(admin.phone);
  const items = networks.map((partner) => ({ partner, count: 100 }));
  expect((await order(api, admin, { sms, items })).body).toMatchObject({
    code: 200,
    data: { order: { sum: 1_500_000 } },
  });
  for (const partner of networks) await price(partner, 1);
});

describe('a repeated order request', () => {
  test('the same key and body is one order and the first answer', async () => {
    const { admin } = await givenCompany(api);
    const sms = await freshCode(api, admin);
    const first = await order(api, admin, { sms, key: 'order-1' });
    const second = await order(api, admin, { sms, key: 'order-1' });
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await countOrders(admin)).toBe(1);
  });

  test('the same key at once, five times, is one order and five equal answers', async () => {
    const { admin } = await givenCompany(api);
    const sms = await freshCode(api, admin);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => order(api, admin, { sms, key: 'at-once' })),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1);
    expect(await countOrders(admin)).toBe(1);
  });

  test('the same key with another body is 409', async () => {
    const { admin } = await givenCompany(api);
    const sms = await freshCode(api, admin);
    await order(api, admin, { sms, key: 'order-2' });
    const other = await order(api, admin, { sms, key: 'order-2', items: [{ partner: 1, count: 9 }] });
    expect(other.status).toBe(409);
    expect(await countOrders(admin)).toBe(1);
  });

  test('a newcomer whose first response was lost gets it again, though he has a company', async () => {
    const person = await givenPerson(api);
    const input = { sms: await freshCode(api, person), more: { inn: freeInn() }, key: 'first' };
    const first = await order(api, person, input);
    await sql`update idempotent_request set answer = null where user_id = ${person.id}`.execute(
      api.ctx.db.system,
    );
    const again = await order(api, person, input);
    expect(again.body.data).toEqual(first.body.data);
    expect(await countOrders(person)).toBe(1);
  });
});

describe('a newcomer orders', () => {
  test('the first order makes the company a client with accounts, its author the admin', async () => {
    const person = await givenPerson(api);
    const inn = freeInn();
    const answer = await order(api, person, { more: { inn } });
    expect(answer.status).toBe(200);
    const { company_id: companyId, role } = await readPlace(person);
    expect(role).toBe('admin');
    const company = await getOnlyRow(
      api.ctx.db.system,
      sql<{ inn: string; city: string; client_since: Date | null; accounts: number }>`
        select inn, city, client_since, (select count(*) from ledger_account where company_id = company.id) as accounts
        from company where id = ${companyId}`,
    );
    expect(company).toMatchObject({ inn, accounts: 15 });
    expect(company.client_since).not.toBeNull();
    const registered = await api.ctx.registry.find(inn);
    expect(answer.body.data.order.address).toEqual(registered?.address);
    const list = await api.get('/api/cardsRequest', { token: person.token });
    expect(list.body.data).toEqual([answer.body.data.order]);
    const joined = await rows(
      api.ctx.db.system,
      sql`select user_id from audit_event where what = 'programme-joined' and company_id = ${companyId}`,
    );
    expect(joined).toEqual([{ user_id: person.id }]);
  });

  test('§7.16 a newcomer without a company has to name one', async () => {
    const person = await givenPerson(api);
    const answer = await order(api, person);
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages?.inn?.[0]).toBe('Необходимо заполнить это поле');
  });

  test('an INN that is wrong, unknown or of a company that has ended joins nothing', async () => {
    const person = await givenPerson(api);
    for (const [inn, sentence] of [
      ['5047123456', INN_MESSAGES.control],
      ['504712345', INN_MESSAGES.length],
      ['7707083893', INN_MESSAGES.unknown],
      ['5257031602', 'Компания с этим ИНН ликвидирована'],
    ] as const) {
      const answer = await order(api, person, { more: { inn } });
      expect(answer.status, inn).toBe(400);
      expect(answer.body.error_messages?.inn?.[0]).toBe(sentence);
    }
    expect(await readPlace(person)).toEqual({ company_id: null, role: 'none' });
  });

  test('knowing a client company’s INN does not join it', async () => {
    const founder = await givenPerson(api);
    const inn = freeInn();
    await order(api, founder, { more: { inn } });
    const outsider = await givenPerson(api);
    const sms = await freshCode(api, outsider);
    const answer = await order(api, outsider, { sms, more: { inn } });
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages?.inn?.[0]).toContain('администратор компании');
    expect(await readPlace(outsider)).toEqual({ company_id: null, role: 'none' });
    expect(await countOrders(outsider)).toBe(0);
    // The code is still good for a company of his own.
    expect((await order(api, outsider, { sms, more: { inn: freeInn() } })).status).toBe(200);
  });

  test('a dismissed colleague stays bound to his old company and can’t order for another', async () => {
    const previousCompany = await givenCompany(api);
    const person = await givenPerson(api, { companyId: previousCompany.id, role: 'none' });
    const inn = freeInn();
    const sms = await givenCode(api, person, 'order');
    expect((await order(api, person, { sms, more: { inn } })).status).toBe(200);
    expect(await readPlace(person)).toMatchObject({ role: 'admin' });
    const { body } = await api.get('/api/users/profile', { token: person.token });
    expect(body.data.company.inn).toBe(inn);
    const requests = await api.get('/api/cardsRequest', { token: previousCompany.admin.token });
    expect(requests.body.data).toEqual([]);
  });

  test('of two users at once with one INN one becomes admin, and one company exists', async () => {
    for (let round = 0; round < 3; round++) {
      const inn = freeInn();
      const people = [await givenPerson(api), await givenPerson(api)];
      const codes = [await freshCode(api, people[0]!), await freshCode(api, people[1]!)];
      const answers = await Promise.all(
        people.map((person, index) => order(api, person, { sms: codes[index]!, more: { inn } })),
      );
      expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 400]);
      expect(answers.find((answer) => answer.status === 400)?.body.error_messages?.inn).toHaveLength(1);
      const roles = (await Promise.all(people.map(readPlace))).map((place) => place.role);
      expect(roles.toSorted()).toEqual(['admin', 'none']);
      const companies = await rows(
        api.ctx.db.system,
        sql<{ id: number }>`select id from company where inn = ${inn}`,
      );
      expect(companies).toHaveLength(1);
    }
  });

  test('a newcomer whom the company accepts as a specialist while ordering orders for it', async () => {
    const inn = freeInn();
    await order(api, await givenPerson(api), { more: { inn } });
    const person = await givenPerson(api);
    const sms = await freshCode(api, person);
    const ordering = await api.ctx.db.inSystem(async (tx) => {
      await sql`
        update app_user set company_id = (select id from company where inn = ${inn}), role = 'specialist'
        where id = ${person.id}`.execute(tx);
      const requested = order(api, person, { sms, more: { inn } });
      await waitUntilWaiting(api);
      return { asked: requested };
    });
    expect((await ordering.asked).status).toBe(403);
    expect(await countOrders(person)).toBe(0);
  });

  test('one newcomer at once with two INNs joins both companies, each by an order', async () => {
    const person = await givenPerson(api);
    const first = await freshCode(api, person);
    await api.get('/api/sms?purpose=order', { token: person.token });
    const second = api.lastCode(person.phone);
    const answers = await Promise.all([
      order(api, person, { sms: first, more: { inn: freeInn() } }),
      order(api, person, { sms: second, more: { inn: freeInn() } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await countOrders(person)).toBe(2);
    const { body } = await api.get('/api/companies', { token: person.token });
    expect(body.data).toHaveLength(2);
  });

  test('a known company outside the programme joins with its colleague’s first order', async () => {
    const inn = freeInn();
    const company = await getOnlyRow(
      api.ctx.db.system,
      sql<{ id: number }>`
        insert into company (inn, title, legal_form, created_at) values (${inn}, 'ООО', 'ООО', now()) returning id`,
    );
    const person = await givenPerson(api, { companyId: company.id, role: 'none' });
    expect((await order(api, person)).status).toBe(200);
    expect(await readPlace(person)).toEqual({ company_id: company.id, role: 'admin' });
  });

  test('a registry that does not answer is 503 and leaves the code good', async () => {
    const person = await givenPerson(api);
    const sms = await freshCode(api, person);
    const answer = await order(api, person, { sms, more: { inn: '5047000661' } });
    expect(answer.status).toBe(503);
    expect((await order(api, person, { sms, more: { inn: freeInn() } })).status).toBe(200);
  });
});
