import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBankFile, type ParsedBankFile } from './parse-bank-file.ts';
import { type BankFile, type BankFileDocument, readBankFileDate, readBankFileSum } from './bank-file.ts';
import { EXAMPLE, bankFileBytes, type StatementLines, withLine } from './example-bank-file.ts';

const OWN = '40702810200000000001';

function read(lines: StatementLines, encoding?: Parameters<typeof bankFileBytes>[1]): BankFile {
  const parsed = parseBankFile(bankFileBytes(lines, encoding));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.bankFile;
}

function readDocument(lines: StatementLines): BankFileDocument {
  const [document] = read(lines).documents;
  if (!document) throw new Error('no document was read');
  return document;
}

function problems(lines: StatementLines): string[] {
  const parsed = parseBankFile(bankFileBytes(lines));
  return parsed.ok ? [] : parsed.errors.map(({ line, message }) => `${line}: ${message}`);
}

const PURPOSE = 'НазначениеПлатежа=Оплата по счету № М-000123 от 15.09.2026. В т.ч. НДС 22% 27049-18';

describe('a right statement', () => {
  it('a statement loses nothing of the bank’s example', () => {
    const bankFile = read(EXAMPLE);
    expect(bankFile.header).toMatchObject({
      version: '1.03',
      encoding: 'windows-1251',
      sender: 'Банк Клиент Онлайн',
      createdOn: '2026-09-16',
      periodFrom: '2026-09-15',
      periodTo: '2026-09-15',
    });
    expect(bankFile.accounts).toEqual([OWN]);
    expect(bankFile.balances).toEqual([
      {
        account: OWN,
        from: '2026-09-15',
        to: '2026-09-15',
        openingKopecks: 0,
        creditedKopecks: 150_000_00,
        debitedKopecks: 0,
        closingKopecks: 150_000_00,
      },
    ]);
    expect(bankFile.documents).toHaveLength(1);
    expect(bankFile.documents[0]).toMatchObject({
      kind: 'Платежное поручение',
      number: '42',
      date: '2026-09-15',
      sumKopecks: 150_000_00,
      payer: {
        account: '40702810500000000001',
        inn: '5047123455',
        name: 'ООО "Перевозчик"',
        bik: '044525974',
        kpp: null,
      },
      payee: { account: OWN, inn: '7712345671', name: 'ООО "Топливные карты"', bik: '044525225' },
      debitedOn: null,
      creditedOn: '2026-09-15',
      purpose: 'Оплата по счету № М-000123 от 15.09.2026. В т.ч. НДС 22% 27049-18',
      line: 20,
    });
  });

  it('a statement in any of the banks’ encodings reads alike, whatever it declares', () => {
    const plain = (bankFile: BankFile) => ({
      ...bankFile,
      header: { ...bankFile.header, encoding: null },
    });
    const windows = read(EXAMPLE, 'windows-1251');
    for (const encoding of ['utf-8', 'utf-8-bom', 'cp866'] as const) {
      expect(plain(read(EXAMPLE, encoding))).toEqual(plain(windows));
    }
    expect(read(EXAMPLE, 'cp866').header.encoding).toBe('cp866');
    expect(read(EXAMPLE, 'utf-8-bom').header.encoding).toBe('utf-8');
  });

  it('a statement is read with bare line feeds, indents and blank lines too', () => {
    const text = EXAMPLE.map((line) => `  ${line} `)
      .join('\n\n')
      .trimStart();
    const parsed = parseBankFile(Buffer.from(text));
    expect(parsed.ok && parsed.bankFile.documents).toHaveLength(1);
  });

  it('a statement of two accounts and several days keeps every balance', () => {
    const second = EXAMPLE.slice(10, 19).map((line) => line.replace(OWN, '40802810100000000001'));
    const bankFile = read([...EXAMPLE.slice(0, 19), ...second, ...EXAMPLE.slice(19)]);
    expect(bankFile.accounts).toEqual([OWN, '40802810100000000001']);
    expect(bankFile.balances).toHaveLength(2);
  });

  it('a statement without documents is empty, not wrong', () => {
    const bankFile = read([...EXAMPLE.slice(0, 10), 'КонецФайла']);
    expect(bankFile).toMatchObject({ accounts: [OWN], balances: [], documents: [] });
  });
});

