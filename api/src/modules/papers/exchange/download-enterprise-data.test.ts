import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { arbitraryUpds } from '../../../testing/arbitrary-upd.ts';
import {
  checkEnterpriseData,
  HAS_PACKAGE,
  SKIPPED_WITHOUT_PACKAGE,
} from '../../../testing/check-enterprise-data.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../testing/givens/close-month.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { enterpriseData } from './enterprise-data.ts';

let api: TestApi;
let company: GivenCompany;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  api.clock.setTo('2026-09-15T09:00:00Z');
  const staff = await givenStaff(api);
  company = await givenCompany(api);
  const [one, other] = [
    await givenCard(api, company.id, { balanceKopecks: 1_000_000 }),
    await givenCard(api, company.id, { partnerId: 1, balanceKopecks: 10_000 }),
  ];
  await givenSales(api, one, [
    { sum: 6_543_21, at: '2026-09-10T10:00:00Z', litres: 100.01, goods: 'ДТ «Зима» & <евро>' },
    { sum: 1_000_01, at: '2026-09-11T10:00:00Z', litres: 15, goods: 'АИ-95' },
    { sum: 333_33, at: '2026-09-12T10:00:00Z', litres: 5, goods: 'АИ-95', refund: true },
  ]);
  await givenSales(api, other, [{ sum: 77_77, at: '2026-09-13T10:00:00Z', litres: 1 }]);
  expect((await closeMonth(api, staff, '2026-09', OVERRIDE_ALL)).status).toBe(200);
});

afterAll(() => api.stop());

const ask = (from: string, to: string, token = company.admin.token) =>
  api.get(`/api/exchange/enterprise-data?from=${from}&to=${to}`, { token });

async function load(from = '2026-09-01', to = '2026-09-30'): Promise<string> {
  const answer = await ask(from, to);
  expect(answer.status).toBe(200);
  return answer.bytes.toString();
}

const documentsIn = (xml: string) =>
  [...xml.matchAll(/<Документ\.ПоступлениеТоваровУслуг>(.*?)<\/Документ\.ПоступлениеТоваровУслуг>/gs)].map(
    ([, inner = '']) => inner,
  );
const leaves = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text);
const toKopecks = (text: string | undefined) => Math.round(Number(text) * 100);

test('a specialist may load it, a person without a company may not', async () => {
  const anonymous = await givenPerson(api);
  expect((await ask('2026-09-01', '2026-09-30', anonymous.token)).status).toBe(403);
  expect((await ask('2026-09-01', '2026-09-30', '')).status).toBe(401);
});

test('invalid days, a reversed period and over a year are refused on their field', async () => {
  expect((await ask('вчера', '2026-09-30')).body.error_messages).toHaveProperty('from');
  expect((await ask('2026-10-01', '2026-09-30')).body.error_messages).toHaveProperty('from');
  expect((await ask('2024-01-01', '2026-09-30')).body.error_messages).toHaveProperty('to');
});

test('days without a closed month, and another company, get 404 with a sentence', async () => {
  expect((await ask('2026-08-01', '2026-08-31')).status).toBe(404);
  expect((await ask('2026-09-01', '2026-09-29')).body.message).toContain('закрывает месяц');
  const other = await givenCompany(api);
  expect((await ask('2026-09-01', '2026-09-30', other.admin.token)).status).toBe(404);
});

test('the header names format, version and both sides as EnterpriseData has them', async () => {
  const xml = await load();
  expect(xml).toContain('<Message xmlns:msg="http://www.1c.ru/SSL/Exchange/Message"><msg:Header>');
  expect(leaves(xml, 'msg:Format')).toEqual(['http://v8.1c.ru/edi/edi_stnd/EnterpriseData/1.8']);
  expect(leaves(xml, 'msg:AvailableVersion')).toEqual(['1.8']);
  expect(leaves(xml, 'msg:To')).toEqual([company.inn]);
  expect(xml).toContain(
    '<Body xmlns="http://v8.1c.ru/edi/edi_stnd/EnterpriseData/1.8"><Справочник.Контрагенты>',
  );
});

