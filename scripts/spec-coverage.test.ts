import { expect, test } from 'vitest';
import { measureCoverage } from './spec-coverage.ts';

// Written apart, so that the real count does not take these for titles of real tests.
const sign = '§';
const list = `Statements.\n\n## 1. Cards\n\n- ${sign}1.1 one\n- ${sign}1.2 two\n\n## 2. Money\n\n### Sums\n\n- ${sign}2.1 three\n`;

test('statements that no title names are listed by section', () => {
  const tests = new Map([
    ['a.test.ts', `test('blocks ${sign}1.2', () => {}); // ${sign}2.1 is shown elsewhere`],
  ]);
  expect(measureCoverage(list, tests)).toEqual({
    sections: [
      { title: '1. Cards', ids: [`${sign}1.1`, `${sign}1.2`], missing: [`${sign}1.1`] },
      { title: '2. Money', ids: [`${sign}2.1`], missing: [`${sign}2.1`] },
    ],
    unknown: [],
  });
});

test('an id that the list does not have is a slip of the pen, and is reported with its file', () => {
  const tests = new Map([['a.test.ts', `test(\`pays ${sign}2.11 and ${sign}2.1\`, () => {});`]]);
  expect(measureCoverage(list, tests).unknown).toEqual([{ file: 'a.test.ts', id: `${sign}2.11` }]);
});