describe('differences of bank files from the format', () => {
  it('a value keeps its own «=»', () => {
    expect(readDocument(withLine(PURPOSE, 'НазначениеПлатежа=Счёт=М-1; код a=b')).purpose).toBe(
      'Счёт=М-1; код a=b',
    );
  });

  it('a number has its zeros and characters unchanged', () => {
    expect(readDocument(withLine('Номер=42', 'Номер=000042-А')).number).toBe('000042-А');
  });

  it('unknown fields are stored, even one that could poison an object', () => {
    const { raw } = readDocument(withLine('Очередность=5', 'НовыйКлюч=1', '__proto__=2', 'constructor=3'));
    expect(Object.entries(raw)).toEqual(
      expect.arrayContaining([
        ['НовыйКлюч', '1'],
        ['__proto__', '2'],
        ['constructor', '3'],
      ]),
    );
  });

  it.each([
    ['only in Плательщик', ['Плательщик=ООО "Перевозчик"']],
    ['with its INN before it', ['Плательщик=ИНН 5047123455 ООО "Перевозчик"', 'Плательщик1=']],
    ['with INN and KPP before it', ['Плательщик1=ИНН 5047123455 КПП 504701001 ООО "Перевозчик"']],
    ['with INN and KPP and slashes', ['Плательщик1=ИНН 5047123455/504701001//ООО "Перевозчик"']],
    [
      'twice',
      ['Плательщик=ИНН 5047123455 ООО "Перевозчик"', 'Плательщик1=ООО "Перевозчик"', 'Плательщик2=40702'],
    ],
  ])('the payer’s name is found %s', (_how, replacement) => {
    expect(readDocument(withLine('Плательщик1=ООО "Перевозчик"', ...replacement)).payer.name).toBe(
      'ООО "Перевозчик"',
    );
  });

  it.each([
    ['own key', ['ПлательщикИНН=5047123455'], '5047123455'],
    ['own key with the KPP', ['ПлательщикИНН=5047123455/504701001'], '5047123455'],
    ['name', ['Плательщик=ИНН 500100732259 ИП Иванов И. И.'], '500100732259'],
    [
      'own key before the name',
      ['ПлательщикИНН=5047123455', 'Плательщик=ИНН 7707083893 ПАО СБЕРБАНК'],
      '5047123455',
    ],
    ['nowhere, when the bank wrote a nought', ['ПлательщикИНН=0'], null],
    ['nowhere, when it has a wrong length', ['ПлательщикИНН=50471234551'], null],
  ])('the payer’s INN comes from its %s', (_where, replacement, inn) => {
    expect(readDocument(withLine('ПлательщикИНН=5047123455', ...replacement)).payer.inn).toBe(inn);
  });

  it.each([
    ['one line', ['НазначениеПлатежа=Оплата по счету М-1'], 'Оплата по счету М-1'],
    [
      'numbered lines alone',
      ['НазначениеПлатежа1=Оплата', 'НазначениеПлатежа2=по счету', 'НазначениеПлатежа6=М-1'],
      'Оплата по счету М-1',
    ],
    [
      'the whole and its lines',
      [
        'НазначениеПлатежа=Оплата по счету М-1',
        'НазначениеПлатежа1=Оплата по',
        'НазначениеПлатежа2=счету М-1',
      ],
      'Оплата по счету М-1',
    ],
    [
      'a beginning and all lines',
      ['НазначениеПлатежа=Оплата по', 'НазначениеПлатежа1=Оплата по', 'НазначениеПлатежа2=счету М-1'],
      'Оплата по счету М-1',
    ],
    [
      'a beginning and further lines',
      ['НазначениеПлатежа=Оплата', 'НазначениеПлатежа1=по счету', 'НазначениеПлатежа2=М-1'],
      'Оплата по счету М-1',
    ],
    ['a line break inside', ['НазначениеПлатежа=Оплата по', 'счету М-1'], 'Оплата по счету М-1'],
    ['nothing', [], ''],
  ])('a purpose written as %s is whole', (_how, replacement, purpose) => {
    expect(readDocument(withLine(PURPOSE, ...replacement)).purpose).toBe(purpose);
  });

  it('money that has not come has no day of crediting', () => {
    expect(readDocument(withLine('ДатаПоступило=15.09.2026', 'ДатаПоступило=')).creditedOn).toBeNull();
    expect(readDocument(withLine('ДатаПоступило=15.09.2026')).creditedOn).toBeNull();
  });

  it('a sum or account smuggled in a second time refuses the file', () => {
    const [problem] = problems(withLine('Сумма=150000.00', 'Сумма=150000.00', 'Сумма=950000.00'));
    expect(problem).toBe('23: Поле Сумма указано дважды с разными значениями');
    expect(problems(withLine('Сумма=150000.00', 'Сумма=150000.00', 'Сумма=150000.00'))).toEqual([]);
  });

  it.each([
    ['ПолучательИНН=7712345671', 'ПолучательИНН=5047123455', 'ПолучательИНН'],
    ['ДатаСписано=15.09.2026', 'ДатаСписано=16.09.2026', 'ДатаСписано'],
  ])('%s smuggled in a second time as %s refuses the file', (value, item, key) => {
    const [problem] = problems(withLine('ПолучательИНН=7712345671', value, item));
    expect(problem).toMatch(`Поле ${key} указано дважды с разными значениями`);
    expect(problems(withLine('ПолучательИНН=7712345671', value, value))).toEqual([]);
  });
});

