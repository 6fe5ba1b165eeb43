import { expect, test } from 'vitest';
import { textDifference } from './text-difference.ts';

test('a changed paragraph is there as it was and as it is, the others once', () => {
  const before = 'Соглашение\n\n1. Предмет\n\n2. Срок год\n\n3. Конец';
  const after = 'Соглашение\n\n1. Предмет\n\n2. Срок два года\n\n3. Конец\n\n4. Приложение';
  expect(textDifference(before, after).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'same Соглашение',
    'same 1. Предмет',
    'removed 2. Срок год',
    'added 2. Срок два года',
    'same 3. Конец',
    'added 4. Приложение',
  ]);
});

test('texts that differ in the ends of their lines alone do not differ', () => {
  expect(textDifference('А\r\n\r\nБ', 'А\n\nБ').every(({ kind }) => kind === 'same')).toBe(true);
});
