import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { vatIncluded } from '../../../lib/vat.ts';
import { readPdfText } from '../../../testing/read-pdf-text.ts';
import { REQUISITES } from '../../../testing/givens/requisites.ts';
import { type InvoiceDocument, invoicePdf, invoicePurpose } from './invoice-pdf.ts';

const INVOICE: InvoiceDocument = {
  number: 'М-000123',
  issuedOn: '2026-09-15',
  dueOn: '2026-09-22',
  cancelledOn: null,
  seller: REQUISITES,
  buyer: { name: 'ООО «Ёж и Щука»', inn: '5047123455', kpp: '504701001', address: 'г. Химки', phone: null },
  basis: { kind: 'framework', number: '17', date: '2026-02-01' },
  sumKopecks: 150_000_00,
  vat: vatIncluded(150_000_00, '2026-09-15'),
};

const folder = mkdtempSync(path.join(tmpdir(), 'invoice-pdf-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the PDF of a top-up invoice', () => {
  it('the PDF is one page with embedded fonts, and the same invoice the same bytes (§1.15, §2.72)', async () => {
    const first = await invoicePdf(INVOICE);
    expect(pageCount(first)).toBe(1);
    expect(first.includes('GolosText-Regular')).toBe(true);
    expect(first.includes('/FontFile2')).toBe(true);
    expect((await invoicePdf(INVOICE)).equals(first)).toBe(true);
  });

  it('the longest names, addresses and sums do not push it to a second page', async () => {
    const long = 'Общество с ограниченной ответственностью «Межрегиональная транспортная компания» '.repeat(
      3,
    );
    const pdf = await invoicePdf({
      ...INVOICE,
      number: 'М-999999999',
      seller: {
        ...REQUISITES,
        name: long,
        address: long,
        bank: long.slice(0, 120),
        director: 'Константинопольский-Задунайский К. К.',
      },
      buyer: { ...INVOICE.buyer, name: long, address: long, phone: '+7 (900) 000-00-01' },
      basis: { kind: 'contract', number: '45/ТК-'.repeat(10), date: '2026-02-01' },
      sumKopecks: 999_999_999_999_99,
      vat: vatIncluded(999_999_999_999_99, '2026-09-15'),
    });
    expect(pageCount(pdf)).toBe(1);
  });

  it('a long name or address without spaces keeps the text of buyer and seller apart', async () => {
    const name = `ООО «${'Межрегионтрансэкспедиция'.repeat(9)}»`;
    const address = `г. Комсомольск-на-Амуре, ${'Удалённоепоселение'.repeat(10)}, д. 1`;
    const pdf = await invoicePdf({ ...INVOICE, buyer: { ...INVOICE.buyer, name, address } });
    expect(pageCount(pdf)).toBe(1);
    // Text past the edge is in the file but invisible.
    const onA4 = ['-r', '72', '-x', '0', '-y', '0', '-W', '595', '-H', '842'];
    const seen = readPdfText(pdf, onA4).replaceAll(/\s/g, '');
    for (const phrase of [name, address, REQUISITES.address])
      expect(seen).toContain(phrase.replaceAll(' ', ''));
  });

  it('a sole trader, a missing basis and a seller without VAT do not break it', async () => {
    const pdf = await invoicePdf({
      ...INVOICE,
      seller: { ...REQUISITES, inn: '500100732259', kpp: null, ogrn: '304500116000157', accountant: null },
      basis: null,
      vat: null,
    });
    expect(pageCount(pdf)).toBe(1);
  });

  it('the purpose stays within 210 characters and never loses the number or the tax', () => {
    expect(invoicePurpose(INVOICE)).toBe(
      'Оплата по счёту № М-000123 от 15.09.2026 за нефтепродукты по рамочному соглашению № 17 от 01.02.2026. ' +
        'В т.ч. НДС 22% - 27049-18',
    );
    const long = invoicePurpose({
      ...INVOICE,
      basis: { kind: 'contract', number: '7'.repeat(200), date: '2026-02-01' },
    });
    expect(long).toBe('Оплата по счёту № М-000123 от 15.09.2026 за нефтепродукты. В т.ч. НДС 22% - 27049-18');
    expect(invoicePurpose({ ...INVOICE, vat: null })).toMatch(/\. Без НДС$/);
    expect(invoicePurpose(INVOICE)).not.toMatch(/\u00a0/);
  });

  it('text that an accountant copies out of the PDF is correct', async () => {
    const text = readPdfText(await invoicePdf(INVOICE));
    for (const phrase of [
      'Счёт на оплату № М-000123 от 15 сентября 2026 г.',
      'Счёт действителен до 22.09.2026',
      '40702810200000000001',
      'ООО «Ёж и Щука», ИНН 5047123455, КПП 504701001',
      'Рамочное соглашение № 17 от 01.02.2026',
      'В том числе НДС (22 %)',
      '27 049,18',
      '150 000,00 ₽',
      'Всего наименований 1, на сумму 150 000,00 руб.',
      'Сто пятьдесят тысяч рублей 00 копеек',
      'Иванов И. И.',
      'страница 1 из 1',
    ]) {
      expect(text).toContain(phrase);
    }
  });

  it('a bank’s camera reads its QR code from a plain print', async () => {
    const file = path.join(folder, 'code.pdf');
    writeFileSync(file, await invoicePdf(INVOICE));
    spawnSync('pdftoppm', ['-r', '150', '-png', '-singlefile', file, path.join(folder, 'code')]);
    const read = spawnSync('zbarimg', ['-q', '--raw', path.join(folder, 'code.png')], {
      encoding: 'utf8',
    }).stdout;
    expect(read.trim()).toBe(
      'ST00012|Name=ООО «Магистраль»|PersonalAcc=40702810200000000001|BankName=ПАО СБЕРБАНК г. Москва' +
        '|BIC=044525225|CorrespAcc=30101810400000000225|PayeeINN=7712345671|KPP=771201001|Sum=15000000' +
        `|Purpose=${invoicePurpose(INVOICE)}`,
    );
  });
});

function pageCount(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}
