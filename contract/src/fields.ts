import { z } from 'zod';
import { ALL_NETWORKS } from './ids.ts';
import { DOCUMENTS_FIRST_YEAR, MAX_LIST_ROWS } from './limits.ts';
import { toOneAlphabet, mixesAlphabets, visibleText, withSingleSpaces } from './values/visible-text.ts';

/** Small schemas that many calls share. */

export const REQUIRED = 'Необходимо заполнить это поле';
const MALFORMED_NUMBER = 'Ожидается целое число';
const MALFORMED_DECIMAL = 'Укажите число';
const MALFORMED_FLAG = 'Ожидается 1 или 0';
const STRANGE_YEAR = 'Год от 1900 до 9999';
const MOMENT_HINT = 'время с часовым поясом, например 2026-09-14T10:00+03:00';

/** A whole number from a path, a form or JSON, bounded so that the database can always hold it. */
export function wholeNumber(minimum: number, maximum = Number.MAX_SAFE_INTEGER, message = MALFORMED_NUMBER) {
  const error = ({ input }: { input?: unknown }): string =>
    message === MALFORMED_NUMBER && (input === undefined || isBlank(input)) ? REQUIRED : message;
  return z
    .union([z.number(), z.string().regex(/^\s*\d{1,16}\s*$/, { error })], { error })
    .transform(Number)
    .pipe(z.number({ error: message }).int(message).min(minimum, message).max(maximum, message));
}

export const id = wholeNumber(1);

/** A network, or what concerns all of them. */
export const networkOrAll = wholeNumber(ALL_NETWORKS);

export const idParams = z.object({ id });

/** A number that may have decimals, from a form or JSON. */
export function decimal(minimum: number, maximum: number, tooLittle: string, tooMuch: string) {
  return z
    .union([z.number(), z.string().regex(/^\s*\d{1,12}([.,]\d{1,12})?\s*$/, MALFORMED_DECIMAL)], {
      error: MALFORMED_DECIMAL,
    })
    .transform((value) => Number(String(value).replace(',', '.')))
    .pipe(z.number({ error: MALFORMED_DECIMAL }).min(minimum, tooLittle).max(maximum, tooMuch));
}

/** A page past the end is an empty list, not an error (docs/calls.md 6). */
export const page = wholeNumber(1, Number.MAX_SAFE_INTEGER, 'Номер страницы начинается с единицы').default(1);

/** Rows of a list in one answer, up to the maximum with which a file is put together. */
export function rowsPerPage(usual: number) {
  return wholeNumber(1, MAX_LIST_ROWS, `На странице от 1 до ${MAX_LIST_ROWS} строк`).default(usual);
}

/** Sort order of a list. A `-` before it puts the largest first. */
export function sortBy<const Key extends string>(keys: readonly Key[]) {
  const written = keys.flatMap((key) => [key, `-${key}` as const]);
  return z.enum(written, { error: 'Список так не упорядочить' }).transform((text): Sort<Key> => {
    const descending = text.startsWith('-');
    return { key: (descending ? text.slice(1) : text) as Key, descending };
  });
}

export interface Sort<Key extends string> {
  key: Key;
  descending: boolean;
}

const MALFORMED_DAY = 'Дата указывается как ГГГГ-ММ-ДД';

/** A date filter: Moscow day, both ends included (docs/calls.md 1). */
export const day = z
  .string({ error: MALFORMED_DAY })
  .regex(/^\d{4}-\d{2}-\d{2}$/, { error: MALFORMED_DAY, abort: true })
  .refine((text) => isCalendarDay(text), 'Такой даты нет в календаре');

export const PERIOD_BACKWARDS = 'Начало периода позже его конца';

const MALFORMED_MONTH = 'Месяц указывается как ГГГГ-ММ';
const NO_YEAR_OF_DOCUMENTS = 'Год от 2000 до 2100';

/** A year that can be listed. */
export const yearOfDocuments = wholeNumber(DOCUMENTS_FIRST_YEAR, 2100, NO_YEAR_OF_DOCUMENTS);

/** A month of documents, within the years that can be listed. */
export const month = z
  .string({ error: MALFORMED_MONTH })
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: MALFORMED_MONTH, abort: true })
  .refine((text) => text >= '2000' && text < '2101', NO_YEAR_OF_DOCUMENTS);

const toTheSecond = z.iso.datetime({ offset: true, abort: true });
const toTheMinute = z.iso.datetime({ offset: true, precision: -1, abort: true });

/** ISO 8601 with an offset; the year has four digits, as the database writes it. */
export const moment = toTheSecond.refine(isStorableMoment, STRANGE_YEAR);

/** Like `moment`, in a request. ISO 8601 allows leaving the seconds out, and fields of browsers do. */
export const momentInput = z
  .union([toTheSecond, toTheMinute], { error: `Укажите ${MOMENT_HINT}` })
  .refine(isStorableMoment, STRANGE_YEAR);

