import { expect, test } from 'vitest';
import { findGlossaryFaults } from './check-glossary.ts';

const table = (...rows: string[]): string =>
  ['| on the screen | in the code |', '| --- | --- |', ...rows].join('\n');
const findMessages = (...files: [string, string][]): string[] =>
  findGlossaryFaults(new Map(files)).map(({ message }) => message);

test('a word of the glossary is found however the code writes it', () => {
  const glossary = table(
    '| выписка | `bank file` | |',
    '| карта | `card` | |',
    '| – | `lane` | |',
    '| – | `turn` | |',
  );
  const code = 'export function loadBankFile(card: Card) {} // lane, turn';
  expect(findMessages(['docs/glossary.md', glossary], ['api/src/a.ts', code])).toEqual([]);
});

test('a word without code, and a thing with two words, are reported', () => {
  const glossary = table('| карта | `card` | |', '| карта | `plastic` | |');
  expect(findMessages(['docs/glossary.md', glossary], ['api/src/a.ts', 'const card = 1'])).toEqual([
    expect.stringContaining('«карта» has two lines'),
    expect.stringContaining('`plastic`'),
  ]);
});
