import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATION_STATUS, OPERATION_TYPE, PARTNER } from '#contract/ids.ts';
import { getOnlyRow } from '../../../db/database.ts';
import { prepareStations } from '../../programme/stations/prepare-stations.ts';
import { writeSaleAddress } from '../../programme/stations/write-sale-address.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});

afterAll(() => api.stop());

let serial = 0;

/** Writes an operation as booking would leave it. */
async function givenOperation(
  company: GivenCompany,
  card: GivenCard,
  about: {
    type?: number;
    status?: number;
    sum?: number;
    litres?: number;
    at?: string;
    address?: string;
  } = {},
): Promise<void> {
  serial += 1;
  const type = about.type ?? OPERATION_TYPE.purchase;
  const fuel = type === OPERATION_TYPE.purchase || type === OPERATION_TYPE.refund;
  const at = new Date(about.at ?? '2026-09-10T09:00:00Z');
  await sql`
    insert into operation (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, external_id, goods_id, goods_title,
      centilitres, unit_price_kopecks, address, sold_at, created_at)
    values (${company.id}, ${card.id}, ${card.partnerId}, ${type}, ${about.status ?? OPERATION_STATUS.done},
      ${about.sum ?? 3000_50}, ${fuel ? `L-${serial}` : null}, ${fuel ? 301 : null}, ${fuel ? 'ДТ' : null},
      ${fuel ? Math.round((about.litres ?? 50.25) * 100) : null}, ${fuel ? 59_71 : null},
      ${fuel ? (about.address ?? 'Химки, Ленинградская, 15') : null}, ${fuel ? at : null}, ${at})`.execute(
    api.ctx.db.system,
  );
}

async function givenCompanyWithCard(): Promise<{ company: GivenCompany; card: GivenCard }> {
  const company = await givenCompany(api);
  return { company, card: await givenCard(api, company.id) };
}

test('a card that fuel in debt has blocked says by whom and why it is blocked', async () => {
  const { company, card } = await givenCompanyWithCard();
  await givenSales(api, card, [{ sum: 100_00, at: '2026-09-14T09:00:00Z' }]);
  const blocks = `?typeId=${OPERATION_TYPE.blocking}`;
  const [block] = (await list(company, blocks)).body.data;
  expect(block.reason).toBe('Топливо отпущено в долг: на карте и на счёте сети не хватило денег');

  const { company: other, card: own } = await givenCompanyWithCard();
  await api.post(`/api/card/${own.id}/changeStatus`, { token: other.admin.token });
  expect((await list(other, blocks)).body.data[0].reason).toBeNull();
});

function list(company: GivenCompany, query = '') {
  return api.get(`/api/operations${query}`, { token: company.admin.token });
}

async function report(company: GivenCompany, query = ''): Promise<string> {
  const answer = await api.get(`/api/operations/getReport?xls=1${query}`, { token: company.admin.token });
  expect(answer.status).toBe(200);
  return answer.bytes.toString('utf8');
}

test('one operation is found by its id, with the place and the rules that it broke', async () => {
  const { company, card } = await givenCompanyWithCard();
  await givenOperation(company, card, { litres: 10 });
  await prepareStations(api.ctx);
  const { id: stationId, address } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ id: number; address: string }>`
      select min(id)::int as id, ${writeSaleAddress()} as address from station group by 2 having count(*) = 1 limit 1`,
  );
  await givenOperation(company, card, { litres: 70, address });
  const [listed] = (await list(company)).body.data;
  expect(listed).not.toHaveProperty('breaches');
  expect(listed.purchase).not.toHaveProperty('place');
  await sql`
    insert into rule_breach (company_id, operation_id, card_id, kind, sentence, at)
    values (${company.id}, ${listed.id}, ${card.id}, 'litres_filling', 'Не больше 50 л за заправку', now())`.execute(
    api.ctx.db.system,
  );

  const { data, meta } = (await list(company, `?operationId=${listed.id}`)).body;
  expect(data).toEqual([
    {
      ...listed,
      purchase: { ...listed.purchase, place: { lat: expect.any(Number), lon: expect.any(Number) } },
      breaches: [{ kind: 'litres_filling', sentence: 'Не больше 50 л за заправку' }],
    },
  ]);
  expect(data[0].purchase.station_id).toBe(stationId);
  expect([meta.pagination.total, meta.totals.litres]).toEqual([1, 70]);
  const other = await givenCompanyWithCard();
  expect((await list(other.company, `?operationId=${listed.id}`)).body.data).toEqual([]);
});

