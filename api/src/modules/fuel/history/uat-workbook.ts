import writeWorkbook, { type Cell } from 'write-excel-file/node';
import { moscowClock, printedSheet } from '#contract/values/printed-sheet.ts';
import { MAX_UAT_ROWS } from '#contract/papers/exchange.ts';
import { stationCode, type PlacedFuel, readSoldFuel, countSoldFuel } from './sold-fuel.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { badRequest } from '../../../errors.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import type { OperationFilter } from './operation-filter.ts';

/** The columns by whose names 1С:УАТ loads a report of fuel cards (docs/facts.md 30), in their order. */
const COLUMNS: readonly { title: string; width: number; cell: (sold: PlacedFuel) => Cell }[] = [
  { title: 'Дата', width: 20, cell: ({ soldAt }) => moment(soldAt) },
  { title: 'Количество', width: 12, cell: (sold) => hundredths(sold, sold.quantity) },
  { title: 'МестоЗаправкиКод', width: 18, cell: (sold) => text(String(stationCode(sold))) },
  { title: 'МестоЗаправкиНаименование', width: 48, cell: ({ address }) => text(address) },
  { title: 'НоменклатураОтчета', width: 20, cell: ({ goodsTitle }) => text(goodsTitle) },
  { title: 'ПластиковаяКартаОтчета', width: 24, cell: ({ cardNumber }) => text(cardNumber) },
  { title: 'ТСОтчета', width: 24, cell: ({ truck }) => text(truck) },
  { title: 'Сумма', width: 14, cell: (sold) => hundredths(sold, sold.charged) },
  { title: 'СтавкаНДС', width: 12, cell: ({ vat }) => text(vat ? `${vat.ratePercent}%` : 'Без НДС') },
  { title: 'СуммаНДС', width: 14, cell: (sold) => hundredths(sold, sold.vat?.sum ?? 0) },
  { title: 'Лат', width: 12, cell: ({ place }) => degrees(place?.lat) },
  { title: 'Лон', width: 12, cell: ({ place }) => degrees(place?.lon) },
  { title: 'Транзакция', width: 24, cell: ({ number }) => text(number) },
  // Its own import passes over names that it does not know; a company's processing reads them.
  { title: 'ЦентрЗатрат', width: 20, cell: ({ costCentre }) => text(costCentre) },
  { title: 'НомерРейса', width: 20, cell: ({ tripNumber }) => text(tripNumber) },
];

/**
 * Writes sold fuel as a workbook that 1С:УАТ imports: one row per sale, refunds negative, nothing above the column
 * names.
 */
async function uatWorkbook(sold: readonly PlacedFuel[]): Promise<Buffer> {
  const { options, workbook } = printedSheet({
    title: 'Заправки',
    columns: COLUMNS.length,
    lastRow: 1 + sold.length,
  });
  return await writeWorkbook(
    [
      COLUMNS.map(({ title }): Cell => ({ value: title, fontWeight: 'bold' })),
      ...sold.map((placedFuel) => COLUMNS.map(({ cell }) => cell(placedFuel))),
    ],
    { ...options, columns: COLUMNS.map(({ width }) => ({ width })) },
    workbook,
  ).toBuffer();
}

const text = (value: string): Cell => ({ type: String, value });

function hundredths({ isRefund }: PlacedFuel, value: number): Cell {
  return { type: Number, value: (isRefund ? -value : value) / 100, format: '0.00' };
}

function degrees(value: number | undefined): Cell {
  return value === undefined ? null : { type: Number, value, format: '0.000000' };
}

function moment(at: Date): Cell {
  return { type: Date, value: moscowClock(at), format: 'dd.mm.yyyy hh:mm:ss' };
}

/** The filtered purchases and refunds for 1С:УАТ. 400 where there are too many for one sheet; 404 for another company's card. */
export async function downloadUatWorkbook(
  ctx: Context,
  scope: CompanyScope,
  filter: OperationFilter,
): Promise<Buffer> {
  if (filter.cardId !== undefined) await readCard(ctx, scope, filter.cardId);
  const rows = await ctx.db.inCompany(scope, (tx) => countSoldFuel(tx, scope, filter));
  if (rows > MAX_UAT_ROWS)
    throw badRequest(`В одном файле не больше ${MAX_UAT_ROWS} заправок: сократите период`);
  const sold: PlacedFuel[] = [];
  for await (const part of readSoldFuel(ctx, scope, filter)) sold.push(...part);
  return await uatWorkbook(sold);
}
