import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { withTabularFigures } from './tabular-figures.ts';

const { resolve } = createRequire(import.meta.url);
const WEIGHTS = ['400Regular/GolosText_400Regular', '600SemiBold/GolosText_600SemiBold'];
/** Glyphs `zero.tf` to `nine.tf` of the pinned version of the font. */
const FIRST_FIGURE = 423;

describe.each(WEIGHTS)('figures of %s', (weight) => {
  const font = readFileSync(resolve(`@expo-google-fonts/golos-text/${weight}.ttf`));
  const fixed = withTabularFigures(font);

  it('digits are of one width, so a column of money is not ragged', () => {
    expect(new Set(figureWidths(font)).size).toBeGreaterThan(1);
    expect(new Set(figureWidths(fixed)).size).toBe(1);
  });

  it('only widths are changed, and a second run changes nothing', () => {
    const table = hmtx(font);
    const from = table + FIRST_FIGURE * 4;
    const to = from + 10 * 4;
    expect(fixed.subarray(0, from).equals(font.subarray(0, from))).toBe(true);
    expect(fixed.subarray(to).equals(font.subarray(to))).toBe(true);
    expect(withTabularFigures(fixed).equals(fixed)).toBe(true);
  });
});

it('a font without such figures is refused at once, not printed crooked', () => {
  expect(() => withTabularFigures(Buffer.alloc(64))).toThrow('no table');
});

function figureWidths(font: Buffer): number[] {
  const table = hmtx(font);
  return Array.from({ length: 10 }, (_, figure) => font.readUInt16BE(table + (FIRST_FIGURE + figure) * 4));
}

function hmtx(font: Buffer): number {
  const record = font.indexOf('hmtx', 12, 'latin1');
  return font.readUInt32BE(record + 8);
}
