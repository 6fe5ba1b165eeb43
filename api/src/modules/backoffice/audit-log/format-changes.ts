import type { DescribedChange } from '#contract/backoffice/audit-change-line.ts';
import type { LoggedEvent } from './audit-filter.ts';
import { FIELD_TEXTS, NOT_REPORTED } from './field-texts.ts';
import { formatReference, formatPlain, getReferredId, type FieldText, type Titles } from './format-values.ts';
import { subjectKey, type Subject } from './subject.ts';

/**
 * The database does not preserve the order of an event's fields. They are shown in the order of their labels, balances
 * first.
 */
const PLACES = new Map(Object.keys(FIELD_TEXTS).map((name, place) => [name, place]));

const NAMES_IDS = /^ids?$|Ids?$/;

type Fields = Readonly<Record<string, unknown>>;

/** Describes what an event changed, field by field. Leaves out what people need not know. */
export function formatChanges(
  event: Pick<LoggedEvent, 'before' | 'after'> & { targets?: LoggedEvent['targets'] },
  titles: Titles,
): DescribedChange[] {
  const [was, is] = unfolded(event.before ?? {}, event.after ?? {});
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  const targets = new Set(event.targets?.map(subjectKey));
  return [...names]
    .filter((name) => isReported(name) && !isNamedAlready(name, [was, is], targets))
    .sort((a, b) => getPlace(a) - getPlace(b))
    .map((name) => ({
      label: formatLabel(name, titles),
      before: formatValue(name, was[name], titles),
      after: formatValue(name, is[name], titles),
    }))
    .filter((item) => item.before !== null || item.after !== null);
}

/** People do not know our ids, so an id without a label is not shown. */
function isReported(name: string): boolean {
  return findFieldText(name) !== undefined || !(NOT_REPORTED.has(name) || NAMES_IDS.test(toFieldName(name)));
}

/** True for a reference to what the line names as its target anyhow. */
function isNamedAlready(name: string, sides: readonly Fields[], targets: ReadonlySet<string>): boolean {
  const subjects = sides.flatMap((side) => readReferences(name, side[name]));
  return subjects.length > 0 && subjects.every((subject) => targets.has(subjectKey(subject)));
}

/** Returns the things that the fields of an event name by their ids. */
export function listReferences({ before, after }: Pick<LoggedEvent, 'before' | 'after'>): Subject[] {
  return unfolded(before ?? {}, after ?? {}).flatMap((side) =>
    Object.entries(side).flatMap(([name, value]) => readReferences(name, value)),
  );
}

function readReferences(name: string, value: unknown): Subject[] {
  const text = findFieldText(name);
  const format = typeof text === 'object' ? text[1] : null;
  if (format === null || typeof format === 'function') return [];
  const ids: unknown[] = Array.isArray(value) ? value : [value];
  return ids.flatMap((item) => {
    const id = getReferredId(item);
    return id === null ? [] : [{ kind: format.refersTo, id }];
  });
}

/** The company of each, whose title is wanted. */
export function listNamedCompanies(events: readonly Pick<LoggedEvent, 'before' | 'after'>[]): number[] {
  const named = ['company_id', 'companyId', 'toCompanyId'];
  const ids = events.flatMap(({ before, after }) => named.flatMap((name) => [before?.[name], after?.[name]]));
  return [...new Set(ids.filter((id) => typeof id === 'number'))];
}

/** Some events store both sides as `from` and `to`. They are unfolded field by field, if they are whole objects. */
function unfolded(before: Fields, after: Fields): [Fields, Fields] {
  const { from, to, ...rest } = after;
  if (!isObject(from) || !isObject(to)) return [before, after];
  const changed = Object.keys({ ...from, ...to }).filter(
    (name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]),
  );
  const pickChanged = (side: Fields): Fields => Object.fromEntries(changed.map((name) => [name, side[name]]));
  return [
    { ...before, ...pickChanged(from) },
    { ...rest, ...pickChanged(to) },
  ];
}

/** `partner:2` is the balance of a network; a call's `card_price` is an event's `cardPrice`. */
function toFieldName(name: string): string {
  const [field = name] = name.split(':');
  return field.replace(/(?<=\w)_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function findFieldText(name: string): FieldText | undefined {
  const field = toFieldName(name);
  return Object.hasOwn(FIELD_TEXTS, field) ? FIELD_TEXTS[field] : undefined;
}

function formatLabel(name: string, { networks }: Titles): string {
  const [field, id] = name.split(':');
  const text = findFieldText(name) ?? field ?? name;
  const title = typeof text === 'string' ? text : text[0];
  return id === undefined ? title : `${title} ${networks.get(Number(id)) ?? `№ ${id}`}`;
}

function formatValue(name: string, value: unknown, titles: Titles): string | null {
  const text = findFieldText(name);
  if (value === undefined || value === null || value === '') return null;
  if (typeof text !== 'object') return formatPlain(value);
  const [, format] = text;
  return typeof format === 'function' ? format(value, titles) : formatReference(value, format, titles);
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function getPlace(name: string): number {
  return PLACES.get(toFieldName(name)) ?? PLACES.size;
}
