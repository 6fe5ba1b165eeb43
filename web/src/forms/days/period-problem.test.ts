import { expect, test } from 'vitest';
import { periodProblem } from './period-problem.ts';

test('§8.30 a day that is being typed, or a period that runs backwards, is not asked for', () => {
  const problem = 'Укажите день как 05.11.2026';
  expect(periodProblem({ dateFrom: '2026-01-01', dateTo: '05.11.20' })).toEqual({ dateTo: problem });
  expect(periodProblem({ dateFrom: '31.02.2026' })).toEqual({ dateFrom: problem });
  expect(periodProblem({ dateFrom: '1999-12-31' })).toEqual({ dateFrom: problem });
  expect(periodProblem({ dateFrom: '2026-01-02', dateTo: '2026-01-01' })).toEqual({
    dateFrom: 'Начало периода позже его конца',
  });
});

test('a good period, or a half of one, is asked for', () => {
  expect(periodProblem({ dateFrom: '2026-01-01', dateTo: '2026-01-01' })).toBeNull();
  expect(periodProblem({ dateFrom: '2026-01-01', dateTo: '' })).toBeNull();
  expect(periodProblem({})).toBeNull();
});

test('a period that has to be whole is not asked for without its day', () => {
  const required = { required: true };
  expect(periodProblem({ dateFrom: '', dateTo: '2026-01-01' }, required)).toEqual({
    dateFrom: 'Укажите день',
  });
  expect(periodProblem({ dateFrom: '2026-01-01', dateTo: '' }, required)).toEqual({ dateTo: 'Укажите день' });
});
