/** Font of a text. */
export interface FontStyle {
  /** Points. */
  size: number;
  isBold?: boolean;
  /** `#14171A` */
  color: string;
}

export interface TextLayout {
  width(text: string, style: FontStyle): number;
  /** The lines of a text in a column: broken at spaces, and inside a word that is wider than the column. */
  wrap(text: string, width: number, style: FontStyle): string[];
  lineHeight(style: FontStyle): number;
  /** Writes one line on the document's page, its top left corner at `x` and `y`. */
  write(text: string, x: number, y: number, style: FontStyle): void;
}

/** A font as pdfkit embeds it; its typings leave this out. */
interface EmbeddedFont {
  id: string;
  ascender: number;
  lineHeight(size: number, includeGap: boolean): number;
  encode(text: string, features: string[]): [glyphs: string[], positions: { xAdvance: number }[]];
  ref(): PDFKit.PDFKitReference;
}

interface Glyph {
  /** Its glyph in the font, four hexadecimal digits. */
  glyph: string;
  /** Width at size 1000. */
  width: number;
}

interface Typeface {
  font: EmbeddedFont;
  letters: Map<string, Glyph>;
}

/** The same as in all our documents. */
const LINE_HEIGHT = 1.15;

/**
 * Writes in the fonts `normal` and `bold` of a document, letter by letter. pdfkit lays out each text with all rules of
 * its font and caches every word. For half a million lines that takes hours and unbounded memory. Figures have one
 * width.
 */
export function createTextLayout(doc: PDFKit.PDFDocument): TextLayout {
  const faces = { normal: openTypeface(doc, 'normal'), bold: openTypeface(doc, 'bold') };
  const getTypeface = ({ isBold }: FontStyle): Typeface => (isBold ? faces.bold : faces.normal);

  function width(text: string, style: FontStyle): number {
    const face = getTypeface(style);
    let units = 0;
    for (const sign of text) units += getGlyph(face, sign).width;
    return (units * style.size) / 1000;
  }

  function breakWord(word: string, max: number, style: FontStyle): string[] {
    if (width(word, style) <= max) return [word];
    const pieces: string[] = [];
    let piece = '';
    for (const sign of word) {
      if (piece !== '' && width(piece + sign, style) > max) {
        pieces.push(piece);
        piece = '';
      }
      piece += sign;
    }
    return [...pieces, piece];
  }

  return {
    width,
    wrap(text, max, style) {
      if (width(text, style) <= max) return [text];
      const lines: string[] = [];
      let line = '';
      for (const word of text.split(/[ \n\t]+/).flatMap((value) => breakWord(value, max, style))) {
        const longer = line === '' ? word : `${line} ${word}`;
        if (line !== '' && width(longer, style) > max) {
          lines.push(line);
          line = word;
        } else line = longer;
      }
      return [...lines, line];
    },
    lineHeight: (style) => getTypeface(style).font.lineHeight(style.size, true) * LINE_HEIGHT,
    write(text, x, y, style) {
      const face = getTypeface(style);
      const page = doc.page as PDFKit.PDFPage & { fonts: Record<string, PDFKit.PDFKitReference> };
      page.fonts[face.font.id] ??= face.font.ref();
      let glyphs = '';
      for (const sign of text) glyphs += getGlyph(face, sign).glyph;
      const base = y + (face.font.ascender * style.size) / 1000;
      // pdfkit turns each page upside down. This turns the letters back.
      doc.addContent(
        `BT ${toPdfColor(style.color)} rg /${face.font.id} ${style.size} Tf 1 0 0 -1 ${round(x)} ${round(base)} Tm <${glyphs}> Tj ET`,
      );
    },
  };
}

function openTypeface(doc: PDFKit.PDFDocument, name: 'normal' | 'bold'): Typeface {
  doc.font(name);
  return { font: (doc as unknown as { _font: EmbeddedFont })._font, letters: new Map() };
}

function getGlyph({ font, letters: glyphCache }: Typeface, sign: string): Glyph {
  const known = glyphCache.get(sign);
  if (known) return known;
  const [glyphs, positions] = font.encode(sign, ['tnum']);
  const glyph = {
    glyph: glyphs.join(''),
    width: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
  };
  glyphCache.set(sign, glyph);
  return glyph;
}

function toPdfColor(color: string): string {
  return [1, 3, 5].map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ');
}

function round(points: number): string {
  return points.toFixed(2);
}
