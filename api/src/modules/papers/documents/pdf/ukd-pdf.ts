import { SIGNED_ELSEWHERE } from '#contract/identity/what-a-code-confirms.ts';
import { formatDateLong, formatMoney } from '../../../../lib/money-format.ts';
import { heading, notice, parties, partyDetails, signatures } from '../../../../lib/pdf/pdf-blocks.ts';
import { sectionTable, type PdfTableColumn } from '../../../../lib/pdf/pdf-tables.ts';
import { LANDSCAPE_WIDTH, renderPdf } from '../../../../lib/pdf/pdf.ts';
import type { UkdLine, UkdDocument, UkdTotal } from '../corrections/ukd-document.ts';
import { decimalPrice, type UpdLine } from '../upd-document.ts';

const COLUMNS: readonly PdfTableColumn[] = [
  { title: '№ строки УПД', width: 34 },
  { title: 'Показатели', width: 108 },
  { title: 'Ед. (код)', width: 52 },
  { title: 'Количество', width: 62, figures: true },
  { title: 'Цена без налога', width: 72, figures: true },
  { title: 'Стоимость без налога', width: '*', figures: true },
  { title: 'Акциз', width: 54 },
  { title: 'Ставка', width: 40, figures: true },
  { title: 'Сумма налога', width: 80, figures: true },
  { title: 'Стоимость с налогом', width: 90, figures: true },
];

/** A universal correction document: each line before, after, and by how much it goes up or down. */
export async function ukdPdf(ukd: UkdDocument): Promise<Buffer> {
  const { original, more, less } = ukd;
  const { seller, buyer, status } = original;
  const title = `УКД № ${ukd.number} от ${formatDateLong(ukd.dateIso)}`;
  const [up, down] = [totalRow('Всего увеличение', more), totalRow('Всего уменьшение', less)];
  return await renderPdf({
    title,
    author: seller.name,
    dateIso: ukd.dateIso,
    landscape: true,
    content: [
      heading(title, LANDSCAPE_WIDTH),
      notice(
        `Универсальный корректировочный документ. Статус ${status}. К счету-фактуре (УПД) № ${original.number} от ${formatDateLong(original.dateIso)} (строка 1б). Валюта: российский рубль, 643. ${SIGNED_ELSEWHERE}`,
      ),
      parties([
        { role: 'Продавец', strong: seller.name, text: partyDetails(seller) },
        { role: 'Покупатель', strong: buyer.name, text: partyDetails(buyer) },
        { role: 'Основание', text: ukd.reason },
      ]),
      sectionTable(
        COLUMNS,
        [...ukd.lines.map((line) => ({ title: line.before.title, rows: makeRows(line) })), { rows: [up] }],
        down,
      ),
      signatures([
        { title: 'Руководитель', name: seller.director },
        { title: 'Главный бухгалтер', name: seller.accountant },
        { title: 'С изменением стоимости согласен', name: '' },
      ]),
    ],
  });
}

function makeRows({ place, before, after }: UkdLine): string[][] {
  const by = (part: keyof UkdTotal, sign: number): string =>
    formatMoney(Math.max(0, sign * (after[part] - before[part])));
  const change = (text: string, sign: number): string[] => [
    '',
    text,
    '',
    '',
    '',
    by('net', sign),
    '',
    'Х',
    by('vat', sign),
    by('gross', sign),
  ];
  return [
    values(String(place), 'А (до изменения)', before),
    values('', 'Б (после изменения)', after),
    change('В (увеличение)', 1),
    change('Г (уменьшение)', -1),
  ];
}

function values(place: string, text: string, line: UpdLine): string[] {
  return [
    place,
    text,
    `${line.unit.title} (${line.unit.code})`,
    formatMoney(line.quantity),
    line.price === null ? '—' : decimalPrice(line.price).replace('.', ','),
    formatMoney(line.net),
    'без акциза',
    line.ratePercent === null ? 'без НДС' : `${line.ratePercent}\u00a0%`,
    formatMoney(line.vat),
    formatMoney(line.gross),
  ];
}

function totalRow(text: string, { net, vat, gross }: UkdTotal): string[] {
  return ['', text, '', '', '', formatMoney(net), '', '', formatMoney(vat), formatMoney(gross)];
}
