import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import pdfmake from 'pdfmake';
import type { Content, ContextPageSize } from 'pdfmake/interfaces.js';
import { breakLongWords } from './break-long-words.ts';
import { reuseFonts } from './reuse-fonts.ts';
import { tagPdfs } from './tag-pdf.ts';
import { withTabularFigures } from './tabular-figures.ts';

/** A document on A4. `dateIso` (`YYYY-MM-DD`) is also its creation date, so the same document has the same bytes. */
export interface PdfDocument {
  title: string;
  author: string;
  dateIso: string;
  /** Landscape, for wide tables. */
  landscape?: boolean;
  /** Appended to another file, so its page numbers are unknown. */
  unnumbered?: boolean;
  content: Content[];
}

/** Distance from the page's edges in points: 15 mm at the sides. */
const PAGE_MARGIN = 42;
/** Width of the text on an A4 page in points. */
export const CONTENT_WIDTH = 595.28 - 2 * PAGE_MARGIN;
/** The same on a landscape page. */
export const LANDSCAPE_WIDTH = 841.89 - 2 * PAGE_MARGIN;

export const INK = '#14171A';
export const INK_SECOND = '#55606A';
export const LINE = '#B4BCC3';
export const SURFACE = '#F2F4F5';

const require = createRequire(import.meta.url);
/** Files in memory only. pdfmake checks here before it asks its policy about the disk. Its typings omit them. */
const memoryFiles = require('pdfmake/js/virtual-fs.js') as {
  default: { writeFileSync(name: string, content: Uint8Array): void };
};

const FONT_FILES = {
  normal: '400Regular/GolosText_400Regular.ttf',
  bold: '600SemiBold/GolosText_600SemiBold.ttf',
};

let ready = false;

/**
 * Lays out the document and returns the file with its fonts embedded. Takes 0.2 to 2 seconds of a processor: call it
 * from a job. The library may open no file and no address: the fonts are in its memory, and both policies refuse.
 */
export async function renderPdf(document: PdfDocument): Promise<Buffer> {
  prepare();
  return await pdfmake
    .createPdf({
      version: '1.7',
      // Pages that are appended would point into the tags of another file.
      tagged: !document.unnumbered,
      info: {
        title: document.title,
        author: document.author,
        creator: document.author,
        producer: document.author,
        creationDate: new Date(`${document.dateIso}T12:00:00+03:00`),
      },
      language: 'ru-RU',
      displayTitle: true,
      pageSize: 'A4',
      pageOrientation: document.landscape ? 'landscape' : 'portrait',
      pageMargins: [PAGE_MARGIN, 34, PAGE_MARGIN, 44],
      defaultStyle: { font: 'Golos', fontSize: 9, lineHeight: 1.15, color: INK },
      footer: (page, pages, size) =>
        footer(document.title, document.unnumbered ? '' : `страница ${page} из ${pages}`, size),
      content: document.content.map(breakLongWords),
    })
    .getBuffer();
}

/** Reads the typeface of all documents, with figures of equal width. */
export function readPdfFonts(): Record<keyof typeof FONT_FILES, Buffer> {
  const read = (file: string): Buffer =>
    withTabularFigures(readFileSync(require.resolve(`@expo-google-fonts/golos-text/${file}`)));
  return { normal: read(FONT_FILES.normal), bold: read(FONT_FILES.bold) };
}

function prepare(): void {
  if (ready) return;
  const fonts = readPdfFonts();
  for (const name of ['normal', 'bold'] as const)
    memoryFiles.default.writeFileSync(FONT_FILES[name], fonts[name]);
  const { normal, bold } = FONT_FILES;
  // The family has no italics; pdfmake wants every style named.
  pdfmake.setFonts({ Golos: { normal, bold, italics: normal, bolditalics: bold } });
  reuseFonts(Object.values(fonts));
  tagPdfs();
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy(() => false);
  ready = true;
}

function footer(title: string, number: string, size: ContextPageSize): Content {
  return {
    margin: [PAGE_MARGIN, 14, PAGE_MARGIN, 0],
    fontSize: 7.5,
    color: INK_SECOND,
    columns: [
      { width: size.width - 2 * PAGE_MARGIN - 100, text: title },
      { width: 100, text: number, alignment: 'right' },
    ],
  };
}
