import { createRequire } from 'node:module';

/** A typeface that fontkit has opened for a document. */
interface OpenedFont {
  stream: { buffer: Uint8Array };
  /** Decodes a table of the file when it is first needed. */
  _getTable(table: { tag: string }): unknown;
}

const require = createRequire(import.meta.url);
/** The library with which pdfkit opens typefaces. */
const fontkit = createRequire(require.resolve('pdfkit'))('fontkit') as {
  create(file: Uint8Array): OpenedFont;
};

/**
 * Decodes the tables of these typefaces once for all documents: fontkit decodes them again for each, which takes half of a short document's time.
 */
export function reuseFonts(files: readonly Uint8Array[]): void {
  const [first] = files;
  if (!first) return;
  const decoded = new Map(files.map((file) => [file, new Map<string, unknown>()]));
  const prototype = Object.getPrototypeOf(fontkit.create(first)) as OpenedFont;
  const { _getTable: decode } = prototype;
  prototype._getTable = function getTable(table) {
    const tables = decoded.get(this.stream.buffer);
    if (!tables) return decode.call(this, table);
    if (!tables.has(table.tag)) tables.set(table.tag, decode.call(this, table));
    return tables.get(table.tag);
  };
}