describe('a wrong file is refused with its line and a sentence', () => {
  it.each<[string, StatementLines, string]>([
    [
      'another header',
      withLine('1CClientBankExchange', '1CClientBankExchange2'),
      '1: Это не выписка для 1С: первая строка файла должна быть «1CClientBankExchange»',
    ],
    ['an empty file', [], '1: Это не выписка для 1С: первая строка файла должна быть «1CClientBankExchange»'],
    [
      'a future version',
      withLine('ВерсияФормата=1.03', 'ВерсияФормата=2.00'),
      '2: Версия формата «2.00» не поддерживается, нужна 1.02, 1.03 или 1.04',
    ],
    ['no version', withLine('ВерсияФормата=1.03'), '1: Нет обязательного поля ВерсияФормата'],
    ['no end of the file', EXAMPLE.slice(0, -1), '37: Файл оборван: нет строки «КонецФайла»'],
    [
      'a document cut by the end of the file',
      withLine('КонецДокумента'),
      '20: Секция документа не закрыта: нет строки «КонецДокумента»',
    ],
    [
      'a balance cut by a document',
      withLine('КонецРасчСчет'),
      '11: Секция остатков не закрыта: нет строки «КонецРасчСчет»',
    ],
    [
      'an end without a beginning',
      withLine('СекцияРасчСчет'),
      '18: Строка «КонецРасчСчет» без начала секции',
    ],
    ['no number', withLine('Номер=42'), '20: Нет обязательного поля Номер'],
    ['no sum', withLine('Сумма=150000.00'), '20: Нет обязательного поля Сумма'],
    ['no date', withLine('Дата=15.09.2026'), '20: Нет обязательного поля Дата'],
    ['a sum that is none', withLine('Сумма=150000.00', 'Сумма=сто'), '23: Неверная сумма «сто» в поле Сумма'],
    ['a negative sum', withLine('Сумма=150000.00', 'Сумма=-1.00'), '23: Сумма документа меньше нуля'],
    [
      'a day that is none',
      withLine('Дата=15.09.2026', 'Дата=31.02.2026'),
      '22: Неверная дата «31.02.2026» в поле Дата',
    ],
    [
      'a balance that does not add up',
      withLine('КонечныйОстаток=150000.00', 'КонечныйОстаток=1.00'),
      '11: Остатки по счёту 40702810200000000001 не сходятся: должно остаться 150\u00a0000,00\u00a0₽, а указано 1,00\u00a0₽',
    ],
    [
      'a balance of nobody',
      withLine('СекцияРасчСчет', 'СекцияРасчСчет', 'КонецРасчСчет', 'СекцияРасчСчет'),
      '11: Нет обязательного поля РасчСчет',
    ],
    [
      'an endless line',
      withLine('ВидОплаты=01', `ВидОплаты=${'1'.repeat(10_001)}`),
      '33: Строка длиннее 10000 знаков',
    ],
  ])('%s', (_fear, lines, problem) => {
    expect(problems(lines)).toContain(problem);
  });

  it('a value continued over endless lines is refused in no time', () => {
    const text = Array.from({ length: 300_000 }, () => 'и ещё немного слов');
    const lines = [...EXAMPLE.slice(0, -2), ...text, ...EXAMPLE.slice(-2)];
    expect(problems(lines)[0]).toMatch(/Значение поля длиннее 10000 знаков$/);
  });

  it('all mistakes are reported at once, in file order, up to a hundred', () => {
    const both = withLine('КонечныйОстаток=150000.00', 'КонечныйОстаток=1.00').map((line) =>
      line === 'Номер=42' ? 'Ключ=42' : line,
    );
    expect(problems(both).map((problem) => problem.split(':')[0])).toEqual(['11', '20']);
    const many = Array.from({ length: 500 }, () => ['СекцияДокумент=Прочее', 'КонецДокумента']).flat();
    expect(problems([...EXAMPLE.slice(0, 10), ...many, 'КонецФайла'])).toHaveLength(100);
  });

  it('more documents than a bank ever sends are refused before they are read', () => {
    const many = Array.from({ length: 50_001 }, () => ['СекцияДокумент=Прочее', 'КонецДокумента']).flat();
    const parsed = parseBankFile(bankFileBytes([...EXAMPLE.slice(0, 10), ...many, 'КонецФайла'], 'utf-8'));
    expect(parsed).toMatchObject({ ok: false });
    expect(!parsed.ok && parsed.errors.some(({ message }) => message === MANY)).toBe(true);
  });
});

