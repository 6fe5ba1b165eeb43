import { NO_SALE_MOMENT } from '../../../gateways/fuel-network/wire-values.ts';
import type { CaseDetail, CaseText } from './cases.ts';

const STRANGE = 'Запись в незнакомом формате';

/**
 * Describes for staff why a network's record can't be read. `problem` is the log's text: the name of the field, if
 * there is one, and what is wrong with it, in English. `record` is null when it was truncated or is not an object.
 */
export function describeUnreadable(problem: string, record: Record<string, unknown> | null): string {
  const thrown = THROWN.find(([input]) => problem.startsWith(input));
  if (thrown) return thrown[1];
  const [, field, detail = ''] = /^(?!\w*Error: )([\w.]+): (.*)$/s.exec(problem) ?? [];
  if (field === undefined) return STRANGE;
  const value = record ? valueAt(record, field) : UNKNOWN;
  if (value === undefined || /received undefined/.test(detail)) return `Нет поля «${field}»`;
  if (isEmpty(value) || /received null/.test(detail)) return `Поле «${field}» пустое`;
  const [, text = FIELD_UNREADABLE] = CAUSES.find(([cause]) => cause.test(detail)) ?? [];
  return text.replace('{field}', `«${field}»`);
}

const UNKNOWN = Symbol('the value of a record that was cut off');

const THROWN = [
  ['RangeError: not so many litres', 'Литров слишком много'],
  ['RangeError: not whole kopecks', 'Сумма не в целых копейках или слишком большая'],
] as const;

const FIELD_UNREADABLE = 'Поле {field} в незнакомом формате';

const CAUSES: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^${NO_SALE_MOMENT}$`), 'В поле {field} невозможное время продажи'],
  [/expected int, received number/, 'В поле {field} не целое число'],
  [/expected (number|int)\b.*received/, 'В поле {field} не число'],
  [/expected string, received/, 'В поле {field} не текст'],
  [/^Too small/, 'В поле {field} слишком малое значение'],
  [/^Too big/, 'В поле {field} слишком большое значение'],
  [/^Invalid (option|discriminator)/, 'В поле {field} значение, которого мы не знаем'],
];

function valueAt(record: object, field: string): unknown {
  return field
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], record);
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

/** Describes an unreadable record of a network: the reason and its fields. */
export function describeUnreadableRecord(item: {
  text: string;
  problem: string;
}): Pick<CaseText, 'problem' | 'details'> {
  return { problem: describeUnreadable(item.problem, readObject(item.text)), details: formatDetails(item) };
}

/** No record of a network has a field with such a name. If a network sends one anyway, it is not shown. */
const SECRET =
  /"([^"]*(?:pass|pwd|secret|token|cvv|api_?key)[^"]*|pin(?:code)?)"\s*:\s*("(?:[^"\\]|\\.)*"?|[^,}\]]+)/gi;

/**
 * Lists the fields as the network named them. A record that was truncated, or is not an object, is one text. The log's
 * own text comes last, so that the server's administrator can find it in the log.
 */
function formatDetails({ text, problem }: { text: string; problem: string }): CaseDetail[] {
  const shown = text.replace(SECRET, '"$1":"…"');
  const record = readObject(shown) ?? { Запись: shown };
  const fields = Object.entries(record).map(([label, value]) => ({ label, value: valueText(value) }));
  return [...fields, { label: 'Запись журнала', value: problem }];
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function valueText(value: unknown): string {
  if (value === null || value === '') return 'пусто';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
