import { fileURLToPath } from 'node:url';
import type { Content } from 'pdfmake/interfaces.js';
import { describe, expect, it } from 'vitest';
import { readPdfText } from '../../testing/read-pdf-text.ts';
import { lineTable } from './pdf-tables.ts';
import { renderPdf } from './pdf.ts';

const makeDocument = (content: Content[]) => ({
  title: 'Проба',
  author: 'ООО «Проба»',
  dateIso: '2026-09-15',
  content,
});

describe('PDF rendering', () => {
  it.each([
    ['a file of this machine', fileURLToPath(import.meta.url)],
    ['an address on the network', 'http://127.0.0.1:9/picture.png'],
  ])('%s cannot be pulled into a document', async (_fear, image) => {
    await expect(renderPdf(makeDocument([{ image }]))).rejects.toThrow();
  });

  it('a hundred rows repeat their header and number their pages', async () => {
    const rows = Array.from({ length: 100 }, (_, index) => [String(index + 1), 'Дизель', '1,00']);
    const columns = [
      { title: '№', width: 20 },
      { title: 'Товар', width: '*' as const },
      { title: 'Сумма', width: 60, figures: true },
    ];
    const pdf = await renderPdf(makeDocument([lineTable(columns, rows)]));
    const pages = pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
    expect(pages).toBeGreaterThan(2);
    const text = readPdfText(pdf);
    expect(text.match(/№\s+Товар\s+Сумма/g)).toHaveLength(pages);
    expect(text).toContain(`страница ${pages} из ${pages}`);
  });

  it('a number stays on the line of its «№», and a kilometre on that of its «км»', async () => {
    const columns = [{ title: 'Содержание', width: 120 }];
    const rows = Array.from({ length: 40 }, (_, index) => [`${'а'.repeat(index + 1)} № 216, 287-й км`]);
    const text = readPdfText(await renderPdf(makeDocument([lineTable(columns, rows)])));
    expect(text.match(/№[ \u00a0]216/g)).toHaveLength(40);
    expect(text.match(/287[-\u2011]й[ \u00a0]км/g)).toHaveLength(40);
  });

  it('no Russian character or sign comes out as a box', async () => {
    const signs =
      'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя0123456789₽№«»„“—–−+·§%…';
    const pdf = await renderPdf(makeDocument([{ text: signs }, { text: signs, bold: true }]));
    const shown = readPdfText(pdf, []).replace(/\s/g, '');
    // Hard spaces and the minus sign are made plain in reading.
    const read = signs.replace('−', '-');
    expect(shown.startsWith(read + read)).toBe(true);
  });

  it('a document has the same bytes whatever was drawn before it and beside it', async () => {
    const draw = (text: string) => renderPdf(makeDocument([{ text }, { text, fontFeatures: ['tnum'] }]));
    const hardSpaces = 'Итого\u00a01\u00a0216,40\u00a0₽';
    const alone = await draw(hardSpaces);
    const [plain, beside, other] = await Promise.all([
      draw('Итого 1 216,40 ₽'),
      draw(hardSpaces),
      draw('Щётка № 7'),
    ]);
    expect(beside.equals(alone)).toBe(true);
    expect(plain.equals(alone)).toBe(false);
    expect((await draw('Щётка № 7')).equals(other)).toBe(true);
  });
});
