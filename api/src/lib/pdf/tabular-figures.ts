export const FIGURES = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'].map(
  (name) => `${name}.tf`,
);
/** The `post` table numbers a font's own names after the 258 standard ones. */
const STANDARD_NAMES = 258;

/**
 * Returns a copy of a TrueType font whose tabular figures (`tnum`) really have equal widths; throws Error when the
 * font has no such figures.
 * Golos Text declares the feature, but six of its ten tabular figures keep their proportional widths (580 to 610
 * units instead of 620), so columns of money come out ragged. All get the widest advance, with the drawing centred.
 */
export function withTabularFigures(font: Buffer): Buffer {
  const fixed = Buffer.from(font);
  const glyphs = figureGlyphs(fixed);
  const metrics = tableOffset(fixed, 'hmtx');
  const width = Math.max(...glyphs.map((glyph) => fixed.readUInt16BE(metrics + glyph * 4)));
  for (const glyph of glyphs) {
    const at = metrics + glyph * 4;
    const shift = Math.floor((width - fixed.readUInt16BE(at)) / 2);
    fixed.writeUInt16BE(width, at);
    fixed.writeInt16BE(fixed.readInt16BE(at + 2) + shift, at + 2);
  }
  return fixed;
}

/** Numbers of the glyphs of the tabular figures, 0 to 9. Throws Error when the font has none. */
export function figureGlyphs(font: Buffer): number[] {
  const names = glyphNames(font);
  const fullMetrics = font.readUInt16BE(tableOffset(font, 'hhea') + 34);
  return FIGURES.map((figure) => {
    const glyph = names.indexOf(figure);
    if (glyph < 0 || glyph >= fullMetrics) throw new Error(`the font has no tabular figure ${figure}`);
    return glyph;
  });
}

/** The glyphs' names in their order, from a `post` table of version 2; standard names are left empty. */
function glyphNames(font: Buffer): string[] {
  const post = tableOffset(font, 'post');
  if (font.readUInt32BE(post) !== 0x20000) throw new Error('the font does not name its glyphs');
  const count = font.readUInt16BE(post + 32);
  const indexes = Array.from({ length: count }, (_, glyph) => font.readUInt16BE(post + 34 + glyph * 2));
  const own: string[] = [];
  let at = post + 34 + count * 2;
  for (let left = Math.max(...indexes) - STANDARD_NAMES; left >= 0; left -= 1) {
    const length = font.readUInt8(at);
    own.push(font.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return indexes.map((index) => own[index - STANDARD_NAMES] ?? '');
}

/** Returns the position where a table begins. Throws Error when the font has no table of that name. */
export function tableOffset(font: Buffer, tag: string): number {
  const tables = font.readUInt16BE(4);
  for (let record = 12; record < 12 + tables * 16; record += 16) {
    if (font.toString('latin1', record, record + 4) === tag) return font.readUInt32BE(record + 8);
  }
  throw new Error(`the font has no table ${tag}`);
}
