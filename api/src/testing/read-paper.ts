import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';

/**
 * The text of a PDF as a person would copy it, in lines; hard spaces and minus signs become plain ones. If KEEP_PAPERS
 * names a folder, every document that a test reads is saved there, to look at.
 */
export function textOfPaper(pdf: Buffer, options: readonly string[] = ['-layout']): string {
  keepPaper(pdf);
  return execFileSync('pdftotext', [...options, '-', '-'], { input: pdf })
    .toString('utf8')
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replaceAll('\u2212', '-');
}

function keepPaper(pdf: Buffer): void {
  const folder = process.env.KEEP_PAPERS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${hash('sha256', pdf).slice(0, 8)}.pdf`, pdf);
}
