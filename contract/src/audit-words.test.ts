import { expect, test } from 'vitest';
import { auditTitle } from './audit-titles.ts';
import { auditChangeLine } from './audit-words.ts';

test('a deed is told by its sentence, and one that nobody has put into words by its code', () => {
  expect(auditTitle('setCardLimit')).toBe('Изменён лимит карты');
  expect(auditTitle('something-new')).toBe('something-new');
});

test('what was there before stands before what is there now, sums in rubles and limits in words', () => {
  const limit = (count: number) => ({ limit: { count, unit: 'sum', period: 'P1D' } });
  expect(auditChangeLine(limit(8000), limit(12_000)).replace(/\s/g, ' ')).toBe(
    'Лимит: 8 000,00 ₽ за сутки → 12 000,00 ₽ за сутки',
  );
  expect(
    auditChangeLine({ unallocated: 100 }, { unallocated: 50, reason: 'ошибка' }).replace(/\s/g, ' '),
  ).toBe('Нераспределённые: 1,00 ₽ → 0,50 ₽; Причина: ошибка');
});