test('each УПД is a receipt with the document’s sum, VAT and lines to the kopeck', async () => {
  const documents = documentsIn(await load());
  const listed = (await api.get('/api/doc', { token: company.admin.token })).body.data['2026-09'];
  const upds = listed.filter((item: { kind: string }) => item.kind === 'upd');
  expect(documents).toHaveLength(upds.length);
  for (const [index, xml] of documents.entries()) {
    const [, lines = ''] = /<Товары>(.*)<\/Товары>/s.exec(xml) ?? [];
    const total = (name: string) => leaves(lines, name).reduce((sum, leave) => sum + toKopecks(leave), 0);
    const { sum, vat, title } = upds[index];
    expect(total('Сумма')).toBe(toKopecks(String(sum)));
    expect(total('СуммаНДС')).toBe(toKopecks(String(vat)));
    expect(toKopecks(leaves(xml.replace(/<Товары>.*<\/Товары>/s, ''), 'Сумма')[0])).toBe(
      toKopecks(String(sum)),
    );
    expect(title).toContain(leaves(xml, 'Номер')[0]);
  }
});

test('a refund reduces the line of its goods, and XML characters are escaped', async () => {
  const xml = await load();
  expect(xml).toContain('ДТ «Зима» &amp; &lt;евро&gt;');
  const lines = [...xml.matchAll(/<Строка>(.*?)<\/Строка>/gs)].map(([, inner = '']) => inner);
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    expect(Number(leaves(line, 'Сумма')[0])).toBeGreaterThan(0);
    expect(Number(leaves(line, 'Количество')[0])).toBeGreaterThan(0);
    // The format has no value for 22 %. The sum of the tax shows it, and the comment names the rate.
    expect(leaves(line, 'СтавкаНДС')).toEqual([]);
    expect(Number(leaves(line, 'СуммаНДС')[0])).toBeGreaterThan(0);
  }
});

test('a second load on another day has the same values of the same documents', async () => {
  const first = documentsIn(await load());
  api.clock.advanceSeconds(40 * 86_400);
  expect(documentsIn(await load('2026-01-01', '2026-11-30'))).toEqual(first);
  const references = first.map((value) => leaves(value, 'Ссылка')[0]);
  expect(new Set(references).size).toBe(first.length);
  for (const reference of references)
    expect(reference).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test.skipIf(!HAS_PACKAGE)(
  `a message keeps 1C’s own package of the format${SKIPPED_WITHOUT_PACKAGE}`,
  async () => {
    expect(checkEnterpriseData(await load())).toEqual([]);
    const runs = { numRuns: Number(process.env.FC_RUNS ?? 15) };
    fc.assert(
      fc.property(fc.array(arbitraryUpds, { minLength: 1, maxLength: 3 }), (upds) => {
        const numbered = upds.map((upd, index) => ({ ...upd, documentId: index + 1 }));
        const documents = { upds: numbered, ukds: [], advances: [] };
        expect(checkEnterpriseData(enterpriseData(documents, new Date('2026-11-02T09:00:00Z')))).toEqual([]);
      }),
      runs,
    );
  },
);

test.skipIf(!HAS_PACKAGE)(
  `a misplaced or unknown property of a message is found${SKIPPED_WITHOUT_PACKAGE}`,
  async () => {
    const xml = await load();
    const swapped = xml.replace(/(<ВидОперации>.*?<\/ВидОперации>)(<Сумма>.*?<\/Сумма>)/, '$2$1');
    expect(checkEnterpriseData(swapped)[0]).toContain('ВидОперации stands after Сумма');
    const renamed = xml.replaceAll('<Цена>', '<Стоимость>').replaceAll('</Цена>', '</Стоимость>');
    expect(checkEnterpriseData(renamed)[0]).toContain('Стоимость is unknown');
  },
);