const MANY = 'В выписке больше 50000 документов или 2000 остатков: загрузите её частями';

describe('sums and days as banks write them', () => {
  it.each([
    ['150000.00', 150_000_00],
    ['150000', 150_000_00],
    ['150000.5', 150_000_50],
    ['150 000,00', 150_000_00],
    ['150\u00a0000,00', 150_000_00],
    ["150'000.00", 150_000_00],
    ['150’000.00', 150_000_00],
    ['1,234,567.89', 1_234_567_89],
    ['1.234.567,89', 1_234_567_89],
    ['000001.01', 1_01],
    ['0', 0],
    ['-0.00', 0],
    ['-15.20', -15_20],
    ['999999999999.99', 999_999_999_999_99],
  ])('«%s» is %d kopecks', (text, kopecks) => {
    expect(readBankFileSum(text)).toBe(kopecks);
  });

  it.each([
    '',
    '1,234',
    '1.234',
    '1.2.3',
    '1e5',
    '12.345',
    '--1',
    '+1',
    '0x10',
    'NaN',
    '1000000000000.00',
    '.50',
    '5.',
  ])('«%s» is no sum rather than a guess', (text) => {
    expect(readBankFileSum(text)).toBeNull();
  });

  it.each([
    ['15.09.2026', '2026-09-15'],
    ['29.02.2024', '2024-02-29'],
    ['15.09.2026 10:03:13', '2026-09-15'],
    ['29.02.2026', null],
    ['2026-09-15', '2026-09-15'],
    ['15.09.26', '2026-09-15'],
    ['15.13.2026', null],
    ['15.09.1026', null],
  ])('«%s» is the day %s', (text, day) => {
    expect(readBankFileDate(text)).toBe(day);
  });
});

describe('whatever comes in', () => {
  it('random bytes never throw', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => isVerdict(parseBankFile(bytes))));
  });

  it('random lines behind a right header never throw', () => {
    const key = fc.constantFrom(...new Set(EXAMPLE.map((line) => line.split('=')[0] ?? '')), '__proto__', '');
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('15.09.2026', '1.03', '150000.00', OWN, '9'.repeat(12)),
    );
    const line = fc.oneof(
      fc.tuple(key, value).map((pair) => pair.join('=')),
      key,
      value,
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 80 }), (lines) =>
        isVerdict(parseBankFile(bankFileBytes(['1CClientBankExchange', ...lines], 'utf-8'))),
      ),
    );
  });

  it('a real file with bytes changed, lost or doubled never throws', () => {
    const encoding = fc.constantFrom('utf-8', 'utf-8-bom', 'windows-1251', 'cp866' as const);
    const change = fc.record({ at: fc.nat(1500), take: fc.nat(40), put: fc.uint8Array({ maxLength: 20 }) });
    fc.assert(
      fc.property(encoding, fc.array(change, { minLength: 1, maxLength: 6 }), (name, changes) => {
        const bytes = changes.reduce<Uint8Array>(
          (file, { at, take, put }) => Buffer.concat([file.subarray(0, at), put, file.subarray(at + take)]),
          bankFileBytes(EXAMPLE, name),
        );
        return isVerdict(parseBankFile(bytes));
      }),
      { numRuns: 500 },
    );
  });

  it('a document survives any text in its purpose, in every encoding that can write it', () => {
    const russian = fc.string({
      unit: fc.constantFrom(...'абвгдежзийклмнопрстуфхцчшщъыьэюяАБЯё №0123456789.,-=|"()/'),
      maxLength: 210,
    });
    fc.assert(
      fc.property(russian, (purpose) => {
        const lines = withLine(PURPOSE, `НазначениеПлатежа=${purpose}`);
        const whole = purpose.replace(/\s+/g, ' ').trim();
        for (const encoding of ['utf-8', 'windows-1251', 'cp866'] as const) {
          expect(read(lines, encoding).documents[0]?.purpose).toBe(whole);
        }
      }),
    );
  });
});

/** Either a statement or at least one sentence with its line. */
function isVerdict(parsed: ParsedBankFile): boolean {
  return (
    parsed.ok ||
    (parsed.errors.length > 0 && parsed.errors.every(({ line, message }) => line > 0 && message !== ''))
  );
}
