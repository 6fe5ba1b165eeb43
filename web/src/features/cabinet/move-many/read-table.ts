import type { Kopecks } from '#contract/kopecks.ts';
import { driverName, fullDriverName, type Card } from '../../../cards/describe-card.ts';
import { typeMoney } from '../../../forms/type-money.ts';
import { counted } from '#contract/values/counted.ts';

/** A line of a pasted table: which card it means and how much, or why it can't be taken. */
export type TableLine = { line: number; text: string } & (
  | { card: Card; kopecks: Kopecks }
  | { card: null; problem: string }
);

/**
 * Reads what was copied from a spreadsheet: a card and a sum in each line. The card is named by its number or the end of it,
 * by its name (a plate) or its driver; the sum may have spaces, a comma or a currency. A head without a sum is skipped.
 */
export function readTable(text: string, cards: readonly Card[]): TableLine[] {
  const found: TableLine[] = [];
  const lineByCard = new Map<number, number>();
  const separator = SEPARATOR_LINE.exec(text)?.[1];
  for (const [index, raw] of text.split(/\r\n|[\r\n]/).entries()) {
    const written = raw.trim();
    if (written === '' || (index === 0 && separator !== undefined)) continue;
    const columns = splitColumns(written, separator);
    if (found.length === 0 && isHead(columns)) continue;
    const line = index + 1;
    const read = readLine(columns, cards);
    const earlier = read.card && lineByCard.get(read.card.id);
    if (earlier) {
      found.push({ line, text: written, card: null, problem: `Эта карта уже есть в строке ${earlier}` });
      continue;
    }
    if (read.card) lineByCard.set(read.card.id, line);
    found.push({ line, text: written, ...read });
  }
  return found;
}

/** `sep=;` in the first line names the separator for spreadsheets. */
const SEPARATOR_LINE = /^\uFEFF?sep=(.)(?=[\r\n]|$)/i;

/** «Карта	Сумма», «Последние 4 цифры	Сумма, ₽»: words where a card and a sum would stand. */
function isHead([name = '', sum = '']: string[]): boolean {
  const columns = sum === '' ? [name] : [name, sum];
  return columns.every((column) => /\p{L}/u.test(column)) && !/^[№#]?\s*\d/.test(sum === '' ? name : sum);
}

type ReadLine = { card: Card; kopecks: Kopecks } | { card: null; problem: string };

function readLine([name = '', sum = '']: string[], cards: readonly Card[]): ReadLine {
  if (sum === '') return refused('Нужны два столбца: карта и сумма');
  const money = typeMoney(sum);
  if (money.refusal !== null) return refused(money.refusal);
  if (!money.kopecks) return refused('Сумма должна быть больше нуля');
  const meant = findCardByName(name, cards);
  if (typeof meant === 'string') return refused(meant);
  return { card: meant, kopecks: money.kopecks };
}

function refused(problem: string): ReadLine {
  return { card: null, problem };
}

/** The first column and the last one; a spreadsheet puts tabs between them, people semicolons or spaces. */
function splitColumns(line: string, separator: string | undefined): string[] {
  for (const between of separator === undefined ? ['\t', ';', /\s{2,}/] : [separator]) {
    const columns = (typeof between === 'string' ? splitCells(line, between) : line.split(between))
      .map((value) => value.trim())
      .filter(Boolean);
    if (columns.length > 1) return [columns[0] ?? '', columns.at(-1) ?? ''];
  }
  const [, name = line, sum = ''] = /^(\S+)\s+(.+)$/.exec(line) ?? [];
  return [name, sum];
}

/** A cell in quotes may hold the separator, and two quotes for one. */
function splitCells(line: string, separator: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === separator && !isQuoted) cells.push('');
    else cells.push(`${cells.pop() ?? ''}${sign}`);
  }
  return cells;
}

/** The one card that is meant, or why there is none. */
function findCardByName(name: string, cards: readonly Card[]): Card | string {
  if (/^\d[.,]\d+E\+?\d+$/i.test(name)) return 'Таблица сократила номер карты: укажите его последние цифры';
  const digits = name.replace(/[\s•·*№]/g, '');
  const found = /^\d+$/.test(digits) ? findCardsEndingIn(digits, cards) : named(name, cards);
  const [first, ...others] = found;
  if (!first) return 'Такой карты нет';
  return others.length > 0
    ? `Подходят ${counted(found.length, ['карта', 'карты', 'карт'])}: укажите номер целиком`
    : first;
}

/** A spreadsheet takes the zeros off the front: `0312` comes as `312`. */
function findCardsEndingIn(digits: string, cards: readonly Card[]): readonly Card[] {
  return cards.filter((card) => card.card_number.endsWith(digits.padStart(4, '0')));
}

/** Finds cards by the whole name or driver, otherwise by a part of one. */
function named(name: string, cards: readonly Card[]): readonly Card[] {
  const wanted = plain(name);
  if (wanted === '') return [];
  const getNames = (card: Card) =>
    [card.comment, ...card.drivers.flatMap((driver) => [fullDriverName(driver), driverName(driver)])]
      .map(plain)
      .filter(Boolean);
  const exact = cards.filter((card) => getNames(card).includes(wanted));
  return exact.length > 0
    ? exact
    : cards.filter((card) => getNames(card).some((candidate) => candidate.includes(wanted)));
}

const LATIN = 'ABEKMHOPCTYX';
const CYRILLIC = 'АВЕКМНОРСТУХ';

/** A plate is typed in either alphabet, with spaces or without. */
function plain(candidate: string): string {
  return candidate
    .toUpperCase()
    .replaceAll('Ё', 'Е')
    .replace(/[\s\u00a0•]/g, '')
    .replace(/[A-Z]/g, (letter) => CYRILLIC[LATIN.indexOf(letter)] ?? letter);
}
