import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FILE_MIME } from '#contract/list-files.ts';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenStaff,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { givenTariff } from '../../../testing/givens/given-tariff.ts';
import { readXlsx } from '../../../testing/read-xlsx.ts';

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  company = await givenCompany(api);
  card = await givenCard(api, company.id, { balanceKopecks: 100_000_00 });
  api.clock.setTo('2026-09-01T09:00:00Z');
  await givenTariff(api, await givenStaff(api), { company_id: company.id, rate: 2 });
  api.clock.setTo('2026-09-20T09:00:00Z');
  await givenSales(api, card, [
    { sum: 6_543_21, at: '2026-09-10T09:00:00Z', litres: 100.01, id: 'bought' },
    { sum: 654_32, at: '2026-09-10T10:00:00Z', litres: 10, refund: true, refundOf: 'bought' },
  ]);
  for (const [type, status, sum] of [
    [OPERATION_TYPE.topUp, OPERATION_STATUS.done, 5_000_00],
    [OPERATION_TYPE.topUp, OPERATION_STATUS.failed, 700_00],
    [OPERATION_TYPE.payout, OPERATION_STATUS.inProgress, 10_500_00],
    [OPERATION_TYPE.blocking, OPERATION_STATUS.done, 0],
  ])
    await sql`
      insert into operation (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, created_at)
      values (${company.id}, ${card.id}, ${card.partnerId}, ${type}, ${status}, ${sum},
        ${`2026-09-1${type}T09:00:00Z`}::timestamptz + ${status} * interval '1 second')`.execute(
      api.ctx.db.system,
    );
});

afterAll(() => api.stop());

async function downloadAs(mime: string) {
  const answer = await api.get('/api/operations', { token: company.admin.token, headers: { accept: mime } });
  expect(answer.status).toBe(200);
  return answer.bytes;
}

const SIGNED = ['Тип', 'Литры', 'Сумма', 'В том числе НДС', 'К оплате', 'Статус'];

test('the workbook has the CSV’s signs: spending and refunded litres are negative', async () => {
  const sheet = readXlsx(await downloadAs(FILE_MIME.xlsx));
  const csv = (await downloadAs(FILE_MIME.csv))
    .toString('utf8')
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      line
        .split(';')
        .map((cell) => (/^-?\d+,\d\d$/.test(cell) ? Number(cell.replace(',', '.')) : cell || null)),
    );
  const columns = (rows: (string | number | null | undefined)[][]) => {
    const places = SIGNED.map((title) => rows[0]?.indexOf(title) ?? -1);
    return rows.slice(1).map((row) => places.map((place) => row[place] ?? null));
  };
  expect(columns(sheet)).toEqual(columns(csv));
  expect(columns(sheet)).toContainEqual([
    'Покупка топлива',
    100.01,
    -6543.21,
    -1179.92,
    -6412.35,
    'Выполнена',
  ]);
  expect(columns(sheet)).toContainEqual(['Возврат', -10, 654.32, 117.99, 641.23, 'Выполнена']);
  expect(columns(sheet)).toContainEqual(['Вывод средств с карты', null, -10500, null, null, 'В обработке']);
  expect(columns(sheet)).toContainEqual(['Пополнение карты', null, null, null, null, 'Отклонена']);
  expect(columns(sheet)).toContainEqual(['Блокировка карты', null, null, null, null, 'Выполнена']);
  expect(sheet).toHaveLength(7);
});

test('the twin of report.csv has its rows and the parts of a price, each with its sign', async () => {
  const { token } = company.admin;
  const query = `type_id=${OPERATION_TYPE.purchase}&date_from=2026-09-10&date_to=2026-09-10`;
  const answer = await api.get(`/api/operations/report.xlsx?${query}`, { token });
  expect(answer.headers.get('content-disposition')).toContain('filename="report.xlsx"');
  const [titles = [], bought = [], ...more] = readXlsx(answer.bytes);
  expect(more).toEqual([]);
  const cells = Object.fromEntries(titles.map((title, place) => [title, bought[place]]));
  expect(cells).toMatchObject({
    Карта: card.number,
    Сумма: -6543.21,
    Скидка: 130.86,
    Надбавка: 0,
    'Сервисный сбор': 0,
    'К оплате': -6412.35,
    'НДС в сумме к оплате': -1156.33,
  });
  const { body } = await api.get('/api/operations/report.xlsx?date_from=2026-09-02&date_to=2026-09-01', {
    token,
  });
  expect(body.error_messages).toHaveProperty('date_from');
  const other = await givenCompany(api);
  const stolen = await api.get(`/api/operations/report.xlsx?card_id=${card.id}`, {
    token: other.admin.token,
  });
  expect(stolen.status).toBe(404);
});

test('a workbook prints across a page, with a named tab, a filter and repeated titles', async () => {
  const parts = unzipSync(await downloadAs(FILE_MIME.xlsx));
  const part = (name: string) => strFromU8(parts[name] ?? new Uint8Array());
  expect(part('xl/workbook.xml')).toContain('name="Операции"');
  expect(part('xl/workbook.xml')).toContain("'Операции'!$1:$1</definedName>");
  const sheet = part('xl/worksheets/sheet1.xml');
  expect(sheet).toContain('<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews>');
  expect(sheet).toMatch(
    /<\/sheetData><autoFilter ref="A1:V7"\/><pageMargins [^>]*\/><pageSetup [^>]*fitToHeight="0"/,
  );
});
