import { NO_SALE_MOMENT } from '../../../gateways/fuel-network/wire-values.ts';

const STRANGE = 'Запись устроена не так, как мы читаем';

/**
 * Why a record of a network can't be read, for staff. `problem` is what the log says: the name of the field, if there is
 * one, and what is wrong with it, in English. `record` is null where it was cut off or is no object.
 */
export function illegibleProblem(problem: string, record: Record<string, unknown> | null): string {
  const thrown = THROWN.find(([said]) => problem.startsWith(said));
  if (thrown) return thrown[1];
  const [, field, said = ''] = /^(?!\w*Error: )([\w.]+): (.*)$/s.exec(problem) ?? [];
  if (field === undefined) return STRANGE;
  const value = record ? valueAt(record, field) : UNKNOWN;
  if (value === undefined || /received undefined/.test(said)) return `Нет поля «${field}»`;
  if (isEmpty(value) || /received null/.test(said)) return `Поле «${field}» пустое`;
  const [, words = OTHERWISE] = CAUSES.find(([cause]) => cause.test(said)) ?? [];
  return words.replace('{field}', `«${field}»`);
}

const UNKNOWN = Symbol('the value of a record that was cut off');

const THROWN = [
  ['RangeError: not so many litres', 'Литров больше, чем бывает'],
  ['RangeError: not whole kopecks', 'Сумма не в целых копейках или больше, чем бывает'],
] as const;

const OTHERWISE = 'Поле {field} записано не так, как мы читаем';

const CAUSES: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^${NO_SALE_MOMENT}$`), 'В поле {field} время, в которое ничего не продают'],
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
