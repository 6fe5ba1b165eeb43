import { z } from 'zod';

/** Small shapes that many calls share. */

const MALFORMED_NUMBER = 'Ожидается целое число';
const MALFORMED_FLAG = 'Ожидается 1 или 0';

/** A whole number from a path, a form or JSON; bounded so that the database can always hold it. */
export function wholeNumber(minimum: number, maximum = Number.MAX_SAFE_INTEGER, message = MALFORMED_NUMBER) {
  return z
    .union([z.number(), z.string().regex(/^\s*\d{1,16}\s*$/, message)], { error: message })
    .transform(Number)
    .pipe(z.number({ error: message }).int(message).min(minimum, message).max(maximum, message));
}

export const id = wholeNumber(1);

export const idParams = z.object({ id });

/** However far past the end: an empty list, not an error (api.md section 6). */
export const page = wholeNumber(1, Number.MAX_SAFE_INTEGER, 'Номер страницы начинается с единицы').default(1);

/** A date filter: Moscow day, both ends included (api.md section 1). */
export const day = z
  .string({ error: 'Дата указывается как ГГГГ-ММ-ДД' })
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Дата указывается как ГГГГ-ММ-ДД')
  .refine((text) => isCalendarDay(text), 'Такой даты нет в календаре');

/** A month of documents. */
export const month = z
  .string({ error: 'Месяц указывается как ГГГГ-ММ' })
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Месяц указывается как ГГГГ-ММ');

/** ISO 8601 with offset. */
export const moment = z.iso.datetime({ offset: true });

export const REQUIRED = 'Необходимо заполнить это поле';

export function requiredText(maximum: number) {
  return z
    .string({ error: REQUIRED })
    .trim()
    .min(1, REQUIRED)
    .max(maximum, `Не больше ${maximum} символов`)
    .refine(isStorable, 'Недопустимый символ');
}

export function optionalText(maximum: number) {
  return z
    .string()
    .trim()
    .max(maximum, `Не больше ${maximum} символов`)
    .refine(isStorable, 'Недопустимый символ');
}

/** Without the zero character and without half a pair: the database takes neither as it stands. */
function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text);
}

/** Yes or no as JSON, a form or a link writes it; another word is a mistake, not a no. */
export const flag = z
  .union([z.boolean(), z.number(), z.string()], { error: MALFORMED_FLAG })
  .refine((value) => /^(0|1|true|false)$/.test(String(value)), MALFORMED_FLAG)
  .transform((value) => /^(1|true)$/.test(String(value)));

/** An optional field that a form carries empty is a field not sent. */
export function emptyAsAbsent<Field extends z.ZodType>(field: Field) {
  return z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
    field.optional(),
  );
}

/** A list that a form writes as `x[]=1&x[]=2`, as `x=1`, or leaves out. */
export function listOf<Item extends z.ZodType>(item: Item, maximum: number) {
  return z.preprocess(
    (value) => (value === undefined || value === '' ? [] : Array.isArray(value) ? value : [value]),
    z.array(item).max(maximum),
  );
}

export const idTitle = z.object({ id: z.union([z.int(), z.string()]), title: z.string() });

export const address = z.object({ city: z.string(), street: z.string(), house: z.string() });

function isCalendarDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return (
    !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && date.getUTCFullYear() >= 1900
  );
}
