import { expect, test } from 'vitest';
import { measureCoverage } from './spec-coverage.ts';

// Written apart, so that the real count does not take these for titles of real tests.
const sign = '§';
const list = `Statements.\n\n## 1. Cards\n\n- ${sign}1.1 one\n- ${sign}1.2 two\n\n## 2. Money\n\n### Sums\n\n- ${sign}2.1 three\n`;

test('the titles of tests stand beneath the statements that they name', () => {
  const tests = new Map([
    [
      'a.test.ts',
      `test('${sign}1.2 ${sign}1.1 a card is blocked @phone', () => {}); // ${sign}2.1 is elsewhere`,
    ],
    ['b.test.ts', `test("stays blocked (${sign}1.2)", () => {});`],
  ]);
  const blocked = 'a card is blocked';
  expect(measureCoverage(list, tests)).toEqual({
    sections: [
      {
        title: '1. Cards',
        statements: [
          { id: `${sign}1.1`, text: 'one', titles: [blocked] },
          { id: `${sign}1.2`, text: 'two', titles: [blocked, 'stays blocked'] },
        ],
      },
      { title: '2. Money', statements: [{ id: `${sign}2.1`, text: 'three', titles: [] }] },
    ],
    unknown: [],
  });
});

test('an id that the list does not have is a typing mistake, reported with its file', () => {
  const tests = new Map([['a.test.ts', `test(\`pays ${sign}2.11 and ${sign}2.1\`, () => {});`]]);
  expect(measureCoverage(list, tests).unknown).toEqual([{ file: 'a.test.ts', id: `${sign}2.11` }]);
});
