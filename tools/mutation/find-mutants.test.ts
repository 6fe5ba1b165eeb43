import { expect, test } from 'vitest';
import { findMutants } from './find-mutants.ts';

function mutated(source: string): string[] {
  return findMutants(source).map(
    ({ start, end, replacement }) => source.slice(0, start) + replacement + source.slice(end),
  );
}

test('each small mistake is one text, and types have none', () => {
  expect(mutated('const a: 1 | 2 = b < c ? d : e;')).toEqual([
    'const a: 1 | 2 = !(b < c) ? d : e;',
    'const a: 1 | 2 = b <= c ? d : e;',
  ]);
  expect(mutated('() => { if (a) return; };')).toEqual(['() => { ; };', '() => { if (!(a)) return; };']);
  expect(mutated("const a = `${b}` + 'c';")).toEqual([]);
  expect(mutated('await post(Math.min(a, 2));')).toEqual([
    ';',
    'await post(Math.max(a, 2));',
    'await post(Math.min(a, (2 + 1)));',
  ]);
});

test('each part of an SQL statement is changed by itself', () => {
  expect(mutated('sql`select 1 from a where b = ${c} and d <= ${e} order by f desc for update`')).toEqual([
    'sql`select 1 from a where b = ${c} or d <= ${e} order by f desc for update`',
    'sql`select 1 from a where b = ${c} and d < ${e} order by f desc for update`',
    'sql`select 1 from a where b = ${c} and d <= ${e} order by f for update`',
    'sql`select 1 from a where b = ${c} and d <= ${e} order by f desc`',
  ]);
});
