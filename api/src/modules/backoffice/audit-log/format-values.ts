import { LIMIT_PERIOD, LIMIT_UNIT, type LimitPeriod, type LimitUnit } from '#contract/ids.ts';
import { RULE_LABELS, TANK, type RuleKind } from '#contract/fleet/rule-values.ts';
import { formatPlate } from '#contract/values/plate.ts';
import { subjectKey } from './subject.ts';
import { NETWORK_GOODS } from '../../../gateways/fuel-network/goods.ts';

/** Titles by id, because people do not know our ids. */
export interface Titles {
  networks: ReadonlyMap<number, string>;
  companies: ReadonlyMap<number, string>;
  /** The label of each subject, by its `subjectKey`. */
  subjects: ReadonlyMap<string, string>;
}

/** A field that holds ids of things which people know by a title. */
export interface Reference {
  refersTo: string;
}

/** Label of a field, and the format of its value if it needs one. */
export type FieldText = string | readonly [title: string, format: FormatValue | Reference];

/** Formats a value as text, or returns null if it is not shown. */
export type FormatValue = (value: unknown, titles: Titles) => string | null;

const RUBLES = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const DAYS = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс'];
const MOMENT = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  dateStyle: 'short',
  timeStyle: 'short',
});
const MONTH = new Intl.DateTimeFormat('ru-RU', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** A call's money is whole kopecks by the time that its line is written, and so are balances. */
export const kopecks: FormatValue = (value) => number(value, (sum) => `${RUBLES.format(sum / 100)}\u00a0₽`);
export const rubles: FormatValue = (value) => number(value, (sum) => `${RUBLES.format(sum)}\u00a0₽`);
export const centilitres: FormatValue = (value) =>
  number(value, (volume) => `${RUBLES.format(volume / 100)}\u00a0л`);
export const litres: FormatValue = (value) =>
  number(value, (volume) => `${volume.toLocaleString('ru-RU')}\u00a0л`);
export const hundredths: FormatValue = (value) => number(value, (part) => RUBLES.format(part / 100));
export const percent: FormatValue = (value) => number(value, (part) => `${RUBLES.format(part / 100)}\u00a0%`);

export const network: FormatValue = (value, { networks }) =>
  formatEach(value, (id) => networks.get(toNumber(id)) ?? `№ ${toText(id)}`);
export const company: FormatValue = (value, { companies }) =>
  formatEach(value, (id) => companies.get(toNumber(id)) ?? null);
export const goods: FormatValue = (value) => {
  if (Array.isArray(value) && value.length === 0) return 'никаких';
  return formatEach(
    value,
    (id) => NETWORK_GOODS.find((networkGood) => networkGood.id === id)?.title ?? toText(id),
  );
};

export const plate: FormatValue = (value) => (typeof value === 'string' ? formatPlate(value) : null);

export const day: FormatValue = (value) => dateText(value, (text) => text.split('-').toReversed().join('.'));
export const month: FormatValue = (value) => dateText(value, monthText);
/** A closing's call has its month as «10.2026». */
export const dayOrMonth: FormatValue = (value, titles) => {
  const [, month, year] = /^(\d{2})\.(\d{4})$/.exec(typeof value === 'string' ? value : '') ?? [];
  return year === undefined ? day(value, titles) : monthText(`${year}-${month}`);
};
export const moment: FormatValue = (value) => dateText(value, (text) => MOMENT.format(new Date(text)));
export const formatTrueOnly: FormatValue = (value) => (value === true ? 'да' : null);

/** One of few values, or several of them; an unknown value is shown unchanged. */
export function mapTitles(words: Readonly<Record<string, string>>): FormatValue {
  return (value) => formatEach(value, (item) => translate(words, toText(item)));
}

export const limitUnit = mapTitles(titles(LIMIT_UNIT));
export const period = mapTitles(titles(LIMIT_PERIOD));

function titles(rows: Readonly<Record<string, { title: string }>>): Record<string, string> {
  return Object.fromEntries(Object.entries(rows).map(([key, { title }]) => [key, title]));
}

/** The titles of what a reference names; the number of one that the reader may not know or that is gone. */
export function formatReference(
  value: unknown,
  { refersTo: kind }: Reference,
  titles: Titles,
): string | null {
  return formatEach(value, (item) => {
    const id = getReferredId(item);
    if (id === null) return formatPlain(item);
    const title = titles.subjects.get(subjectKey({ kind, id })) ?? `№ ${id}`;
    const sum = getField(item, 'sum');
    return sum === undefined ? title : `${title}: ${kopecks(sum, titles) ?? '—'}`;
  });
}

/** Returns the id of a thing that is recorded alone, or with a sum of its own. */
export function getReferredId(item: unknown): number | string | null {
  const id = typeof item === 'object' && item !== null ? getField(item, 'id') : item;
  return typeof id === 'number' || typeof id === 'string' ? id : null;
}

/** «Газпромнефть: 1 000,00 ₽, Роснефть: 200,00 ₽». */
export const accounts: FormatValue = (value, titles) =>
  formatEach(value, (item) => `${getTitle(item, titles)}: ${kopecks(getField(item, 'sum'), titles) ?? '—'}`);

/** «Газпромнефть: 4». */
export const orderedCards: FormatValue = (value, titles) =>
  formatEach(
    value,
    (item) => `${getTitle(item, titles)}: ${toText(getField(item, 'cards_cnt') ?? getField(item, 'count'))}`,
  );

/** Number of cards, or which ones of an order. */
export const cards: FormatValue = (value, titles) =>
  Array.isArray(value) && typeof value[0] === 'object'
    ? orderedCards(value, titles)
    : formatCount(value, titles);

/** «Платежи на разборе: 2». */
export function counted(words: Readonly<Record<string, string>>): FormatValue {
  return (value) => {
    if (Array.isArray(value) && value.length === 0) return 'ничего';
    return formatEach(
      value,
      (item) => `${translate(words, toText(getField(item, 'kind')))}: ${toText(getField(item, 'count'))}`,
    );
  };
}

export const formatNonZero: FormatValue = (value) => (value === 0 ? null : formatPlain(value));
export const formatCount: FormatValue = (value) =>
  Array.isArray(value) ? String(value.length) : formatPlain(value);
export const titled: FormatValue = (value) => formatEach(value, (item) => toText(getField(item, 'title')));

/** «12 000,00 ₽ за сутки». */
export const limit: FormatValue = (value) => {
  if (typeof getField(value, 'count') !== 'number') return formatPlain(value);
  const { count, unit, period } = value as { count: number; unit: LimitUnit; period: LimitPeriod };
  const per = LIMIT_PERIOD[period]?.per ?? period;
  return unit === 'sum'
    ? `${RUBLES.format(count)}\u00a0₽ за ${per}`
    : `${count.toLocaleString('ru-RU')}\u00a0л за ${per}`;
};

/** «Литры в сутки: 250 л, Сети: Роснефть». */
export const rules: FormatValue = (value, titles) => {
  if (Array.isArray(value) && value.length === 0) return 'никаких';
  return formatEach(value, (item) => {
    const kind = toText(getField(item, 'kind'));
    const label = Object.hasOwn(RULE_LABELS, kind) ? RULE_LABELS[kind as RuleKind] : { title: kind };
    return `${label.title}: ${ruleValue({ kind, ...label }, getField(item, 'value'), titles)}`;
  });
};

function ruleValue(
  { kind, suffix }: { kind: string; suffix?: string },
  value: unknown,
  titles: Titles,
): string {
  if (value === null) return 'снято';
  if (value === TANK) return 'бак машины';
  if (kind === 'networks') return network(value, titles) ?? '';
  if (kind === 'goods') return goods(value, titles) ?? '';
  if (kind === 'hours') return hoursText(value);
  const words = formatPlain(value) ?? '';
  return suffix && typeof value === 'number' ? `${words}\u00a0${suffix}` : words;
}

function hoursText(value: unknown): string {
  const days = getField(value, 'days');
  const span = `${toText(getField(value, 'from'))}–${toText(getField(value, 'to'))}`;
  const isEachDay = !Array.isArray(days) || days.length === 0 || days.length === DAYS.length;
  return isEachDay ? span : `${days.map((at) => DAYS[toNumber(at) - 1] ?? toText(at)).join(', ')} ${span}`;
}

/** Formats a value that has no text of its own. */
export function formatPlain(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  if (typeof value === 'number') return value.toLocaleString('ru-RU');
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((item) => formatPlain(item) ?? '—').join(', ');
  return Object.values(value)
    .map((item) => formatPlain(item) ?? '—')
    .join(', ');
}

function number(value: unknown, words: (value: number) => string): string | null {
  return typeof value === 'number' ? words(value) : formatPlain(value);
}

function monthText(text: string): string {
  const first = new Date(`${text.slice(0, 7)}-01`);
  return Number.isNaN(first.getTime()) ? text : MONTH.format(first);
}

function dateText(value: unknown, words: (text: string) => string): string | null {
  const isDate = typeof value === 'string' && /^\d{4}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value));
  return isDate ? words(value) : formatPlain(value);
}

function formatEach(value: unknown, words: (item: unknown) => string | null): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (!Array.isArray(value)) return words(value);
  if (value.length === 0) return null;
  return value.map((item) => words(item) ?? '—').join(', ');
}

function getTitle(item: unknown, titles: Titles): string {
  return network(getField(item, 'partner_id') ?? getField(item, 'partnerId'), titles) ?? '—';
}

function getField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** Returns a number as it is, and NaN for anything else. */
function toNumber(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

function toText(value: unknown): string {
  return formatPlain(value) ?? '…';
}

function translate(words: Readonly<Record<string, string>>, code: string): string {
  return (Object.hasOwn(words, code) && words[code]) || code;
}
