import { formatRubles } from '../../../../lib/money-format.ts';
import { splitSections, type Fields, type Report, type Section } from './split-sections.ts';
import {
  type BankFile,
  type BankFileBalance,
  type BankFileDocument,
  type BankFileHeader,
  type BankFileParty,
  type BankFileProblem,
  decodeBankFile,
  isEmptyDate,
  readBankFileDate,
  readBankFileSum,
  type BankFileEncoding,
} from './bank-file.ts';

/** The caller refuses a larger file before it is read into memory. */
export const MAX_STATEMENT_BYTES = 10 * 1024 * 1024;

/** A file with more mistakes than this is not a statement, and more sentences do not help. */
const MAX_PROBLEMS = 100;
const SUPPORTED_VERSIONS = ['1.01', '1.02', '1.03', '1.04'];

export type ParsedBankFile = { ok: true; bankFile: BankFile } | { ok: false; errors: BankFileProblem[] };

/** Money depends on these keys. Two different values of one key mean that the file was tampered with. */
const DECISIVE_KEYS = [
  'Номер',
  'Дата',
  'Сумма',
  'ПлательщикСчет',
  'ПлательщикИНН',
  'ПолучательСчет',
  'ПолучательИНН',
  'ДатаСписано',
  'ДатаПоступило',
];

/**
 * Reads a 1CClientBankExchange statement (docs/facts.md 3): the whole file, or everything that is wrong with it.
 * Never throws, whatever the bytes. Does not check whose account it is.
 */
export function parseBankFile(bytes: Uint8Array): ParsedBankFile {
  const { text, encoding, isBroken } = decodeBankFile(bytes);
  const errors: BankFileProblem[] = [];
  const report: Report = (line, message) => {
    if (errors.length < MAX_PROBLEMS) errors.push({ line, message });
  };
  const split = splitSections({ text: text.replace(/^\ufeff/, ''), isBroken }, report);
  if (!split) {
    errors.length = 0;
    report(1, 'Это не выписка для 1С: первая строка файла должна быть «1CClientBankExchange»');
    return { ok: false, errors };
  }
  const { header, sections } = split;
  const bankFile: BankFile = {
    header: readHeader(header, encoding, report),
    accounts: [],
    balances: sections
      .filter(({ kind }) => kind === 'balance')
      .map((section) => readBalance(section, report)),
    documents: sections
      .filter(({ kind }) => kind === 'document')
      .map((section) => readDocument(section, report)),
  };
  if (errors.length > 0) return { ok: false, errors: errors.sort((left, right) => left.line - right.line) };
  const named = [
    ...(header.values.get('РасчСчет') ?? []).map(accountDigits),
    ...bankFile.balances.map(({ account }) => account),
  ];
  bankFile.accounts = [...new Set(named.filter((account) => account !== ''))];
  return { ok: true, bankFile };
}

function readHeader(fields: Fields, encoding: BankFileEncoding, report: Report): BankFileHeader {
  const version = first(fields, 'ВерсияФормата');
  if (version === null) report(1, 'Нет обязательного поля ВерсияФормата');
  else if (!SUPPORTED_VERSIONS.includes(version)) {
    report(
      fields.lines.get('ВерсияФормата') ?? 1,
      `Версия формата «${shorten(version)}» не поддерживается, нужна 1.02, 1.03 или 1.04`,
    );
  }
  return {
    version: version ?? '',
    encoding,
    sender: first(fields, 'Отправитель'),
    receiver: first(fields, 'Получатель'),
    createdOn: dateField(fields, 'ДатаСоздания', 1, report),
    periodFrom: dateField(fields, 'ДатаНачала', 1, report),
    periodTo: dateField(fields, 'ДатаКонца', 1, report),
    raw: toRaw(fields),
  };
}

function readBalance({ fields, line }: Section, report: Report): BankFileBalance {
  const account = accountDigits(first(fields, 'РасчСчет') ?? '');
  if (account === '') report(line, 'Нет обязательного поля РасчСчет');
  const balance = {
    account,
    from: dateField(fields, 'ДатаНачала', line, report),
    to: dateField(fields, 'ДатаКонца', line, report),
    openingKopecks: sumField(fields, 'НачальныйОстаток', line, report),
    creditedKopecks: sumField(fields, 'ВсегоПоступило', line, report),
    debitedKopecks: sumField(fields, 'ВсегоСписано', line, report),
    closingKopecks: sumField(fields, 'КонечныйОстаток', line, report),
  };
  checkBalance(balance, line, report);
  return balance;
}

/** Opening + credited − debited = closing, wherever the bank states all four. */
function checkBalance(balance: BankFileBalance, line: number, report: Report): void {
  const { account, openingKopecks, creditedKopecks, debitedKopecks, closingKopecks } = balance;
  if (
    openingKopecks === null ||
    creditedKopecks === null ||
    debitedKopecks === null ||
    closingKopecks === null
  )
    return;
  const computed = openingKopecks + creditedKopecks - debitedKopecks;
  if (computed === closingKopecks) return;
  report(
    line,
    `Остатки по счёту ${account} не сходятся: должно остаться ${formatRubles(computed)}, ` +
      `а указано ${formatRubles(closingKopecks)}`,
  );
}

