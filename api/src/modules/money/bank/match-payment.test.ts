import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXAMPLE, bankFileBytes, withLine } from './file/example-bank-file.ts';
import { invoiceDigits } from './find-invoice-numbers.ts';
import {
  findInvoiceNumbers,
  isIncoming,
  matchPayment,
  normalizePurpose,
  type OpenInvoice,
  bankFileDocumentKey,
} from './match-payment.ts';
import { parseBankFile } from './file/parse-bank-file.ts';
import type { BankFileDocument } from './file/bank-file.ts';

const OWN = '40702810200000000001';

function document(
  change: Partial<BankFileDocument> = {},
  lines: readonly string[] = EXAMPLE,
): BankFileDocument {
  const parsed = parseBankFile(bankFileBytes(lines));
  const [read] = parsed.ok ? parsed.bankFile.documents : [];
  if (!read) throw new Error('the example was not read');
  return { ...read, ...change };
}

describe('invoice numbers in a purpose', () => {
  it('a purpose is read in one spelling', () => {
    expect(normalizePurpose('  Oплата   по счёту No M–000123 ')).toBe('ОПЛАТА ПО СЧЕТУ № М-000123');
    expect(normalizePurpose('сч. N12, #13, №№ 14, НДС')).toBe('СЧ. №12, №13, № 14, НДС');
  });

  // The nine samples of docs/facts.md 3, tried with their own prefix.
  it.each([
    ['по счету № ТК-000123 от 15.09.2026', ['123']],
    ['по счёту ТК-123 от 15.09.26', ['123']],
    ['сч. N ТК-000123', ['123']],
    ['По сч.№ТК000123', ['123']],
    ['счета на оплату №123', ['123']],
    ['по договору 45/ТК', []],
    ['по счету-фактуре № 55', []],
    ['на счет 40702810200000000001', []],
    ['Расчет по договору № 5', []],
  ])('«%s» names %j', (purpose, numbers) => {
    expect(findInvoiceNumbers(purpose, 'ТК-')).toEqual(numbers);
  });

  it.each([
    ['Oплaтa пo cчeтy M-000123 в латинице', ['123']],
    ['Оплата по счету No. M-123', ['123']],
    ['счёт #М 123', ['123']],
    ['СЧЕТ N000123', ['123']],
    ['по счету: М-123', ['123']],
    ['счет от 15.09.2026 № М-123', ['123']],
    ['по счету №М-000123 от 15.09.2026г. за топливо', ['123']],
    ['по счету-договору № М-77', ['77']],
    ['Оплата М-000123 за ГСМ', ['123']],
    ['по счету № М-000123, НДС 22% 27049-18', ['123']],
    ['по счету 123, 150000-00 руб', ['123']],
    ['с/ф № 5, счет № 6', ['6']],
    ['счета 12, 13', ['12', '13']],
    ['по счетам №№ М-12, М-13 и М-14 от 01.02.2026', ['12', '13', '14']],
    ['по счету № 12, № 13', ['12', '13']],
    ['по счету 12, 13 шт', ['12']],
    ['по счету М-12 и счету М-0012', ['12']],
    ['проезд по М-4 Дон', []],
    ['пополнение лицевого счета № 5', []],
    ['на р/сч 123, л/с 17', []],
    ['сч-ф 12 от 01.01.2026', []],
    ['по счету от 15.09.2026', []],
    ['по счету № АБ-123', []],
    ['по счету № М-000123/1', []],
    ['по счету № 0', []],
    ['', []],
  ])('«%s» names %j', (purpose, numbers) => {
    expect(findInvoiceNumbers(purpose)).toEqual(numbers);
  });

  // People leave the year out and write the month as a word: the number after such a date was lost, its day was one.
  it.each([
    ['по счету от 15.09 № 123', ['123']],
    ['по счету от 5 сентября 2026 г. № М-123', ['123']],
    ['по счету от 15 сентября 2026 года 123', ['123']],
    ['счет на оплату от 1.09.2026 № 123', ['123']],
    ['счета № 12 от 15.09, № 13 от 16.09 и № 14', ['12', '13', '14']],
    ['по счетам 12 от 5 мая и 13 от 6 мая 2026 г., 14 от 29 февраля', ['12', '13', '14']],
    ['по счетам № 12 за 1 и 2 декабря', ['12']],
    ['счета 12 и 15 сентября', ['12']],
    ['счет 15 сентября 2026 г.', []],
    ['по счету № 15 от 15 сентября', ['15']],
    ['по счету 12 майки', ['12']],
  ])('«%s», with a date as people write it, names %j', (purpose, numbers) => {
    expect(findInvoiceNumbers(purpose)).toEqual(numbers);
  });

  it('an own number is compared without its prefix and zeros', () => {
    expect(invoiceDigits('М-000123')).toBe('123');
    expect(invoiceDigits('2026-000123')).toBe('123');
    expect(invoiceDigits('без номера')).toBe('');
  });

  it('every own number is found in its printed purpose, and no text hangs the search', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), (number) => {
        const printed = `М-${String(number).padStart(6, '0')}`;
        expect(
          findInvoiceNumbers(`Оплата по счёту № ${printed} от 15.09.2026. В т.ч. НДС 22% - 27049-18`),
        ).toEqual([String(number)]);
      }),
    );
    const bait = fc.constantFrom(
      'СЧЕТ',
      'СЧ',
      '№',
      'М-',
      ' ',
      ',',
      'И',
      'ОТ',
      '12',
      '15.09.2026',
      '15.09',
      ' СЕНТЯБРЯ ',
      'ФАКТУР',
      '/',
      '-',
    );
    fc.assert(
      fc.property(
        fc.array(bait, { maxLength: 400 }),
        (parts) => findInvoiceNumbers(parts.join('')).length >= 0,
      ),
    );
    findInvoiceNumbers('СЧЕТ'.repeat(500_000));
  });
});

