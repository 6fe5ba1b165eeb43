import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { buildSwitches } from './build-switches.ts';
import { findMutants } from './find-mutants.ts';

const SOURCE = `
  const LIMIT = 10 - 2;
  function price(litres, rate) {
    if (litres <= 0) return { 1: 'none' };
    else if (litres > LIMIT && rate !== 3) return Math.min(litres * rate, 50) + 1;
    const bonus = litres >= 5 ? true : rate < 2 || litres === 4;
    return [bonus, sql\`where a = \${rate - 1} and b < \${litres} order by c desc\`];
  }
  function sql(texts, ...values) {
    return texts.join('?') + values.join();
  }
  const outcome = [];
  for (const litres of [-1, 0, 1, 4, 5, 8, 9]) for (const rate of [1, 2, 3, 20]) outcome.push(price(litres, rate));
  JSON.stringify(outcome);`;

test('each switch turns on its own mistake alone, and without one nothing changes', () => {
  const mutants = findMutants(SOURCE).map((mutant, index) => ({ ...mutant, number: index + 1 }));
  const text = buildSwitches(SOURCE, mutants);
  const runWith = (active: number) =>
    runInNewContext(text, { isMutantOn: (number: number) => number === active });
  expect(mutants.length).toBeGreaterThan(20);
  expect(runWith(0)).toBe(runInNewContext(SOURCE));
  for (const { number, start, end, replacement } of mutants)
    expect(runWith(number)).toBe(runInNewContext(SOURCE.slice(0, start) + replacement + SOURCE.slice(end)));
});

test('a statement that is dropped leaves the branches around it as they are', () => {
  const source = 'async () => { if (a) await b(); else await c(); };';
  const mutants = findMutants(source).map((mutant, index) => ({ ...mutant, number: index + 1 }));
  expect(buildSwitches(source, mutants)).toBe(
    'async () => { if ((globalThis.isMutantOn(1) ? (!(a)) : (a))) ' +
      '{if (globalThis.isMutantOn(2)) {;} else {await b();}} else ' +
      '{if (globalThis.isMutantOn(3)) {;} else {await c();}} };',
  );
});
