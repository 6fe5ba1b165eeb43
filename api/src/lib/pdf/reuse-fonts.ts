import { createRequire } from 'node:module';

interface Glyph {
  id: number;
  codePoints: number[];
}
/** A text that was shaped: pdfkit scales the positions in place. */
interface Run {
  glyphs: Glyph[];
  positions: object[];
}
/** A typeface that fontkit has opened for a document. */
interface OpenedFont {
  stream: { buffer: Uint8Array };
  /** Decodes a table of the file when it is first needed. */
  _getTable(table: { tag: string }): unknown;
  glyphsForString(text: string): Glyph[];
  getGlyph(id: number, codePoints: number[]): Glyph;
  layout(text: string, features?: readonly string[]): Run;
}

const require = createRequire(import.meta.url);
/** The library with which pdfkit opens typefaces. */
const fontkit = createRequire(require.resolve('pdfkit'))('fontkit') as {
  create(file: Uint8Array): OpenedFont;
};

/** Shaped texts that are remembered of a typeface: those of all forms, and some thousands of names and figures. */
const MAX_RUNS = 10_000;

/**
 * Decodes the tables of these typefaces once and shapes a word once, for all documents: fontkit does both again for each, which takes
 * two thirds of a short document's time. Glyphs belong to a document, so its bytes do not depend on the documents before it.
 */
export function reuseFonts(files: readonly Uint8Array[]): void {
  const [first] = files;
  if (!first) return;
  const shared = new Map(
    files.map((file) => [file, { tables: new Map<string, unknown>(), runs: new Map<string, Run>() }]),
  );
  const prototype = Object.getPrototypeOf(fontkit.create(first)) as OpenedFont;
  const { _getTable: decode, layout } = prototype;
  prototype._getTable = function getTable(table) {
    const tables = shared.get(this.stream.buffer)?.tables;
    if (!tables) return decode.call(this, table);
    if (!tables.has(table.tag)) tables.set(table.tag, decode.call(this, table));
    return tables.get(table.tag);
  };
  prototype.layout = function shape(text, features) {
    const runs = shared.get(this.stream.buffer)?.runs;
    if (!runs) return layout.call(this, text, features);
    const key = `${features?.join() ?? ''} ${text}`;
    const known = runs.get(key);
    if (known) return copyRun(this, text, known);
    const run = layout.call(this, text, features);
    if (runs.size >= MAX_RUNS) runs.clear();
    runs.set(
      key,
      copyTo(
        run,
        run.glyphs.map(({ id, codePoints }) => ({ id, codePoints })),
      ),
    );
    return run;
  };
}

/** Returns the same shapes with the document's own glyphs, which remember the text that they are first asked for. */
function copyRun(font: OpenedFont, text: string, known: Run): Run {
  font.glyphsForString(text);
  return copyTo(
    known,
    known.glyphs.map(({ id, codePoints }) => font.getGlyph(id, codePoints)),
  );
}

function copyTo(run: Run, glyphs: Glyph[]): Run {
  const copy = Object.create(Object.getPrototypeOf(run) as object) as Run;
  return Object.assign(copy, run, { glyphs, positions: run.positions.map((position) => ({ ...position })) });
}
