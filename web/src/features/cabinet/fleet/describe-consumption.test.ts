import { expect, test } from 'vitest';
import { compareWithNorm, describeExcess, isOverNorm, describeDifferences } from './describe-consumption.ts';

const month = (name: string, litres: number | null, norm: number | null) => ({
  month: name,
  litres_100km: litres,
  norm_litres_100km: norm,
});

test('months above the norm are named in words, the newest first', () => {
  const months = [month('2026-11', 25, 32), month('2026-10', 30.24, 29), month('2026-06', 29.5, 29)];
  expect(describeExcess(months)).toBe('Выше нормы: октябрь 2026 на 1,2, июнь 2026 на 0,5');
  expect(describeExcess([month('2026-11', 25, 32)])).toBe('Ни в одном месяце не выше нормы');
  expect(describeExcess([month('2026-11', null, 32), month('2026-10', 25, null)])).toBeNull();
});

test('a month whose written figures agree is not above the norm', () => {
  expect(isOverNorm(month('2026-11', 29.04, 29))).toBe(false);
  expect(compareWithNorm(month('2026-11', 29.04, 29))).toBe('норма 29,0, расход по норме');
});

test('a month is compared with its own norm', () => {
  expect(compareWithNorm(month('2026-11', 25, 32))).toBe('норма 32,0, на 7,0 ниже нормы');
  expect(compareWithNorm(month('2026-06', 30.5, 29))).toBe('норма 29,0, на 1,5 выше нормы');
  expect(compareWithNorm(month('2026-06', 30.5, null))).toBe('норма не указана');
});

test('a difference names its litres, its source and its reason', () => {
  expect(
    describeDifferences({
      differences: [
        { reason: 'other-month', litres: 10 },
        { reason: 'tank', litres: -52 },
      ],
    }),
  ).toEqual([
    expect.stringMatching(/^\+10.л к УПД: попало в документы другого месяца$/),
    expect.stringMatching(/^[-−]52.л к норме: в пределах бака$/),
  ]);
  expect(describeDifferences({ differences: [{ reason: 'documents-pending', litres: 210 }] })).toEqual([
    'документов за месяц ещё нет',
  ]);
});