describe('access to the list of operations', () => {
  test.each(['/api/operations', '/api/operations/getReport'])('%s needs a session', async (path) => {
    expect((await api.get(path)).status).toBe(401);
    const noCompany = await givenPerson(api);
    expect((await api.get(path, { token: noCompany.token })).status).toBe(403);
    const { company } = await givenCompanyWithCard();
    const noRole = await givenPerson(api, { companyId: company.id, role: 'none' });
    expect((await api.get(path, { token: noRole.token })).status).toBe(403);
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    expect((await api.get(path, { token: specialist.token })).status).toBe(200);
  });

  test('another company sees nothing of ours, neither in the list nor in the report', async () => {
    const ours = await givenCompanyWithCard();
    await givenOperation(ours.company, ours.card);
    const other = await givenCompanyWithCard();
    const seen = await list(other.company);
    expect(seen.body.data).toEqual([]);
    expect(seen.body.meta.pagination).toEqual({ total_pages: 0, current_page: 1, total: 0 });
    expect((await report(other.company)).split('\r\n')).toHaveLength(2);
    expect((await list(other.company, `?cardId=${ours.card.id}`)).status).toBe(404);
    const stolen = await api.get(`/api/operations/getReport?card_id=${ours.card.id}`, {
      token: other.company.admin.token,
    });
    expect(stolen.status).toBe(404);
    expect((await list(other.company, '?cardId=999999999')).status).toBe(404);
  });
});