describe('the key of a document', () => {
  it('a key is the same for the document in another file with another purpose text', () => {
    const other = document({ line: 700, purpose: `  ${document().purpose.replaceAll(' ', '  ')}`, raw: {} });
    expect(bankFileDocumentKey(OWN, other)).toBe(bankFileDocumentKey(OWN, document()));
    expect(bankFileDocumentKey(OWN, other)).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each<[string, Partial<BankFileDocument>]>([
    ['number', { number: '042' }],
    ['day', { date: '2026-09-14' }],
    ['day of crediting', { creditedOn: '2026-09-16' }],
    ['sum', { sumKopecks: 150_000_01 }],
    ['payer', { payer: { ...document().payer, account: '40802810400000000001' } }],
    ['payer’s INN', { payer: { ...document().payer, inn: '7736050003' } }],
    ['purpose', { purpose: 'Оплата по счету № М-000124' }],
  ])('the key of a document differs when the %s does, so no payment is lost', (_part, change) => {
    expect(bankFileDocumentKey(OWN, document(change))).not.toBe(bankFileDocumentKey(OWN, document()));
  });

  it('the key of a document differs between two own accounts', () => {
    expect(bankFileDocumentKey('40802810100000000001', document())).not.toBe(
      bankFileDocumentKey(OWN, document()),
    );
  });
});

describe('incoming money', () => {
  it('incoming money is only what came to the own account from another one', () => {
    expect(isIncoming(OWN, document())).toBe(true);
    expect(isIncoming('40802810100000000001', document())).toBe(false);
    expect(isIncoming(OWN, document({ creditedOn: null }))).toBe(false);
    expect(isIncoming(OWN, document({ sumKopecks: 0 }))).toBe(false);
    const line = 'ПлательщикСчет=40702810500000000001';
    expect(isIncoming(OWN, document({}, withLine(line, `ПлательщикСчет=${OWN}`)))).toBe(false);
  });

  it('incoming money is recognised by the settlement account too', () => {
    const lines = withLine(`ПолучательСчет=${OWN}`, `ПолучательРасчСчет=${OWN}`);
    expect(isIncoming(OWN, document({}, lines))).toBe(true);
  });
});

describe('matching a payment to a company (§1.15, §1.33)', () => {
  const CARRIER = 7;
  const OTHER = 8;
  const openInvoices: OpenInvoice<number, string>[] = [
    { id: 'inv-123', companyId: CARRIER, number: 'М-000123', unpaidKopecks: 150_000_00 },
    { id: 'inv-124', companyId: CARRIER, number: 'М-000124', unpaidKopecks: 20_000_00 },
    { id: 'inv-125', companyId: CARRIER, number: 'М-000125', unpaidKopecks: 20_000_00 },
    { id: 'inv-200', companyId: OTHER, number: 'М-000200', unpaidKopecks: 150_000_00 },
  ];
  const companiesByInn = new Map([
    ['5047123455', CARRIER],
    ['7736050003', OTHER],
  ]);
  const match = (change: Partial<BankFileDocument>) =>
    matchPayment({ document: document(change), openInvoices, companiesByInn });
  const from = (inn: string | null) => ({ ...document().payer, inn });

  it.each<[string, Partial<BankFileDocument>, object]>([
    ['number, INN and sum agree', {}, { decision: 'auto', companyId: CARRIER, invoiceId: 'inv-123' }],
    [
      'less came',
      { sumKopecks: 100_000_00 },
      { decision: 'auto-noted', companyId: CARRIER, invoiceId: 'inv-123' },
    ],
    [
      'more came',
      { sumKopecks: 150_000_01 },
      { decision: 'auto-noted', companyId: CARRIER, invoiceId: 'inv-123' },
    ],
    [
      'no number, one such sum',
      { purpose: 'За топливо' },
      { decision: 'suggest', companyId: CARRIER, invoiceId: 'inv-123' },
    ],
    [
      'no number, two such sums',
      { purpose: 'За топливо', sumKopecks: 20_000_00 },
      { decision: 'company', companyId: CARRIER },
    ],
    [
      'no number, no such sum',
      { purpose: 'За топливо', sumKopecks: 1 },
      { decision: 'company', companyId: CARRIER },
    ],
    [
      'a paid or unknown number',
      { purpose: 'По счету М-000099', sumKopecks: 5 },
      { decision: 'company', companyId: CARRIER },
    ],
    ['two numbers', { purpose: 'По счетам М-123, М-124' }, { decision: 'suggest', companyId: CARRIER }],
    ['an unknown INN', { payer: from('7707083893') }, { decision: 'unclear' }],
    ['no INN at all', { payer: from(null) }, { decision: 'unclear' }],
    ['another company’s invoice', { purpose: 'По счету М-000200' }, { decision: 'unclear' }],
    ['own and another’s invoice', { purpose: 'По счетам М-123, М-200' }, { decision: 'unclear' }],
    ['a refund', { purpose: 'Возврат по счету М-000123' }, { decision: 'refund', companyId: CARRIER }],
    [
      'a bill of a card request',
      { purpose: 'Оплата выпуска топливных карт по заявке № 123 от 15.09.2026', sumKopecks: 7 },
      { decision: 'company', companyId: CARRIER },
    ],
  ])('%s', (_case, change, expected) => {
    const { decision, companyId, invoiceId } = match(change);
    expect({ decision, companyId, invoiceId }).toEqual(expected);
  });

  it('the note says in Russian what a user has to know', () => {
    expect(match({}).note).toBe('Оплата счёта М-000123');
    expect(match({ sumKopecks: 100_000_00 }).note).toBe(
      'Частичная оплата счёта М-000123: поступило 100\u00a0000,00\u00a0₽ вместо 150\u00a0000,00\u00a0₽',
    );
    expect(match({ sumKopecks: 160_000_00 }).note).toMatch(/^Переплата счёта М-000123/);
    expect(match({ purpose: 'По счету М-000200' }).note).toBe(
      'ИНН плательщика 5047123455, а в назначении счёт другой компании: М-000200',
    );
    expect(match({ purpose: 'По счету М-99', sumKopecks: 5 }).note).toMatch(
      /^Счёт 99 не найден среди неоплаченных/,
    );
  });

  it('money never goes to a company that did not send it, whatever the purpose', () => {
    const words = fc.constantFrom(
      'по счету',
      '№',
      'М-000200',
      'М-000123',
      '200',
      ',',
      'ИНН 7736050003',
      'за',
      'счета',
    );
    const payer = fc.constantFrom('5047123455', '7736050003', '7707083893', null);
    fc.assert(
      fc.property(
        fc.array(words, { maxLength: 8 }),
        payer,
        fc.constantFrom(150_000_00, 1),
        (text, inn, sumKopecks) => {
          const { companyId, invoiceId } = match({ purpose: text.join(' '), payer: from(inn), sumKopecks });
          const sender = inn === null ? undefined : companiesByInn.get(inn);
          if (companyId !== undefined) expect(companyId).toBe(sender);
          if (invoiceId !== undefined) {
            expect(openInvoices.find(({ id }) => id === invoiceId)?.companyId).toBe(sender);
          }
        },
      ),
    );
  });
});
