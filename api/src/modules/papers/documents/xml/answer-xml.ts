import { XmlDocument, type XmlElement } from 'libxml2-wasm';
import { MAX_ANSWER_BYTES, MAX_ANSWER_ROWS } from '#contract/papers/objections.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { fieldRefusal } from '../../../../errors.ts';
import { formatRubles } from '../../../../lib/money-format.ts';
import { xmlText } from '../../state-forms/state-xml.ts';
import type { AnswerRow } from '../document.ts';

/** Buyer's answer about a document, from a file in the State's form. */
export interface Answer {
  form: 'reconciliation' | 'complaint' | 'buyers-title';
  /** ИдФайл of the title that it answers; null where the form names none. */
  answers: string | null;
  disagrees: boolean;
  rows: AnswerRow[];
  /** Russian, for the objection; at most 2000 characters. */
  comment: string;
}

const MAX_COMMENT_LENGTH = 2000;
const refuse = (sentence: string): Error => fieldRefusal('file', sentence);

/**
 * Reads the title КНД 1110333 or a complaint. A file with a declaration of types is refused before it is parsed, so that it can
 * neither name files of ours nor grow without end.
 */
export function readAnswerXml(bytes: Buffer): Answer {
  if (bytes.length === 0) throw refuse('Выберите файл XML');
  if (bytes.length > MAX_ANSWER_BYTES) throw refuse('Файл больше 1 МБ: это не ответ на документ');
  assertPlainXml(bytes);
  using document = parse(bytes);
  const { root } = document;
  const id = attribute(root, 'ИдФайл') ?? '';
  if (root.name !== 'Файл' || id === '') throw refuse('Это не документ в форме ФНС');
  if (id.startsWith('ON_AKTSVERPOL_')) return reconciliationAnswer(root);
  if (id.startsWith('ON_AKTREKLOTP_')) return complaint(root);
  if (id.startsWith('ON_NSCHFDOPPOK_')) return buyersTitle(root);
  throw refuse('Принимаются ответ на акт сверки (КНД 1110333) и акт рекламации в форме ФНС');
}

/** UTF-16 would hide a declaration from the check below, so only what begins like the State's files is read. */
function assertPlainXml(bytes: Buffer): void {
  const text = bytes.toString('latin1').replace(/^\u00EF\u00BB\u00BF/, '');
  if (!text.startsWith('<') || text.includes('\u0000')) throw refuse('Это не файл XML');
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw refuse('В файле есть объявление DTD: такие файлы не принимаются');
  const encoding = /^<\?xml[^>]*encoding\s*=\s*["']([^"']+)/i.exec(text)?.[1] ?? 'utf-8';
  if (!/^(windows-1251|utf-8)$/i.test(encoding))
    throw refuse('Файл должен быть в кодировке windows-1251 или UTF-8');
}

function parse(bytes: Buffer): XmlDocument {
  try {
    return XmlDocument.fromBuffer(bytes);
  } catch {
    throw refuse('Файл XML повреждён: выгрузите его ещё раз');
  }
}

function reconciliationAnswer(root: XmlElement): Answer {
  const documents = findElements(root, './/ДогСв/ДокСв');
  if (documents.length > MAX_ANSWER_ROWS)
    throw refuse(`В файле больше ${MAX_ANSWER_ROWS} документов: напишите возражение словами`);
  const rows = documents.map(readRow).filter(({ difference }) => difference !== null && difference !== 0);
  const disagrees = attribute(root, 'ПризнРазн') === '2' || rows.length > 0;
  const [sent] = findElements(root, './/ИдИнфОтпр');
  const total = added(rows.map(({ difference }) => Math.abs(difference ?? 0)));
  const notes = findElements(root, './/ТаблАкт | .//ДогСв').flatMap(
    (element) => attribute(element, 'ДопИнф') ?? [],
  );
  const input = [
    'Акт сверки подписан с разногласиями.',
    rows.length > 0 && `Строк с расхождением: ${rows.length}, всего ${formatRubles(total)}.`,
    ...notes,
  ].filter(Boolean);
  return {
    form: 'reconciliation',
    answers: (sent && attribute(sent, 'ИдФайлИнфОтпр')) ?? null,
    disagrees,
    rows,
    comment: xmlText(input.join(' '), MAX_COMMENT_LENGTH) ?? '',
  };
}

function readRow(document: XmlElement): AnswerRow {
  const operations = findElements(document, './СвОпер');
  const [title, number, date] = ['НаимДок', 'НомДок', 'ДатаДок'].map((name) => attribute(document, name));
  const wording = [title, number && `№ ${number}`, date && `от ${date}`].filter(Boolean).join(' ');
  return {
    title: xmlText(wording, 200) ?? 'Документ без названия',
    debit: sumNamed(operations, 'СумДебет'),
    credit: sumNamed(operations, 'СумКредит'),
    difference: money(attribute(document, 'ИтогоРасх')),
    note: xmlText(attribute(document, 'ДопИнф') ?? '', 500) ?? null,
  };
}

/** Reads the buyer's title of a УПД: how he has taken the goods, and his words. */
function buyersTitle(root: XmlElement): Answer {
  const [taken] = findElements(root, './/СвПрин');
  const [code] = findElements(root, './/СвПрин/КодСодОпер');
  const wording = (taken && attribute(taken, 'СодОпер')) ?? '';
  const outcome =
    (code && attribute(code, 'КодИтога')) ?? (taken && attribute(taken, 'КодИтога')) ?? parseOutcome(wording);
  const sentence = TAKEN[outcome] ?? DIFFERENCES;
  return {
    form: 'buyers-title',
    answers: null,
    disagrees: sentence !== ACCEPTED,
    rows: [],
    comment: xmlText([sentence, wording].filter(Boolean).join(' '), MAX_COMMENT_LENGTH) ?? '',
  };
}

const ACCEPTED = 'УПД подписан без разногласий.';
const DIFFERENCES = 'УПД подписан с разногласиями.';
/** Titles by КодИтога: accepted, accepted with differences, not accepted. */
const TAKEN: Readonly<Record<string, string>> = {
  1: ACCEPTED,
  2: DIFFERENCES,
  3: 'Товары по УПД не приняты.',
};

/** Some programs leave the code out. Only words that wholly accept are an acceptance, so that no objection is lost. */
function parseOutcome(wording: string): string {
  // The schema allows 255 characters: longer words are for a person to read.
  if (wording.length > 255) return '2';
  const plain = wording
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\s.,;:!]+/g, ' ')
    .trim();
  if (plain === '' || ACCEPTED_PATTERN.test(plain)) return '1';
  return /(^|[^а-я])не (принят|получен|оказан|выполнен)|отказ/.test(plain) ? '3' : '2';
}