describe('malformed', () => {
  test.each([
    ['page=0', 'page'],
    ['page=x', 'page'],
    ['page=1.5', 'page'],
    ['cardId=-1', 'cardId'],
    ['typeId=abc', 'typeId'],
    ['dateFrom=2026-02-30', 'dateFrom'],
    ['dateTo=yesterday', 'dateTo'],
    ['dateFrom=2026-09-02&dateTo=2026-09-01', 'dateFrom'],
  ])('the list refuses %s on %s', async (query, field) => {
    const { company } = await givenCompanyWithCard();
    const answer = await list(company, `?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages?.[field]?.[0]).toMatch(/[а-я]/i);
  });

  test('the report refuses a turned period, and nothing of it is a file', async () => {
    const { company } = await givenCompanyWithCard();
    const answer = await api.get('/api/operations/getReport?date_from=2026-09-02&date_to=2026-09-01', {
      token: company.admin.token,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages).toHaveProperty('date_from');
  });

  test.each(['typeId=99', 'statusId=99', `typeId=${Number.MAX_SAFE_INTEGER}`])(
    '%s finds nothing and breaks nothing',
    async (query) => {
      const { company, card } = await givenCompanyWithCard();
      await givenOperation(company, card);
      const answer = await list(company, `?${query}`);
      expect([answer.status, answer.body.data]).toEqual([200, []]);
    },
  );
});

describe('list of operations', () => {
  test('§3.13 §7.43 §7.44 §9.38 newest first, 20 a page, an exact number of pages; past the end an empty page', async () => {
    const { company, card } = await givenCompanyWithCard();
    for (let minute = 0; minute < 41; minute += 1) {
      await givenOperation(company, card, {
        at: `2026-09-10T09:${String(minute % 40).padStart(2, '0')}:00Z`,
      });
    }
    const pages = await Promise.all(
      [1, 2, 3, 4, Number.MAX_SAFE_INTEGER].map((page) => list(company, `?page=${page}`)),
    );
    expect(pages.map((page) => page.body.data.length)).toEqual([20, 20, 1, 0, 0]);
    expect(pages.map((page) => page.status)).toEqual([200, 200, 200, 200, 200]);
    expect(pages[2]?.body.meta.pagination).toEqual({ total_pages: 3, current_page: 3, total: 41 });
    const all = pages.flatMap((page) => page.body.data as { id: number; created_at: string }[]);
    const sorted = all.toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id);
    expect(all).toEqual(sorted);
    expect(new Set(all.map((item) => item.id)).size).toBe(41);
  });

  test('§3.11 §3.12 an operation says its card, type, purchase, sum and status', async () => {
    const { company, card } = await givenCompanyWithCard();
    await givenOperation(company, card);
    await givenOperation(company, card, {
      type: OPERATION_TYPE.blocking,
      status: OPERATION_STATUS.inProgress,
      sum: 0,
      at: '2026-09-11T00:00:00Z',
    });
    const [block, purchase] = (await list(company)).body.data;
    expect(purchase).toMatchObject({
      card: { id: card.id, card_number: card.number },
      type: { id: 11, title: 'Покупка топлива' },
      purchase: {
        goodsItem: { id: 301, title: 'ДТ' },
        unit_cnt: 50.25,
        unit_price: 59.71,
        address: 'Химки, Ленинградская, 15',
        created_at: '2026-09-10T09:00:00.000Z',
      },
      sum: 3000.5,
      status: { id: 1, title: 'Выполнена' },
    });
    expect(block).toMatchObject({ type: { id: 3 }, purchase: null, sum: 0, status: { id: 2 } });
  });

  test('a purchase names its station of our list and the zone of its clock', async () => {
    const { company, card } = await givenCompanyWithCard();
    const address = (house: number) => `АЗС № 84, Хабаровский край, Хабаровск, Карла Маркса, ${house}`;
    const given = (houses: readonly number[]) =>
      sql<{ id: number }>`
        insert into station (lat, lon, region, city, street, house, brand, name, own_type, qr_available)
        select 48.48, 135.07, 'Хабаровский край', 'Хабаровск', 'Карла Маркса', house, 'Роснефть', 'АЗС № 84', '', false
        from unnest(${houses.map(String)}::text[]) as house returning id`.execute(api.ctx.db.system);
    const [station] = (await given([1, 2, 2])).rows;
    await sql`update station_list set version = version + 1`.execute(api.ctx.db.system);
    for (const house of [1, 2, 3]) await givenOperation(company, card, { address: address(house) });
    await givenOperation(company, card);
    const { body } = await list(company);
    const read = body.data.map(({ purchase }: { purchase: { station_id: number; time_zone: string } }) => [
      purchase.station_id,
      purchase.time_zone,
    ]);
    const zone = 'Asia/Vladivostok';
    // Of two stations with one address neither is named.
    expect(read).toEqual([
      [null, null],
      [null, zone],
      [null, zone],
      [station?.id, zone],
    ]);
  });

  test('§3.14 §3.15 filters by card, type, status and Moscow days, both ends included', async () => {
    const { company, card } = await givenCompanyWithCard();
    const second = await givenCard(api, company.id, { partnerId: PARTNER.rn });
    await givenOperation(company, card, { at: '2026-08-31T20:59:59Z' }); // 31 August in Moscow
    await givenOperation(company, card, { at: '2026-08-31T21:00:00Z' }); // 1 September, midnight
    await givenOperation(company, second, { at: '2026-09-02T20:59:59Z', type: OPERATION_TYPE.topUp }); // 2 September
    await givenOperation(company, second, { at: '2026-09-02T21:00:00Z', status: OPERATION_STATUS.failed }); // 3 September
    const total = async (query: string): Promise<number> =>
      (await list(company, query)).body.meta.pagination.total;
    expect(await total('?dateFrom=2026-09-01&dateTo=2026-09-02')).toBe(2);
    expect(await total('?dateFrom=2026-09-03')).toBe(1);
    expect(await total('?dateTo=2026-08-31')).toBe(1);
    expect(await total(`?cardId=${second.id}`)).toBe(2);
    expect(await total(`?cardId=${second.id}&dateFrom=2026-09-02&dateTo=2026-09-02`)).toBe(1);
    expect(await total(`?cardId=${card.id}&dateFrom=2026-09-01&dateTo=2026-09-01`)).toBe(1);
    const lines = async (query: string) => (await report(company, query)).split('\r\n').length - 2;
    expect(await lines('&date_from=2026-09-01&date_to=2026-09-01')).toBe(1);
    expect(await lines('&date_from=2026-09-01&date_to=2026-09-02')).toBe(2);
    expect(await total('?typeId=1')).toBe(1);
    expect(await total('?statusId=3')).toBe(1);
    expect(await total(`?cardId=${card.id}&statusId=3`)).toBe(0);
    expect(await total('?cardId=&typeId=&statusId=&dateFrom=&dateTo=')).toBe(4);
  });

  test('§3.13 the filter lists name every type and status', async () => {
    const { company } = await givenCompanyWithCard();
    const { filters } = (await list(company)).body.meta;
    expect(filters.types.map((item: { id: number }) => item.id)).toEqual([1, 2, 3, 4, 10, 11]);
    expect(filters.statuses).toEqual([
      { id: 1, label: 'Выполнена' },
      { id: 2, label: 'В обработке' },
      { id: 3, label: 'Отклонена' },
    ]);
  });

  test('totals are purchases less refunds of fuel, over every page, without failures', async () => {
    const { company, card } = await givenCompanyWithCard();
    await givenOperation(company, card, { sum: 5000_00, litres: 100 });
    await givenOperation(company, card, { type: OPERATION_TYPE.refund, sum: 1000_10, litres: 20.5 });
    await givenOperation(company, card, { type: OPERATION_TYPE.topUp, sum: 90_000_00 });
    await givenOperation(company, card, { status: OPERATION_STATUS.failed, sum: 700_00 });
    expect((await list(company, '?page=9')).body.meta.totals).toEqual({ sum: 3999.9, litres: 79.5 });
  });
});

describe('report of operations', () => {
  test('§7.45 the CSV opens in Russian spreadsheets: BOM, semicolons, comma, signs by type', async () => {
    const { company, card } = await givenCompanyWithCard();
    await givenOperation(company, card, { sum: 3000_05, at: '2026-09-10T21:30:05Z' });
    await givenOperation(company, card, { type: OPERATION_TYPE.refund, sum: 100_00, litres: 2 });
    await givenOperation(company, card, { type: OPERATION_TYPE.payout, sum: 7, at: '2026-09-09T09:00:00Z' });
    await givenOperation(company, card, {
      type: OPERATION_TYPE.topUp,
      // More than four bytes hold.
      sum: 50_000_000_07,
      at: '2026-09-08T09:00:00Z',
    });
    await givenOperation(company, card, {
      type: OPERATION_TYPE.blocking,
      sum: 0,
      at: '2026-09-07T09:00:00Z',
    });
    const answer = await api.get('/api/operations/getReport?xls=1', { token: company.admin.token });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain('attachment; filename="report.csv"');
    expect([...answer.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const place = 'Химки, Ленинградская, 15';
    const [first, second, ...others] = (await list(company)).body.data.map(
      (item: { number: string }) => item.number,
    );
    const number = `№ ${card.number}`;
    expect(answer.bytes.toString('utf8').slice(1).split('\r\n')).toEqual([
      'Дата;Время;Карта;Тип;Топливо;Литры;Цена;Сумма;Адрес;Статус;Сеть;Комментарий карты;Водитель;В том числе НДС;Номер операции;Машина;Центр затрат;Номер рейса',
      `11.09.2026;00:30:05;${number};Покупка топлива;ДТ;50,25;59,71;-3000,05;${place};Выполнена;Газпромнефть;;;-540,99;${first};;;`,
      `10.09.2026;12:00:00;${number};Возврат;ДТ;-2,00;59,71;100,00;${place};Выполнена;Газпромнефть;;;18,03;${second};;;`,
      `09.09.2026;12:00:00;${number};Вывод средств с карты;;;;-0,07;;Выполнена;Газпромнефть;;;;${others[0]};;;`,
      `08.09.2026;12:00:00;${number};Пополнение карты;;;;50000000,07;;Выполнена;Газпромнефть;;;;${others[1]};;;`,
      `07.09.2026;12:00:00;${number};Блокировка карты;;;;;;Выполнена;Газпромнефть;;;;${others[2]};;;`,
      '',
    ]);
  });

  test('the CSV names truck, drivers and network, with the VAT and number of the list', async () => {
    const { company, card } = await givenCompanyWithCard();
    const rn = await givenCard(api, company.id, { partnerId: PARTNER.rn });
    await givenOperation(company, card, { at: '2026-09-10T09:00:00Z' });
    await givenOperation(company, rn, { at: '2026-09-09T09:00:00Z' });
    // A refund has the rate of its purchase, which was twenty per cent (docs/decisions/0022).
    await givenOperation(company, rn, { at: '2025-12-31T20:59:59Z', sum: 1200_00 });
    await givenOperation(company, rn, {
      type: OPERATION_TYPE.refund,
      at: '2026-09-08T09:00:00Z',
      sum: 600_00,
    });
    await sql`
      update operation set refund_of = (
        select external_id from operation where company_id = ${company.id} and sum_kopecks = 120000)
      where company_id = ${company.id} and type_id = ${OPERATION_TYPE.refund}`.execute(api.ctx.db.system);
    await api.post(`/api/card/${card.id}/setComment`, {
      token: company.admin.token,
      json: { comment: 'А 123 ВС 77; тягач' },
    });
    for (const surname of ['Яшин', 'Волков']) {
      const json = { name: 'Пётр', surname, patronymic: 'Ильич' };
      const { body } = await api.post('/api/drivers', { token: company.admin.token, json });
      await api.post(`/api/card/${card.id}/driver/${body.data.id}/set`, { token: company.admin.token });
    }
    await sql`update driver_on_card set since = '2000-01-01' where card_id = ${card.id}`.execute(
      api.ctx.db.system,
    );
    const listed = (await list(company)).body.data;
    const lines = (await report(company)).trimEnd().split('\r\n').slice(1);
    expect(lines[0]).toContain('Газпромнефть;"А 123 ВС 77; тягач";Волков П. И., Яшин П. И.;');
    expect(lines.map((line) => line.split(';').slice(-5, -3))).toEqual(
      listed.map((item: { type: { id: number }; vat: number; number: string }) => [
        ((item.type.id === OPERATION_TYPE.refund ? 1 : -1) * item.vat).toFixed(2).replace('.', ','),
        item.number,
      ]),
    );
    expect(lines.map((line) => line.split(';').at(-5))).toEqual(['-541,07', '-541,07', '100,00', '-200,00']);
  });

  test('a failed operation has no sum, litres or VAT', async () => {
    const { company, card } = await givenCompanyWithCard();
    await givenOperation(company, card, { type: OPERATION_TYPE.topUp, status: OPERATION_STATUS.failed });
    await givenOperation(company, card, { status: OPERATION_STATUS.failed });
    const lines = (await report(company)).trimEnd().split('\r\n').slice(1);
    for (const line of lines) {
      expect(line).toContain('Отклонена');
      expect([5, 7, 13].map((place) => line.split(';')[place])).toEqual(['', '', '']);
    }
    expect(lines).toHaveLength(2);
  });

  test.each([
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['+7 км', "'+7 км"],
    ['-1+1', "'-1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ['М-4; «Дон»\nюг', '"М-4; «Дон»\nюг"'],
    ['АЗС "Юг"', '"АЗС ""Юг"""'],
    ['М-4 = юг', 'М-4 = юг'],
  ])('an address of %j can neither run nor break the line', async (address, cell) => {
    const { company, card } = await givenCompanyWithCard();
    await givenOperation(company, card, { address });
    expect(await report(company)).toContain(`;-3000,50;${cell};Выполнена;`);
  });

  test.each([
    // A spreadsheet stores only fifteen digits of a number and drops leading zeros.
    ['70058300000000012345', '№ 70058300000000012345'],
    ['7005830000000001', '№ 7005830000000001'],
    ['007005830001', '№ 007005830001'],
    ['700583000000001', '700583000000001'],
    ['RN-70058300000000012345', 'RN-70058300000000012345'],
    ['7005830000000001;1', '"7005830000000001;1"'],
  ])('a card number %s survives a double-click, with no hidden character', async (number, cell) => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id, { number });
    await givenOperation(company, card);
    const file = await report(company);
    expect(file).toContain(`;${cell};Покупка топлива;ДТ;`);
    expect(file).not.toMatch(/[\t\u00a0\u200b\u202f\u2060]/);
    const summary = await api.get('/api/operations/summary.csv?by=card', { token: company.admin.token });
    expect(summary.bytes.toString('utf8')).toContain(`\r\n${cell};1;`);
  });

  test('the report holds exactly what its filters find', async () => {
    const { company, card } = await givenCompanyWithCard();
    await givenOperation(company, card, { at: '2026-09-01T09:00:00Z' });
    await givenOperation(company, card, { at: '2026-09-02T09:00:00Z', type: OPERATION_TYPE.topUp });
    await givenOperation(company, card, { at: '2026-09-03T09:00:00Z' });
    const lines = async (query: string) => (await report(company, query)).split('\r\n').length - 2;
    expect(await lines('')).toBe(3);
    expect(await lines('&date_from=2026-09-02&date_to=2026-09-02')).toBe(1);
    expect(await lines(`&type_id=11&card_id=${card.id}&status_id=1`)).toBe(2);
    expect(await lines('&status_id=3')).toBe(0);
    expect(await lines(`&partner_id=${card.partnerId}`)).toBe(3);
    expect(await lines(`&partner_id=${PARTNER.other}`)).toBe(0);
    expect(await lines('&drivers=none')).toBe(3);
    expect(await lines('&driver_id=1')).toBe(0);
    expect(await lines(`&goods=${encodeURIComponent('ДТ')}`)).toBe(2);
    expect(await lines(`&goods=${encodeURIComponent("' or '1'='1\\")}`)).toBe(0);
  });

  test('a CSV longer than a batch omits nothing and repeats nothing at equal times', async () => {
    const { company, card } = await givenCompanyWithCard();
    await sql`
      insert into operation (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, created_at)
      select ${company.id}, ${card.id}, ${card.partnerId}, 1, 1, number, '2026-09-10T09:00:00.000123Z'::timestamptz - (number / 50) * interval '1 second'
      from generate_series(1, 21000) number`.execute(api.ctx.db.system);
    const sums = (await report(company))
      .split('\r\n')
      .slice(1, -1)
      .map((line) => Number(line.split(';')[7]?.replace(',', '')));
    expect(sums).toHaveLength(21_000);
    expect(new Set(sums).size).toBe(21_000);
  });

  test('a client that disconnects midway leaves every database connection free', async () => {
    const { company, card } = await givenCompanyWithCard();
    await sql`
      insert into operation (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, address, created_at)
      select ${company.id}, ${card.id}, ${card.partnerId}, 1, 1, number, repeat('x', 200), now() - number * interval '1 minute'
      from generate_series(1, 13000) number`.execute(api.ctx.db.system);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const left = new AbortController();
      const reply = await fetch(`${api.url}/api/operations/getReport`, {
        headers: { 'x-auth-token': company.admin.token, 'accept-encoding': 'identity' },
        signal: left.signal,
      });
      await reply.body?.getReader().read();
      left.abort();
    }
    expect((await list(company)).status).toBe(200);
    await expect.poll(() => api.ctx.db.pool.totalCount - api.ctx.db.pool.idleCount).toBe(0);
  });

  test('a plain link opens it with a ticket for that very path', async () => {
    const { company, card } = await givenCompanyWithCard();
    await givenOperation(company, card);
    const path = `/api/operations/getReport?xls=1&card_id=${card.id}`;
    const { body } = await api.post('/api/downloads/ticket', { token: company.admin.token, json: { path } });
    const opened = await api.get(`${path}&xAuthToken=${body.data.ticket}`);
    expect(opened.status).toBe(200);
    expect(opened.headers.get('cache-control')).toBe('private, no-store');
    expect((await api.get(`${path}&xAuthToken=${body.data.ticket}`)).status).toBe(401);
  });
});
