import type { Content } from 'pdfmake/interfaces.js';
import { expect, test } from 'vitest';
import { breakLongWords } from './break-long-words.ts';

const WORD = 'Межрегионтрансэкспедиция'.repeat(4);

test('a long word inside a strong name keeps the strength of the name', () => {
  const name = { text: `ООО ${WORD}`, bold: true };
  expect(breakLongWords({ text: [name, { text: ', ИНН 1' }] })).toEqual({
    text: [
      { text: 'ООО ', bold: true },
      { text: WORD, bold: true, wordBreak: 'break-all' },
      { text: ', ИНН 1' },
    ],
  });
});

test('a long word is broken in a cell of a table too, and ordinary words are unchanged', () => {
  const table = (cell: Content): Content => ({ table: { widths: ['*'], body: [[{ text: 'шт.' }, cell]] } });
  expect(breakLongWords(table({ text: WORD, fontSize: 8 }))).toEqual(
    table({ text: [{ text: WORD, wordBreak: 'break-all' }], fontSize: 8 }),
  );
});