/** A Moscow day and time, as the profile gives them for maintenance (docs/calls.md 2). */
const dayAndTime = z
  .object({ date: day, time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/) })
  .transform(({ date, time }) => `${date}T${time}:00+03:00`);

const dayOrMoment = z.union([momentInput, day, dayAndTime], {
  error: `Укажите день как ГГГГ-ММ-ДД или ${MOMENT_HINT}`,
});

/** A moment, or a day alone, which stands for its beginning in Moscow. */
export const beginning = dayOrMoment.transform((text) => toMoment(text, '00:00:00.000'));

/** A moment, or a day alone, which stands for its end in Moscow. */
export const ending = dayOrMoment.transform((text) => toMoment(text, '23:59:59.999'));

function toMoment(text: string, timeOfDay: string): Date {
  return new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T${timeOfDay}+03:00` : text);
}

function isStorableMoment(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return year >= 1900 && year <= 9999;
}

const NOT_TEXT = 'Ожидается текст';

export function requiredText(maximum: number) {
  return z
    .string({ error: ({ input }) => (input === undefined || input === null ? REQUIRED : NOT_TEXT) })
    .overwrite(visibleText)
    .trim()
    .min(1, REQUIRED)
    .max(maximum, `Не больше ${maximum} символов`)
    .refine(isStorable, 'Недопустимый символ');
}

export function optionalText(maximum: number) {
  return z
    .string({ error: NOT_TEXT })
    .overwrite(visibleText)
    .trim()
    .max(maximum, `Не больше ${maximum} символов`)
    .refine(isStorable, 'Недопустимый символ');
}

/** A name as one line: several spaces in a row, which look like one, become one. */
export function titleText(maximum: number) {
  return requiredText(maximum).overwrite(withSingleSpaces);
}

const TWO_ALPHABETS = 'В одном слове буквы разных алфавитов. Наберите имя заново';

/** A person's name, as members and staff see it. */
export function personName(maximum = 100) {
  return requiredText(maximum)
    .overwrite((name) => toOneAlphabet(withSingleSpaces(name)))
    .refine((name) => !mixesAlphabets(name), TWO_ALPHABETS);
}

/** A part of a name that may be missing. */
export function optionalPersonName(maximum = 100) {
  return optionalText(maximum)
    .overwrite((name) => toOneAlphabet(withSingleSpaces(name)))
    .refine((name) => !mixesAlphabets(name), TWO_ALPHABETS);
}

/** Accepts a text that may be a mere number (a house, a card's number). In JSON, clients write it as one. */
export function numberAsText<Field extends z.ZodType<string, string>>(field: Field) {
  return z.preprocess(
    // Beyond this, reading JSON has changed the digits.
    (value: string | number) =>
      typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : value,
    field,
  );
}

/** PostgreSQL takes neither the zero character nor half of a surrogate pair. */
function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text);
}

/** Yes or no from JSON, a form or a link. Any other word is a mistake, not a no. */
export const flag = z
  .union([z.boolean(), z.number(), z.string()], { error: MALFORMED_FLAG })
  .refine((value) => /^(0|1|true|false)$/.test(String(value)), MALFORMED_FLAG)
  .transform((value) => /^(1|true)$/.test(String(value)));

/**
 * An optional field: empty in a form or null in JSON counts as not sent, and so does a group of fields left blank. For a
 * field of a single value, an object is a mistake.
 */
export function absentWhenEmpty<Field extends z.ZodType>(field: Field) {
  const takesGroup = isGroup(field);
  const optional = z.preprocess(
    (value: z.input<Field> | '' | null | undefined) =>
      isBlank(value) || (takesGroup && isBlankGroup(value)) ? undefined : value,
    field.optional(),
  );
  return optional.optional();
}

/** Returns whether the field may be sent as an object of other fields. */
function isGroup(field: z.core.$ZodType): boolean {
  const { def } = (field as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
    case 'record':
      return true;
    case 'union':
      return def.options.some(isGroup);
    case 'pipe':
      return isGroup(def.in) || isGroup(def.out);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return isGroup(def.innerType);
    default:
      return false;
  }
}

function isBlank(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

function isBlankGroup(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every(isBlank);
}

/** Like `absentWhenEmpty`, with a value for a field that was not sent. */
export function defaultWhenEmpty<Field extends z.ZodType>(field: Field, absent: z.output<Field>) {
  return absentWhenEmpty(field).transform((value): z.output<Field> => value ?? absent);
}

/** A list; a form writes it as `x[]=1&x[]=2`, as `x=1`, as `x[]=` when empty, or leaves it out, JSON as null. */
export function listSchema<Item extends z.ZodType>(item: Item, maximum: number, tooMany?: string) {
  return z.preprocess(
    (value: readonly z.input<Item>[] | z.input<Item> | '' | null | undefined) =>
      (Array.isArray(value) ? value : [value ?? '']).filter((entry) => entry !== ''),
    z.array(item).max(maximum, tooMany),
  );
}

export const address = z.object({ city: z.string(), street: z.string(), house: z.string() });

function isCalendarDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return (
    !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && date.getUTCFullYear() >= 1900
  );
}
