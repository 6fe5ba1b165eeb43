import type { ToldChange } from '#contract/audit-change-line.ts';
import type { LoggedEvent } from './audit-filter.ts';
import { FIELD_WORDS, NOT_TOLD } from './field-words.ts';
import { plain, type FieldWord, type Titles } from './say-values.ts';

/** The database keeps no order of an event's fields: they are told in that of their words, balances first. */
const PLACES = new Map(Object.keys(FIELD_WORDS).map((name, place) => [name, place]));

const NAMES_IDS = /^ids?$|Ids?$/;

type Fields = Readonly<Record<string, unknown>>;

/** What an event changed, field by field, in words; what people need not know of it is left out. */
export function tellChanges(
  { before, after }: Pick<LoggedEvent, 'before' | 'after'>,
  titles: Titles,
): ToldChange[] {
  const [was, is] = unfolded(before ?? {}, after ?? {});
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  return [...names]
    .filter((name) => isTold(name))
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map((name) => ({
      label: labelOf(name, titles),
      before: inWords(name, was[name], titles),
      after: inWords(name, is[name], titles),
    }))
    .filter((one) => one.before !== null || one.after !== null);
}

/** Nobody knows our ids: one that has no words is not told. */
function isTold(name: string): boolean {
  return wordOf(name) !== undefined || !(NOT_TOLD.has(name) || NAMES_IDS.test(fieldOf(name)));
}

/** The company of each, whose title is wanted. */
export function companiesOf(events: readonly Pick<LoggedEvent, 'before' | 'after'>[]): number[] {
  const named = ['company_id', 'companyId', 'toCompanyId'];
  const ids = events.flatMap(({ before, after }) => named.flatMap((name) => [before?.[name], after?.[name]]));
  return [...new Set(ids.filter((id) => typeof id === 'number'))];
}

/** Some events keep both sides as `from` and `to`: field by field, if they are whole objects. */
function unfolded(before: Fields, after: Fields): [Fields, Fields] {
  const { from, to, ...rest } = after;
  if (!isObject(from) || !isObject(to)) return [before, after];
  const changed = Object.keys({ ...from, ...to }).filter(
    (name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]),
  );
  const changedOf = (side: Fields): Fields => Object.fromEntries(changed.map((name) => [name, side[name]]));
  return [
    { ...before, ...changedOf(from) },
    { ...rest, ...changedOf(to) },
  ];
}

/** `partner:2` is the balance of a network; a call's `card_price` is an event's `cardPrice`. */
function fieldOf(name: string): string {
  const [field = name] = name.split(':');
  return field.replace(/(?<=\w)_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function wordOf(name: string): FieldWord | undefined {
  const field = fieldOf(name);
  return Object.hasOwn(FIELD_WORDS, field) ? FIELD_WORDS[field] : undefined;
}

function labelOf(name: string, { networks }: Titles): string {
  const [field, id] = name.split(':');
  const word = wordOf(name) ?? field ?? name;
  const title = typeof word === 'string' ? word : word[0];
  return id === undefined ? title : `${title} ${networks.get(Number(id)) ?? `№ ${id}`}`;
}

function inWords(name: string, value: unknown, titles: Titles): string | null {
  const word = wordOf(name);
  if (value === undefined || value === null || value === '') return null;
  return typeof word === 'object' ? word[1](value, titles) : plain(value);
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function placeOf(name: string): number {
  return PLACES.get(fieldOf(name)) ?? PLACES.size;
}
