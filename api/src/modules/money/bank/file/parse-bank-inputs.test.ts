import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bankFileBytes, EXAMPLE, withLine, type StatementLines } from './example-bank-file.ts';
import { parseBankFile } from './parse-bank-file.ts';

const PURPOSE = 'НазначениеПлатежа=Оплата по счету № М-000123 от 15.09.2026. В т.ч. НДС 22% 27049-18';
const RECEIVED_LINE = 'ДатаПоступило=15.09.2026';

function read(bytes: Uint8Array) {
  const parsed = parseBankFile(bytes);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const [document] = parsed.bankFile.documents;
  if (!document) throw new Error('no document was read');
  return document;
}

function problems(bytes: Uint8Array): string[] {
  const parsed = parseBankFile(bytes);
  return parsed.ok ? [] : parsed.errors.map(({ line, message }) => `${line}: ${message}`);
}

/** Encodes UTF-16 as a bank on Windows writes it, with or without the mark in front. */
function utf16(text: string, { isBig, isMarked }: { isBig: boolean; isMarked: boolean }): Uint8Array {
  const bytes = Buffer.from(isMarked ? `\ufeff${text}` : text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
}

const TEXT = `${EXAMPLE.join('\r\n')}\r\n`;

describe('real banks’ values are read', () => {
  it.each<[string, StatementLines, object]>([
    [
      'an empty date of spaces and points',
      withLine(RECEIVED_LINE, 'ДатаПоступило=  .  .    '),
      { creditedOn: null },
    ],
    ['an empty date of zeros', withLine(RECEIVED_LINE, 'ДатаПоступило=00.00.0000'), { creditedOn: null }],
    ['a blank first line', ['', '   ', ...EXAMPLE], { number: '42' }],
    ['«КонецВыписки» as its end', withLine('КонецФайла', 'КонецВыписки'), { number: '42' }],
    ['version 1.04', withLine('ВерсияФормата=1.03', 'ВерсияФормата=1.04'), { number: '42' }],
    [
      'a month of one digit',
      withLine(RECEIVED_LINE, 'ДатаПоступило=15.9.2026'),
      { creditedOn: '2026-09-15' },
    ],
    ['a year of two digits', withLine(RECEIVED_LINE, 'ДатаПоступило=15.09.26'), { creditedOn: '2026-09-15' }],
    ['a day as ISO 8601', withLine(RECEIVED_LINE, 'ДатаПоступило=2026-09-15'), { creditedOn: '2026-09-15' }],
    [
      'a moment as ISO 8601',
      withLine(RECEIVED_LINE, 'ДатаПоступило=2026-09-15T10:00:00'),
      { creditedOn: '2026-09-15' },
    ],
    ['a hyphen before kopecks', withLine('Сумма=150000.00', 'Сумма=150000-50'), { sumKopecks: 150_000_50 }],
    [
      'an equals sign before kopecks',
      withLine('Сумма=150000.00', 'Сумма=150 000=50'),
      { sumKopecks: 150_000_50 },
    ],
    [
      'a second line of a purpose that holds «=»',
      withLine(PURPOSE, 'НазначениеПлатежа=Оплата по договору', 'НДС 22% = 27049-18, счёт=М-000123'),
      { purpose: 'Оплата по договору НДС 22% = 27049-18, счёт=М-000123' },
    ],
    [
      'a second line that begins with a word and «=»',
      withLine(PURPOSE, 'НазначениеПлатежа=Оплата', 'Счёт=М-000123'),
      { purpose: 'Оплата Счёт=М-000123' },
    ],
    [
      'a numbered purpose',
      withLine(PURPOSE, 'НазначениеПлатежа1=Оплата по', 'НазначениеПлатежа2=счету 123'),
      { purpose: 'Оплата по счету 123' },
    ],
    [
      'a numbered purpose with a space',
      withLine(PURPOSE, 'НазначениеПлатежа 1=Оплата по', 'НазначениеПлатежа 2=счету 123'),
      { purpose: 'Оплата по счету 123' },
    ],
  ])('%s', (_what, lines, expected) => {
    expect(read(bankFileBytes(lines))).toMatchObject(expected);
  });

  it('UTF-16 is read in both orders of bytes, with a mark and without', () => {
    for (const isBig of [true, false])
      for (const isMarked of [true, false])
        expect(read(utf16(TEXT, { isBig, isMarked }))).toMatchObject({
          number: '42',
          creditedOn: '2026-09-15',
        });
  });

  it('a key of the bank’s own after a purpose is no part of it', () => {
    const known = read(bankFileBytes(withLine(PURPOSE, PURPOSE, 'КодНазПлатежа=1', 'Код=0', 'НовыйКлюч=7')));
    expect(known.purpose).toBe(PURPOSE.slice(PURPOSE.indexOf('=') + 1));
    expect(known.raw).toMatchObject({ КодНазПлатежа: '1', Код: '0', НовыйКлюч: '7' });
  });
});

describe('unreadable values are reported with the line of their field', () => {
  it('a broken byte of UTF-8 is what is wrong, and nothing else', () => {
    const bytes = Buffer.from(TEXT);
    bytes[bytes.indexOf('Оплата')] = 0xff;
    expect(problems(bytes)).toEqual([
      '35: Знак не читается: файл испорчен при передаче. Скачайте выписку в банке ещё раз',
    ]);
  });

  it.each<[string, StatementLines, string]>([
    [
      'a sum of three decimals',
      withLine('Сумма=150000.00', 'Сумма=100.000'),
      '23: Неверная сумма «100.000» в поле Сумма',
    ],
    [
      'a wrong day',
      withLine(RECEIVED_LINE, 'ДатаПоступило=32.09.2026'),
      '29: Неверная дата «32.09.2026» в поле ДатаПоступило',
    ],
    ['a day of words', withLine('Дата=15.09.2026', 'Дата=вчера'), '22: Неверная дата «вчера» в поле Дата'],
    [
      'an empty day of a document',
      withLine('Дата=15.09.2026', 'Дата=  .  .    '),
      '20: Нет обязательного поля Дата',
    ],
  ])('%s', (_what, lines, problem) => {
    expect(problems(bankFileBytes(lines))).toContain(problem);
  });
});

describe('hostile files', () => {
  const HEAD = EXAMPLE.slice(0, 10).join('\n');
  it.each<[string, () => string, RegExp]>([
    ['lines without an end', () => `${HEAD}\n${'а'.repeat(4_000_000)}`, /^11: Строка длиннее 10000 знаков/],
    [
      'blank lines in a code page',
      () => `\u0098${'\n'.repeat(1_200_000)}`,
      /Это не выписка|больше 1000000 строк/,
    ],
    ['too many documents', () => `${HEAD}\n${'СекцияДокумент\nКонецДокумента\n'.repeat(60_000)}`, /./],
    ['too many balances', () => `${HEAD}\n${'СекцияРасчСчет\nКонецРасчСчет\n'.repeat(30_000)}`, /./],
    ['a purpose of a million lines', () => `${HEAD}\nНазначениеПлатежа=\n${'a=b\n'.repeat(900_000)}`, /./],
    ['a name that is all separators', () => `${HEAD}\nПлательщик=ИНН 5047123455${' /'.repeat(4_900)}`, /./],
  ])('%s are refused with a sentence', (_what, make, sentence) => {
    const found = problems(Buffer.from(make()));
    expect(found.length).toBeGreaterThan(0);
    expect(found.join('\n')).toMatch(sentence);
  });

  it('any bytes give a statement or error messages', () => {
    const edit = fc.record({ at: fc.nat(TEXT.length), put: fc.uint8Array({ maxLength: 6 }), cut: fc.nat(4) });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 5 }), (edits) => {
        let bytes = Buffer.from(TEXT);
        for (const { at, put, cut } of edits)
          bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + cut)]);
        const parsed = parseBankFile(bytes);
        if (!parsed.ok) expect(parsed.errors.length).toBeGreaterThan(0);
        else
          for (const { sumKopecks } of parsed.bankFile.documents)
            expect(sumKopecks).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 100) },
    );
  });
});