const ACCEPTED_PATTERN = new RegExp(
  [
    '^(?:(?:товар|груз|услуг|работ)[а-я]{0,4} )?',
    '(?:принял[аи]?|принят[аоы]?|получен[аоы]?|получил[аи]?|оказан[аоы]?|выполнен[аоы]?)',
    '(?: полностью| в полном об[ъь]еме)?',
    '(?: без (?:претензий|разногласий|замечаний|расхождений|возражений)| претензий (?:не имею|не имеем|нет))?$',
  ].join(''),
);

/** The schema of a complaint was not available, so texts of goods and claims are taken from any elements. */
function complaint(root: XmlElement): Answer {
  const claims = findElements(root, './/*').filter(({ name }) => CLAIM.test(name));
  if (claims.length > MAX_ANSWER_ROWS)
    throw refuse(`В файле больше ${MAX_ANSWER_ROWS} строк: напишите возражение словами`);
  const rows = claims.flatMap((claim): AnswerRow[] => {
    const wording = [...claim.attrs.map(({ value }) => value), own(claim)].filter((text) =>
      /\p{L}{3}/u.test(text),
    );
    const note = xmlText(wording.join('. '), 500);
    const title = attribute(claim, 'НаимТов') ?? 'Претензия';
    return note === undefined
      ? []
      : [{ title: xmlText(title, 200) ?? 'Претензия', debit: null, credit: null, difference: null, note }];
  });
  const words = ['Акт рекламации.', ...rows.map(({ note }) => note)].join(' ');
  return {
    form: 'complaint',
    answers: null,
    disagrees: true,
    rows,
    comment: xmlText(words, MAX_COMMENT_LENGTH) ?? '',
  };
}

const CLAIM = /(Рекл|Прет[еэ]нз|Требов|Несоотв|СведТов|ОписНед)/;

/** The text of an element that has no elements in it. */
function own(element: XmlElement): string {
  return findElements(element, './*').length === 0 ? element.content : '';
}

function findElements(at: XmlElement, path: string): XmlElement[] {
  return at.find(path) as XmlElement[];
}

function attribute(element: XmlElement, name: string): string | undefined {
  return element.attr(name)?.value;
}

/** Returns null if no operation names it. */
function sumNamed(operations: readonly XmlElement[], name: string): Kopecks | null {
  const named = operations.flatMap((operation) => money(attribute(operation, name)) ?? []);
  return named.length === 0 ? null : added(named);
}

function added(sums: readonly number[]): Kopecks {
  const total = sums.reduce((sum, value) => sum + value, 0);
  if (!Number.isSafeInteger(total)) throw refuse('Суммы в файле слишком велики');
  return kopecks(total);
}

/** «-1234.50» → kopecks; a sum that is none, or beyond what money is here, refuses the file. */
function money(text: string | undefined): Kopecks | null {
  if (text === undefined) return null;
  const [, sign, rubles = '', cents = ''] = /^([+-]?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  if (rubles === '') throw refuse(`Сумма «${text.slice(0, 40)}» записана неверно`);
  const value = Number(rubles) * 100 + Number(cents.padEnd(2, '0'));
  return kopecks(sign === '-' ? 0 - value : value);
}
