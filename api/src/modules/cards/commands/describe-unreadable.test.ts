import { expect, test } from 'vitest';
import { z } from 'zod';
import { readRecords } from '../../../gateways/fuel-network/read-records.ts';
import { decimal, saleMoment, toCentilitres, toKopecks } from '../../../gateways/fuel-network/wire-values.ts';
import { describeUnreadable } from './unreadable-problem.ts';

const shape = z.object({
  Value: decimal,
  Date: saleMoment('Z'),
  SCode: z.string().min(1),
  Status: z.literal([1, 2, 5]),
  Sum: z.int().positive(),
  Limits: z.array(z.object({ Val: z.number() })),
});
const READABLE_RECORD = {
  Value: '10,5',
  Date: '2026-09-15T12:00:00',
  SCode: '00',
  Status: 1,
  Sum: 5,
  Limits: [{ Val: 1 }],
};

function describeFirst(
  record: object,
  read: (record: unknown) => unknown = (item) => shape.parse(item),
): string {
  const [found] = readRecords([record], 'Code', read).unreadable;
  return describeUnreadable(found?.problem ?? '', { ...record });
}

test.each([
  [{ Value: null }, 'Поле «Value» пустое'],
  [{ Value: ' ' }, 'Поле «Value» пустое'],
  [{ Value: undefined }, 'Нет поля «Value»'],
  [{ Value: 'много' }, 'Поле «Value» в незнакомом формате'],
  [{ Value: true }, 'Поле «Value» в незнакомом формате'],
  [{ Date: '15.09.2026 12:00' }, 'Поле «Date» в незнакомом формате'],
  [{ Date: '2026-02-31T12:00:00' }, 'В поле «Date» невозможное время продажи'],
  [{ Date: '0001-01-01T00:00:00' }, 'В поле «Date» невозможное время продажи'],
  [{ SCode: 7 }, 'В поле «SCode» не текст'],
  [{ Sum: '5' }, 'В поле «Sum» не число'],
  [{ Sum: 1.5 }, 'В поле «Sum» не целое число'],
  [{ Sum: 0 }, 'В поле «Sum» слишком малое значение'],
  [{ Sum: 1e300 }, 'В поле «Sum» слишком большое значение'],
  [{ Status: 9 }, 'В поле «Status» значение, которого мы не знаем'],
  [{ Limits: [{ Val: 1 }, {}] }, 'Нет поля «Limits.1.Val»'],
  [{ Limits: 'нет' }, 'Поле «Limits» в незнакомом формате'],
])('staff read in Russian what is wrong with a record: %j', (part, text) => {
  expect(describeFirst({ ...READABLE_RECORD, ...part })).toBe(text);
});

test('a number that no card ever had does not take an error’s name for a field', () => {
  expect(describeFirst(READABLE_RECORD, () => toCentilitres(1e20))).toBe('Литров слишком много');
  expect(describeFirst(READABLE_RECORD, () => toKopecks(1e20))).toBe(
    'Сумма не в целых копейках или слишком большая',
  );
});

test('a record that is no object, is truncated or fails anew is described in Russian', () => {
  const [found] = readRecords([17], 'Code', (item) => shape.parse(item)).unreadable;
  expect(describeUnreadable(found?.problem ?? '', null)).toBe('Запись в незнакомом формате');
  expect(describeUnreadable('Value: Invalid input', null)).toBe('Поле «Value» в незнакомом формате');
  expect(describeUnreadable('TypeError: x is not a function', {})).toBe('Запись в незнакомом формате');
  expect(describeUnreadable('', {})).toBe('Запись в незнакомом формате');
});
