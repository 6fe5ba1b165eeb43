import { expect, test } from 'vitest';
import { periodProblem } from './period-problem.ts';

test('§8.30 a year that is being typed, or a period that runs backwards, is not asked for', () => {
  expect(periodProblem({ dateFrom: '2026-01-01', dateTo: '0002-11-05' })).toEqual({
    dateTo: 'Укажите год полностью',
  });
  expect(periodProblem({ dateFrom: '0202-01-01' })).toEqual({ dateFrom: 'Укажите год полностью' });
  expect(periodProblem({ dateFrom: '2026-01-02', dateTo: '2026-01-01' })).toEqual({
    dateFrom: 'Начало периода позже его конца',
  });
});

test('a good period, or a half of one, is asked for', () => {
  expect(periodProblem({ dateFrom: '2026-01-01', dateTo: '2026-01-01' })).toBeNull();
  expect(periodProblem({ dateFrom: '2026-01-01', dateTo: '' })).toBeNull();
  expect(periodProblem({})).toBeNull();
});

test('a period that has to be whole is not asked for without its day, or in a year of five digits', () => {
  const required = { required: true };
  expect(periodProblem({ dateFrom: '', dateTo: '2026-01-01' }, required)).toEqual({
    dateFrom: 'Укажите день',
  });
  expect(periodProblem({ dateFrom: '2026-01-01', dateTo: '' }, required)).toEqual({ dateTo: 'Укажите день' });
  expect(periodProblem({ dateTo: '20261-01-01' })).toEqual({ dateTo: 'Укажите год полностью' });
});
