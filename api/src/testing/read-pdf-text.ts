import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';

/**
 * Returns the text of a PDF in lines, as copied from a viewer. Hard spaces and minus signs become plain ones. If
 * KEEP_PAPERS names a folder, every document that a test reads is saved there for inspection.
 */
export function readPdfText(pdf: Buffer, options: readonly string[] = ['-layout']): string {
  savePdf(pdf);
  return execFileSync('pdftotext', [...options, '-', '-'], { input: pdf })
    .toString('utf8')
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replaceAll('\u2212', '-');
}

function savePdf(pdf: Buffer): void {
  const folder = process.env.KEEP_PAPERS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${hash('sha256', pdf).slice(0, 8)}.pdf`, pdf);
}

/** The tags of a PDF with their texts, indented, as a screen reader goes through them. */
export function listPdfTags(pdf: Buffer): string {
  return execFileSync('pdfinfo', ['-struct-text', '-'], { input: pdf })
    .toString('utf8')
    .replaceAll(/[\u00a0\u202f]/g, ' ');
}

/** Titles of a PDF's bookmarks, in their order. */
export function listPdfBookmarks(pdf: Buffer): string[] {
  const text = pdf.toString('latin1');
  const [outlines] = /\/Outlines (\d+) 0 R/.exec(text)?.slice(1) ?? [];
  const generateObject = (number: string | undefined): string =>
    new RegExp(`\\n${number} 0 obj\\n([^]*?)endobj`).exec(text)?.[1] ?? '';
  const findLink = (object: string, name: string): string | undefined =>
    new RegExp(`/${name} (\\d+) 0 R`).exec(object)?.[1];
  const titles: string[] = [];
  for (
    let next = findLink(generateObject(outlines), 'First');
    next;
    next = findLink(generateObject(next), 'Next')
  ) {
    const [, title = ''] = /\/Title \(((?:\\[^]|[^\\)])*)\)/.exec(generateObject(next)) ?? [];
    const bytes = Buffer.from(title.replace(/\\([^])/g, '$1'), 'latin1');
    titles.push(
      bytes[0] === 0xfe ? bytes.subarray(2).swap16().toString('utf16le') : bytes.toString('latin1'),
    );
  }
  return titles;
}
