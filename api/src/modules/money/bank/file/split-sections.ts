import type { DecodedBankFile } from './bank-file.ts';
import { eachLine } from '../known-payments.ts';

/** A busy account has some thousands a day, and a file of 10 MiB holds fewer than this. */
const MAX_DOCUMENTS = 50_000;
/** Enough for daily balances of a year for several accounts. */
const MAX_BALANCES = 2_000;
const MAX_LINES = 1_000_000;
const MAX_LINE_LENGTH = 10_000;

/** Values by their keys, and the line on which each key stands first with a value. */
export interface Fields {
  values: Map<string, string[]>;
  lines: Map<string, number>;
}
export interface Section {
  kind: 'balance' | 'document';
  title: string;
  line: number;
  fields: Fields;
  lastKey: string | null;
}
/** `value` is null on a line without «=». */
interface FileLine {
  number: number;
  text: string;
  key: string;
  value: string | null;
}
export type Report = (line: number, message: string) => void;

const SECTION_ENDS = { document: 'КонецДокумента', balance: 'КонецРасчСчет' } as const;
const SECTION_NAMES = { document: 'документа', balance: 'остатков' } as const;
const FILE_END_MARKS = ['КонецФайла', 'КонецВыписки'];
const PURPOSE = 'НазначениеПлатежа';

/** Keys of one word that may follow a purpose; longer ones are known by their inner capital: «ВидОплаты». */
const SHORT_KEYS = new Set(
  (
    'Номер Дата Сумма Плательщик Получатель Плательщик1 Получатель1 Очередность Код ' +
    'ОКАТО ОКТМО УИН УИП КБК Аккредитив'
  ).split(' '),
);

function newFields(): Fields {
  return { values: new Map(), lines: new Map() };
}

/**
 * Splits the file into its header and sections, line by line; reports an unfinished section, a line or a file that is too
 * long, and stops there. Null means that the first non-empty line is not that of a statement.
 */
export function splitSections(
  { text, isBroken }: Pick<DecodedBankFile, 'text' | 'isBroken'>,
  report: Report,
): { header: Fields; sections: Section[] } | null {
  const header = newFields();
  const sections: Section[] = [];
  const counts = { document: 0, balance: 0 };
  let isStarted = false;
  let open: Section | null = null;
  let lastHeaderKey: string | null = null;
  let ended = false;
  let number = 0;
  for (const whole of eachLine(text)) {
    number += 1;
    if (ended) {
      if (!isStrayLine(whole)) continue;
      report(number, 'После строки «КонецФайла» начинается другая выписка: загрузите её отдельным файлом');
      return { header, sections };
    }
    const tooMuch = findOversizedLine(whole, number);
    if (tooMuch !== null) {
      if (!isStarted) return null;
      report(number, tooMuch);
      return { header, sections };
    }
    const line = readLine(whole, number);
    if (line.text === '') continue;
    if (isBroken && line.text.includes('\ufffd')) report(number, BROKEN_SIGN);
    if (!isStarted) {
      if (line.text !== '1CClientBankExchange') return null;
      isStarted = true;
      continue;
    }
    const { key, value } = line;
    if (FILE_END_MARKS.includes(key) && !value) {
      if (open) reportUnfinished(open, report);
      open = null;
      ended = true;
    } else if (key === 'СекцияДокумент' || (key === 'СекцияРасчСчет' && !value)) {
      if (open) reportUnfinished(open, report);
      const kind = key === 'СекцияДокумент' ? 'document' : 'balance';
      counts[kind] += 1;
      if (counts.document > MAX_DOCUMENTS || counts.balance > MAX_BALANCES) {
        report(
          number,
          `В выписке больше ${MAX_DOCUMENTS} документов или ${MAX_BALANCES} остатков: загрузите её частями`,
        );
        return { header, sections };
      }
      open = { kind, title: value ?? '', line: number, fields: newFields(), lastKey: null };
    } else if ((key === SECTION_ENDS.document || key === SECTION_ENDS.balance) && !value) {
      if (open && SECTION_ENDS[open.kind] === key) sections.push(open);
      else if (open) reportUnfinished(open, report);
      else report(number, `Строка «${key}» без начала секции`);
      open = null;
    } else if (open) {
      open.lastKey = storeField(open.fields, line, open.lastKey, report);
    } else {
      lastHeaderKey = storeField(header, line, lastHeaderKey, report);
    }
  }
  if (!isStarted) return null;
  if (open) reportUnfinished(open, report);
  if (!ended) report(number, 'Файл оборван: нет строки «КонецФайла»');
  return { header, sections };
}

const BROKEN_SIGN = 'Знак не читается: файл испорчен при передаче. Скачайте выписку в банке ещё раз';

function findOversizedLine(line: string, number: number): string | null {
  if (line.length > MAX_LINE_LENGTH) return `Строка длиннее ${MAX_LINE_LENGTH} знаков`;
  return number > MAX_LINES ? `В файле больше ${MAX_LINES} строк` : null;
}

function readLine(whole: string, number: number): FileLine {
  const text = whole.trim();
  const at = text.indexOf('=');
  const key = (at < 0 ? text : text.slice(0, at)).trim();
  // «НазначениеПлатежа 1»: some banks put a space before the number.
  const numbered = /^НазначениеПлатежа\s+(\d)$/.exec(key);
  return {
    number,
    text,
    key: numbered ? `${PURPOSE}${numbered[1]}` : key,
    value: at < 0 ? null : text.slice(at + 1).trim(),
  };
}

function reportUnfinished({ kind, line }: Section, report: Report): void {
  report(line, `Секция ${SECTION_NAMES[kind]} не закрыта: нет строки «${SECTION_ENDS[kind]}»`);
}

/** Documents after the end would be lost silently. They mean that two files were put into one. */
function isStrayLine(line: string): boolean {
  return /^\s{0,100}(?:1CClientBankExchange|СекцияДокумент|СекцияРасчСчет)/.test(line);
}

/**
 * Stores a value under its key and returns the key that the next line may continue: a line without «=» belongs to the
 * value before it, as in a purpose with a line break, and so does a line of a purpose that only happens to hold «=». The
 * joined value may be as long as a line.
 */
function storeField(fields: Fields, line: FileLine, lastKey: string | null, report: Report): string | null {
  const { number, key, value, text } = line;
  if (value === null || (lastKey?.startsWith(PURPOSE) === true && !isKey(key))) {
    const values = lastKey === null ? [] : (fields.values.get(lastKey) ?? []);
    const whole = [values.pop(), text].filter((part) => part).join(' ');
    if (whole.length > MAX_LINE_LENGTH) {
      report(number, `Значение поля длиннее ${MAX_LINE_LENGTH} знаков`);
      return null;
    }
    values.push(whole);
    return lastKey;
  }
  const values = fields.values.get(key);
  if (values) values.push(value);
  else fields.values.set(key, [value]);
  if (!fields.lines.has(key) && value !== '') fields.lines.set(key, number);
  return key;
}

/** Returns whether a word before «=» is a key after a purpose: a known one, or a compound like all others. */
function isKey(word: string): boolean {
  return SHORT_KEYS.has(word) || /^[\p{L}\d_]*\p{Ll}\p{Lu}[\p{L}\d_]*$/u.test(word);
}