function readDocument({ fields, title, line }: Section, report: Report): BankFileDocument {
  for (const key of DECISIVE_KEYS) {
    if (new Set(fields.values.get(key)).size > 1)
      report(fields.lines.get(key) ?? line, `Поле ${key} указано дважды с разными значениями`);
  }
  const number = fields.values.get('Номер')?.[0];
  if (number === undefined) report(line, 'Нет обязательного поля Номер');
  const date = dateField(fields, 'Дата', line, report);
  if (isEmptyDate(first(fields, 'Дата') ?? '')) report(line, 'Нет обязательного поля Дата');
  const sumKopecks = sumField(fields, 'Сумма', line, report);
  if (first(fields, 'Сумма') === null) report(line, 'Нет обязательного поля Сумма');
  if (sumKopecks !== null && sumKopecks < 0)
    report(fields.lines.get('Сумма') ?? line, 'Сумма документа меньше нуля');
  return {
    kind: title,
    number: number ?? '',
    date: date ?? '',
    sumKopecks: sumKopecks ?? 0,
    payer: readParty(fields, 'Плательщик'),
    payee: readParty(fields, 'Получатель'),
    debitedOn: dateField(fields, 'ДатаСписано', line, report),
    creditedOn: dateField(fields, 'ДатаПоступило', line, report),
    purpose: readPurpose(fields),
    line,
    raw: toRaw(fields),
  };
}

function readParty(fields: Fields, role: 'Плательщик' | 'Получатель'): BankFileParty {
  const written = first(fields, `${role}1`) ?? first(fields, role) ?? '';
  const { inn, name } = splitName(written);
  return {
    account: accountDigits(first(fields, `${role}Счет`) ?? '') || null,
    settlementAccount: accountDigits(first(fields, `${role}РасчСчет`) ?? '') || null,
    inn: innDigits(first(fields, `${role}ИНН`)) ?? inn ?? splitName(first(fields, role) ?? '').inn,
    kpp: /^[\dA-Z]{9}$/.exec(first(fields, `${role}КПП`) ?? '')?.[0] ?? null,
    name: name || null,
    bik: first(fields, `${role}БИК`),
    bank: first(fields, `${role}Банк1`),
  };
}

/** «ИНН 5047123455 КПП 504701001 ООО "Перевозчик"» → its INN and the name alone. */
function splitName(written: string): { inn: string | null; name: string } {
  const match =
    /^ИНН[\s:]*(\d{12}|\d{10}|\d{5})(?!\d)(?:[\s/\\,;]*(?:КПП[\s:]*)?\d{9}(?!\d))?[\s/\\,;]*/i.exec(written);
  if (!match) return { inn: null, name: written };
  return { inn: match[1] ?? null, name: written.slice(match[0].length) || written };
}

/** Some banks write «5047123455/504701001», or a zero when there is no INN. */
function innDigits(text: string | null): string | null {
  return /^\D*(\d{12}|\d{10}|\d{5})(?!\d)/.exec(text ?? '')?.[1] ?? null;
}

function accountDigits(text: string): string {
  return text.replace(/[\s.]/g, '');
}

/** `НазначениеПлатежа`, or its numbered lines joined when they contain more. */
function readPurpose(fields: Fields): string {
  const main = collapse((fields.values.get('НазначениеПлатежа') ?? []).join(' '));
  const numbered = [1, 2, 3, 4, 5, 6].map((number) =>
    (fields.values.get(`НазначениеПлатежа${number}`) ?? []).join(' '),
  );
  const joined = collapse(numbered.join(' '));
  const [bareMain, bareJoined] = [main.replaceAll(' ', ''), joined.replaceAll(' ', '')];
  if (bareMain.includes(bareJoined)) return main;
  return bareJoined.includes(bareMain) ? joined : `${main} ${joined}`;
}

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function first(fields: Fields, key: string): string | null {
  return fields.values.get(key)?.find((value) => value !== '') ?? null;
}

function dateField(fields: Fields, key: string, line: number, report: Report): string | null {
  const text = first(fields, key);
  if (text === null || isEmptyDate(text)) return null;
  const date = readBankFileDate(text);
  if (date === null) report(fields.lines.get(key) ?? line, `Неверная дата «${shorten(text)}» в поле ${key}`);
  return date;
}

function sumField(fields: Fields, key: string, line: number, report: Report): number | null {
  const text = first(fields, key);
  if (text === null) return null;
  const sum = readBankFileSum(text);
  if (sum === null) report(fields.lines.get(key) ?? line, `Неверная сумма «${shorten(text)}» в поле ${key}`);
  return sum;
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** `Object.fromEntries` defines its properties, so that a key named `__proto__` stays a key. */
function toRaw(fields: Fields): Readonly<Record<string, string>> {
  return Object.fromEntries([...fields.values].map(([key, values]) => [key, values.join('\n')]));
}
