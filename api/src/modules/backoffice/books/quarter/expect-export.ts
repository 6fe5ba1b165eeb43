import { expect } from 'vitest';
import {
  addRows,
  checkEnterpriseData,
  HAS_PACKAGE,
  objects,
  sales as readSales,
} from '../../../../testing/check-enterprise-data.ts';
import type { TestApi } from '../../../../testing/api.ts';
import type { GivenPerson } from '../../../../testing/givens/factories.ts';
import { priceSales } from './plain-arithmetic.ts';
import { addUpDocuments } from './plain-documents.ts';
import { addUp, type PlainCorrection } from './plain-facts.ts';
import { getLastDay, toKopecks, type Quarter } from './stage.ts';

interface CountedPart {
  part: string;
  sum: number;
  vat: number | null;
}

/** The file for 1C of a month, and its preview, have the plain sums of its documents, payments and corrections. */
export async function expectExport(
  { api, staff }: { api: TestApi; staff: GivenPerson },
  quarter: Quarter,
  month: string,
): Promise<void> {
  const { token } = staff;
  const path = '/staff/api/exchange/enterprise-data';
  const days = `from=${month}-01&to=${getLastDay(month)}`;
  const documents = quarter.everyone.map(({ id }) => addUpDocuments(quarter, id, month));
  const sold = addUp(documents, ({ sum }) => sum);
  const vat = addUp(documents, (document) => document.vat);
  const ofMonth = <Fact extends { day: string }>(facts: readonly Fact[]) =>
    facts.filter(({ day }) => day.startsWith(month));
  const money = ofMonth(quarter.money).map(({ sum }) => sum);
  const sumCorrections = (isMeant: (correction: PlainCorrection) => boolean) =>
    0 - addUp(ofMonth(quarter.corrections).filter(isMeant), ({ sum }) => sum);
  const corrected = sumCorrections(({ partner }) => partner !== null);
  const plain = {
    sales: sold,
    'sale-corrections': corrected + addUp(documents, ({ returned }) => returned),
    'debt-corrections': sumCorrections(({ partner }) => partner === null),
    'money-in': addUp(money, (sum) => Math.max(0, sum)),
    returns: addUp(money, (sum) => Math.max(0, -sum)),
    'network-payments': addUp(ofMonth(quarter.paid), ({ sum }) => sum),
  };
  const preview = (await api.get(`${path}/preview?${days}`, { token })).body.data;
  const parts = new Map<string, CountedPart>(preview.parts.map((part: CountedPart) => [part.part, part]));
  const found = Object.keys(plain).map((part) => [part, toKopecks(parts.get(part)?.sum ?? 0)]);
  expect([month, Object.fromEntries(found)]).toEqual([month, plain]);
  expect([month, toKopecks(parts.get('sales')?.vat ?? 0)]).toEqual([month, vat]);
  expect([month, toKopecks(preview.books.received), toKopecks(preview.books.corrected)]).toEqual([
    month,
    plain['money-in'] - plain.returns,
    corrected + plain['debt-corrections'],
  ]);

  // Monthly fees are taken in the first night after their month, so the books have them a month later.
  const sales = priceSales(quarter).filter(({ sale }) => sale.day.startsWith(month));
  const booked = addUp(sales, ({ revenue }) => revenue) + addUp(ofMonth(quarter.fees), ({ sum }) => sum);
  expect([month, toKopecks(preview.books.sold)]).toEqual([month, booked]);

  const xml = (await api.get(`${path}?${days}`, { token })).bytes.toString();
  const sum = (name: string) => addRows(objects(xml, name).join(''), 'Сумма');
  const correcting = objects(xml, 'Документ.КорректировкаРеализацииТоваров').join('');
  expect([
    month,
    addRows(readSales(xml).join(''), 'Сумма'),
    addRows(readSales(xml).join(''), 'СуммаНДС'),
  ]).toEqual([month, sold, vat]);
  expect(sum('Документ.ПБДСРасчетыСКонтрагентами')).toBe(plain['money-in']);
  expect(sum('Документ.СБДСРасчетыСКонтрагентами')).toBe(plain.returns + plain['network-payments']);
  expect(addRows(correcting, 'Сумма') - addRows(correcting, 'СуммаДоИзменения')).toBe(
    plain['sale-corrections'],
  );
  expect(objects(xml, 'Документ.КорректировкаДолга')).toHaveLength(
    ofMonth(quarter.corrections).filter(({ partner }) => partner === null).length,
  );
  if (HAS_PACKAGE) expect(checkEnterpriseData(xml)).toEqual([]);
}
