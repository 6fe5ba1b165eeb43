import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';

/** A word of a printed page, with its edges in points from the left edge of the sheet. */
type WordBox = { text: string; left: number; right: number; sheetWidth: number };
/** Printed sheets: their number, their lines with plain spaces, and where each word stands. */
type Print = { sheets: number; text: string; wordBoxes: WordBox[] };

/** Prints the page on A4 as the browser's own dialog does, without its header and footer. */
export async function printPage(page: Page): Promise<Print> {
  return readPrint(await page.pdf({ format: 'A4', preferCSSPageSize: true }));
}

/** Reads a printed file. */
export function readPrint(input: Buffer): Print {
  const read = (...args: string[]) =>
    execFileSync('pdftotext', [...args, '-', '-'], { input, maxBuffer: 64 << 20 }).toString('utf8');
  const sheets = read('-bbox').split('<page ').slice(1);
  return {
    sheets: sheets.length,
    text: read('-layout').replace(/[\u00a0\u202f]/g, ' '),
    wordBoxes: sheets.flatMap((sheet) => {
      const sheetWidth = Number(/width="([\d.]+)"/.exec(sheet)?.[1]);
      const found = sheet.matchAll(
        /<word xMin="([\d.-]+)" yMin="[^"]*" xMax="([\d.-]+)" yMax="[^"]*">(.*?)<\/word>/g,
      );
      return [...found].map(([, left, right, text = '']) => ({
        text,
        left: Number(left),
        right: Number(right),
        sheetWidth,
      }));
    }),
  };
}
