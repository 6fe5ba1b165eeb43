import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import {
  FIGURES,
  figureGlyphs,
  tableOffset,
  withTabularFigures,
} from '../api/src/lib/pdf/tabular-figures.ts';

/**
 * Writes the ten figures of Golos Text, all of one width, as small fonts of their own (a few KB each) for the browser:
 * `node scripts/make-figures.ts`. The typeface's own `tnum` leaves six of them narrower, so columns of money come out
 * ragged (api/src/lib/pdf/tabular-figures.ts). The files are in the repository; run this again after an update of the package
 * to rebuild them from its static fonts. The license (OFL) allows changed copies.
 */
const WEIGHTS = { 400: '400Regular', 500: '500Medium', 600: '600SemiBold', 700: '700Bold' };
const FOLDER = path.join(import.meta.dirname, '../web/src/ui/theme/figures');
/** Layout tables that ten figures do not need. */
const DROPPED_TABLES = new Set([
  'GSUB',
  'GPOS',
  'GDEF',
  'STAT',
  'kern',
  'DSIG',
  'fpgm',
  'prep',
  'cvt ',
  'gasp',
]);

if (import.meta.main) {
  mkdirSync(FOLDER, { recursive: true });
  for (const [weight, name] of Object.entries(WEIGHTS)) {
    const file = createRequire(import.meta.url).resolve(
      `@expo-google-fonts/golos-text/${name}/GolosText_${name}.ttf`,
    );
    writeFileSync(path.join(FOLDER, `${weight}.woff`), makeWoff(makeFiguresFont(readFileSync(file))));
  }
}

type Tables = Map<string, Buffer>;

function makeFiguresFont(font: Buffer): Tables {
  const even = withTabularFigures(font);
  const figures = figureGlyphs(even);
  const tables = readTables(even);
  for (const tag of DROPPED_TABLES) tables.delete(tag);
  const { glyf, loca } = collectOutlines(even, tables, figures);
  tables.set('glyf', glyf);
  tables.set('loca', loca);
  tables.set('cmap', mappingTo(figures));
  tables.set('post', withoutNames(tables.get('post') as Buffer));
  const head = Buffer.from(tables.get('head') as Buffer);
  // `loca` gets long offsets, and there are no instructions left.
  head.writeInt16BE(1, 50);
  tables.set('head', head);
  return tables;
}

function readTables(font: Buffer): Tables {
  const tables: Tables = new Map();
  for (let record = 12; record < 12 + font.readUInt16BE(4) * 16; record += 16) {
    const tag = font.toString('latin1', record, record + 4);
    const at = font.readUInt32BE(record + 8);
    tables.set(tag, font.subarray(at, at + font.readUInt32BE(record + 12)));
  }
  return tables;
}

/** Collects the outlines of the figures and of the glyphs that they are composed of. Every glyph retains its number. */
function collectOutlines(
  font: Buffer,
  tables: Tables,
  figures: readonly number[],
): { glyf: Buffer; loca: Buffer } {
  const long = font.readInt16BE(tableOffset(font, 'head') + 50) === 1;
  const loca = tables.get('loca') as Buffer;
  const glyf = tables.get('glyf') as Buffer;
  const getGlyphStart = (glyph: number): number =>
    long ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2;
  const count = (tables.get('maxp') as Buffer).readUInt16BE(4);
  const glyphs = new Set<number>([0]);
  const addGlyph = (glyph: number): void => {
    if (glyphs.has(glyph)) return;
    glyphs.add(glyph);
    for (const part of listComponents(glyf.subarray(getGlyphStart(glyph), getGlyphStart(glyph + 1))))
      addGlyph(part);
  };
  for (const figure of figures) addGlyph(figure);
  const outlines: Buffer[] = [];
  const offsets = Buffer.alloc((count + 1) * 4);
  let at = 0;
  for (let glyph = 0; glyph < count; glyph += 1) {
    offsets.writeUInt32BE(at, glyph * 4);
    if (!glyphs.has(glyph)) continue;
    const outline = padded(glyf.subarray(getGlyphStart(glyph), getGlyphStart(glyph + 1)));
    outlines.push(outline);
    at += outline.length;
  }
  offsets.writeUInt32BE(at, count * 4);
  return { glyf: Buffer.concat(outlines), loca: offsets };
}

/** Glyphs that a composite one consists of (OpenType, "glyf", composite description). */
function listComponents(outline: Buffer): number[] {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return [];
  const parts: number[] = [];
  let at = 10;
  let flags = 0x20;
  while (flags & 0x20) {
    flags = outline.readUInt16BE(at);
    parts.push(outline.readUInt16BE(at + 2));
    at += 4 + (flags & 0x1 ? 4 : 2);
    if (flags & 0x8) at += 2;
    else if (flags & 0x40) at += 4;
    else if (flags & 0x80) at += 8;
  }
  return parts;
}

/** The characters 0 to 9 are the even figures themselves: no feature has to be switched on (cmap, format 12). */
function mappingTo(figures: readonly number[]): Buffer {
  const cmap = Buffer.alloc(12 + 16 + FIGURES.length * 12);
  cmap.writeUInt16BE(1, 2);
  cmap.writeUInt16BE(3, 4);
  cmap.writeUInt16BE(10, 6);
  cmap.writeUInt32BE(12, 8);
  cmap.writeUInt16BE(12, 12);
  cmap.writeUInt32BE(cmap.length - 12, 16);
  cmap.writeUInt32BE(figures.length, 24);
  figures.forEach((glyph, figure) => {
    const at = 28 + figure * 12;
    cmap.writeUInt32BE(0x30 + figure, at);
    cmap.writeUInt32BE(0x30 + figure, at + 4);
    cmap.writeUInt32BE(glyph, at + 8);
  });
  return cmap;
}

function withoutNames(post: Buffer): Buffer {
  const short = Buffer.from(post.subarray(0, 32));
  short.writeUInt32BE(0x30000, 0);
  return short;
}

/** WOFF 1.0: each table compressed by itself. */
function makeWoff(tables: Tables): Buffer {
  const sorted = [...tables].sort(([one], [other]) => (one < other ? -1 : 1));
  const head = Buffer.alloc(44 + sorted.length * 20);
  const bodies: Buffer[] = [];
  let at = head.length;
  let plain = 12 + sorted.length * 16;
  sorted.forEach(([tag, table], index) => {
    const packed = deflateSync(table, { level: 9 });
    const body = packed.length < table.length ? packed : table;
    const record = 44 + index * 20;
    head.write(tag, record, 'latin1');
    head.writeUInt32BE(at, record + 4);
    head.writeUInt32BE(body.length, record + 8);
    head.writeUInt32BE(table.length, record + 12);
    head.writeUInt32BE(computeChecksum(padded(table)), record + 16);
    bodies.push(padded(body));
    at += padded(body).length;
    plain += padded(table).length;
  });
  head.write('wOFF', 0, 'latin1');
  head.writeUInt32BE(0x00010000, 4);
  head.writeUInt32BE(at, 8);
  head.writeUInt16BE(sorted.length, 12);
  head.writeUInt32BE(plain, 16);
  return Buffer.concat([head, ...bodies]);
}

function computeChecksum(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}
