import { describe, expect, it } from 'vitest';
import { vatIncluded } from '../../../lib/vat.ts';
import { readPdfText } from '../../../testing/read-pdf-text.ts';
import { REQUISITES } from '../../../testing/givens/requisites.ts';
import { billPurpose, type OrderBillDocument, orderBillPdf } from './make-bill.ts';

const BILL: OrderBillDocument = {
  number: '48',
  issuedOn: '2026-09-15',
  dueOn: '2026-09-22',
  seller: { ...REQUISITES, accountant: null },
  buyer: { name: 'ООО «Перевозчик»', inn: '5047123455', kpp: '504701001' },
  basis: null,
  lines: [
    { network: '«Роснефть»', quantity: 100, priceKopecks: 250_00 },
    { network: '«Газпромнефть»', quantity: 12, priceKopecks: 311_50 },
    { network: '«Татнефть»', quantity: 7, priceKopecks: 0 },
    { network: '«Другие АЗС»', quantity: 1, priceKopecks: 99 },
  ],
  vat: vatIncluded(28_738_99, '2026-09-15'),
};

describe('bill of a card request', () => {
  it('the bill is one page with all four networks (§2.47, §7.20)', async () => {
    expect(pageCount(await orderBillPdf(BILL))).toBe(1);
  });

  it('its purpose names the request, so its payment is not taken for a top-up invoice', () => {
    expect(billPurpose(BILL)).toBe(
      'Оплата выпуска топливных карт по заявке № 48 от 15.09.2026. В т.ч. НДС 22% - 5182-44',
    );
  });

  it('free cards ask for no money instead of printing a code for zero', async () => {
    const free = BILL.lines.map((line) => ({ ...line, priceKopecks: 0 }));
    const pdf = await orderBillPdf({ ...BILL, lines: free, vat: null });
    expect(pageCount(pdf)).toBe(1);
  });

  it('the bill’s total is the sum of its lines', async () => {
    const text = readPdfText(await orderBillPdf(BILL));
    for (const phrase of [
      '25 000,00',
      '3 738,00',
      '28 738,99 ₽',
      'Всего наименований 4, на сумму 28 738,99 руб.',
    ]) {
      expect(text).toContain(phrase);
    }
  });
});

function pageCount(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}
