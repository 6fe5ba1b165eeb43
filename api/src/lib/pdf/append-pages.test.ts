import { execFileSync } from 'node:child_process';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { appendPages } from './append-pages.ts';
import { compressPdf } from '../../testing/compress-pdf.ts';
import { renderPdf } from './pdf.ts';

function makePdf(...pages: string[]): Promise<Buffer> {
  return renderPdf({
    title: pages[0] ?? '',
    author: 'ООО «Магистраль»',
    dateIso: '2026-08-31',
    content: pages.map((text, index) => ({ text, ...(index > 0 ? { pageBreak: 'before' as const } : {}) })),
  });
}

function listPages(pdf: Buffer): string[] {
  return execFileSync('pdftotext', ['-', '-'], { input: pdf, stdio: ['pipe', 'pipe', 'pipe'] })
    .toString('utf8')
    .split('\f')
    .map((page) => page.split('\n')[0] ?? '')
    .filter((line) => line !== '');
}

describe('pages put behind a PDF', () => {
  test('the first file’s bytes stay and all pages can be read, also when repeated', async () => {
    const original = await makePdf('Первая', 'Вторая');
    const once = appendPages(original, await makePdf('Отметка')) as Buffer;
    const twice = appendPages(once, await makePdf('Ещё одна', 'И последняя')) as Buffer;
    expect(once.subarray(0, original.length).equals(original)).toBe(true);
    expect(twice.subarray(0, once.length).equals(once)).toBe(true);
    expect(listPages(once)).toEqual(['Первая', 'Вторая', 'Отметка']);
    expect(listPages(twice)).toEqual(['Первая', 'Вторая', 'Отметка', 'Ещё одна', 'И последняя']);
  });

  test('a file with compressed reference streams takes pages too, and stays such a file', async () => {
    const original = compressPdf(await makePdf('Первая', 'Вторая'));
    expect(listPages(original)).toEqual(['Первая', 'Вторая']);
    const once = appendPages(original, await makePdf('Отметка')) as Buffer;
    const twice = appendPages(once, await makePdf('Ещё одна')) as Buffer;
    expect(once.subarray(0, original.length).equals(original)).toBe(true);
    expect(once.subarray(original.length).toString('latin1')).not.toMatch(/^xref$/m);
    expect(listPages(twice)).toEqual(['Первая', 'Вторая', 'Отметка', 'Ещё одна']);
    const damage = Buffer.from(original);
    damage.fill(0, original.length - 200, original.length - 100);
    expect(appendPages(damage, await makePdf('Отметка'))).toBeNull();
  });

  test('a file that can’t be appended to is refused, without a guess', async () => {
    const mark = await makePdf('Отметка');
    const original = await makePdf('Первая');
    const text = original.toString('latin1');
    const bad = [
      '%PDF-1.7\nдокумент\n%%EOF',
      '',
      text.slice(0, -40),
      text.replace('/Root', '/Encrypt 9 0 R /Root'),
      text.replace(/startxref\s+\d+/, 'startxref 17'),
    ];
    for (const value of bad) expect(appendPages(Buffer.from(value, 'latin1'), mark)).toBeNull();
  });

  /** A file whose references are one compressed stream. */
  function buildReferences(dictionary: string, content: Buffer): Buffer {
    const packed = deflateSync(content);
    const head = `%PDF-1.7\n1 0 obj\n<< /Type /XRef /Filter /FlateDecode /Length ${packed.length} ${dictionary} >>\nstream\n`;
    return Buffer.concat([
      Buffer.from(head),
      packed,
      Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF\n'),
    ]);
  }

  test.each([
    ['whose rows have no width', buildReferences('/Size 999999999 /W [0 0 0]', Buffer.from('x'))],
    [
      'of references without an end',
      buildReferences('/Size 999999999 /W [1 1 0]', Buffer.alloc(8_000_000, 1)),
    ],
    ['that unpacks to more than it may', buildReferences('/Size 9 /W [1 1 1]', Buffer.alloc(20_000_000))],
  ])('a file %s is unlike one that can be read, and its reading ends', async (_, bytes) => {
    expect(appendPages(bytes, await makePdf('Отметка'))).toBeNull();
  });
});
