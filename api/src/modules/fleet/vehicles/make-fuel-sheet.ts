import { formatQuantity } from '#contract/fuel/goods-unit.ts';
import type { MailingFormat } from '#contract/insights/mailings.ts';
import writeWorkbook, { type Cell } from 'write-excel-file/node';
import { FUEL_SHEET_DEFINITION } from '#contract/fleet/fuel-sheet.ts';
import { formatPlate } from '#contract/values/plate.ts';
import { moscowClock, printedSheet } from '#contract/values/printed-sheet.ts';
import { renderLongTable, type LongRow } from '../../../lib/pdf/long-table-pdf.ts';
import { formatMoment, formatMoney, moscowDay } from '../../../lib/money-format.ts';
import type { FuelSheet } from './fuel-sheet.ts';

type Line = FuelSheet['lines'][number];

const COLUMNS: readonly { title: string; width: number; figures?: boolean; of: (line: Line) => string }[] = [
  { title: 'Дата и время, МСК', width: 84, of: ({ at }) => formatMoment(at) },
  { title: 'Номер операции', width: 84, of: ({ number }) => number },
  { title: 'Топливо', width: 76, of: ({ goods, refund }) => (refund ? `Возврат: ${goods}` : goods) },
  { title: 'Литры', width: 56, figures: true, of: (line) => formatMoney(signed(line, line.centilitres)) },
  { title: 'Сумма, ₽', width: 68, figures: true, of: (line) => formatMoney(signed(line, line.kopecks)) },
  { title: 'АЗС', width: 168, of: ({ station, network }) => [network, station].filter(Boolean).join(', ') },
  { title: 'Карта', width: 92, of: (line) => line.card_number },
  { title: 'Водитель', width: 76, of: ({ drivers }) => drivers.join(', ') },
  { title: 'Одометр, км', width: 53, figures: true, of: ({ km }) => (km === null ? '' : String(km)) },
];

function signed({ refund }: Line, value: number): number {
  return refund ? -value : value;
}

/** Makes the sheet as a file: a PDF, or a workbook whose numbers are numbers. */
export function makeFuelSheet(
  format: MailingFormat,
  sheet: FuelSheet,
  input: { waybill: string | undefined; author: string },
): Promise<Buffer> {
  return format === 'pdf' ? fuelSheetPdf(sheet, input) : fuelSheetWorkbook(sheet, input.waybill);
}

/** Builds the heading fields above the sheet's lines. */
function makeHead(sheet: FuelSheet, waybill: string | undefined): [string, string][] {
  const km = (value: number | null) => (value === null ? 'не записан' : `${value} км`);
  return [
    ['Компания', sheet.company],
    ['Машина', [formatPlate(sheet.vehicle.plate), sheet.vehicle.brand].filter(Boolean).join(', ')],
    ['Путевой лист', waybill ? `№ ${waybill}` : 'не указан'],
    ['Одометр', `к началу ${km(sheet.odometerFrom)}, к концу ${km(sheet.odometerTo)}`],
    ...leftOutLines(sheet),
    ['Что это', FUEL_SHEET_DEFINITION],
  ];
}

/** Lists the cards' other purchases, so that a reader does not search for them in the lines. */
function leftOutLines({ leftOut }: FuelSheet): [string, string][] {
  if (leftOut.length === 0) return [];
  const goods = leftOut.map(
    (item) => `${item.goods || 'без названия'}: ${formatLeftOut(item)} на ${formatMoney(item.kopecks)} ₽`,
  );
  return [['Не топливо этой машины, в листе не считается', goods.join('; ')]];
}

/** Returns the sheet as the bytes of a PDF. */
function fuelSheetPdf(
  sheet: FuelSheet,
  { waybill, author }: { waybill: string | undefined; author: string },
) {
  return renderLongTable({
    title: `Лист заправок: ${formatPlate(sheet.vehicle.plate)}`,
    author,
    dateIso: moscowDay(sheet.to),
    period: `с ${formatMoment(sheet.from)} по ${formatMoment(sheet.to)}`,
    parties: makeHead(sheet, waybill).map(([role, text]) => ({ role, text })),
    columns: COLUMNS.map(({ title, width, figures = false }) => ({ title, width, figures })),
    rows: () => makeRows(sheet),
  });
}

async function* makeRows(sheet: FuelSheet): AsyncGenerator<LongRow[]> {
  yield sheet.lines.map((line) => ({ cells: COLUMNS.map(({ of }) => of(line)) }));
  yield await Promise.resolve([{ cells: totalCells(sheet), isTotal: true, isLast: true }]);
}

function totalCells(sheet: FuelSheet): string[] {
  const all: Record<string, string> = {
    'Дата и время, МСК': 'Всего',
    Литры: formatMoney(sheet.centilitres),
    'Сумма, ₽': formatMoney(sheet.kopecks),
  };
  return COLUMNS.map(({ title }) => all[title] ?? '');
}

/** Writes the sheet as a workbook, with numbers as numbers. */
async function fuelSheetWorkbook(sheet: FuelSheet, waybill: string | undefined): Promise<Buffer> {
  const text = (value: string): Cell => ({ type: String, value });
  const number = (value: number, format: string): Cell => ({ type: Number, value, format });
  const lines = sheet.lines.map((line) =>
    COLUMNS.map(({ title, of }): Cell => {
      if (title === 'Дата и время, МСК')
        return { type: Date, value: moscowClock(line.at), format: 'dd.mm.yyyy hh:mm' };
      if (title === 'Литры') return number(signed(line, line.centilitres) / 100, '#,##0.00');
      if (title === 'Сумма, ₽') return number(signed(line, line.kopecks) / 100, '#,##0.00');
      if (title === 'Одометр, км') return line.km === null ? null : number(line.km, '0');
      return text(of(line));
    }),
  );
  const total = totalCells(sheet).map((value, place): Cell => {
    if (COLUMNS[place]?.title === 'Литры') return number(sheet.centilitres / 100, '#,##0.00');
    if (COLUMNS[place]?.title === 'Сумма, ₽') return number(sheet.kopecks / 100, '#,##0.00');
    return value === '' ? null : { ...(text(value) as object), fontWeight: 'bold' };
  });
  const period: [string, string] = [
    'Период, МСК',
    `с ${formatMoment(sheet.from)} по ${formatMoment(sheet.to)}`,
  ];
  const head = [...makeHead(sheet, waybill), period].map((cells) => cells.map(text));
  const titles = COLUMNS.map(({ title }): Cell => ({ type: String, value: title, fontWeight: 'bold' }));
  const titleRow = head.length + 2;
  const { options, workbook } = printedSheet({
    title: 'Лист заправок',
    columns: COLUMNS.length,
    titleRow,
    lastRow: titleRow + lines.length,
  });
  return await writeWorkbook(
    [...head, [], titles, ...lines, total],
    { ...options, columns: COLUMNS.map(({ width }) => ({ width: Math.round(width / 4.5) })) },
    workbook,
  ).toBuffer();
}

/** «27,00», and «1 шт» of what is counted in pieces. */
function formatLeftOut({ centilitres, centipieces }: FuelSheet['leftOut'][number]): string {
  return centipieces === 0 ? formatMoney(centilitres) : formatQuantity(centipieces / 100, 'pieces');
}
