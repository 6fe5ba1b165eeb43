import type { z } from 'zod';
import { MAX_WORKBOOK_ROWS } from '#contract/list-files.ts';
import { MAX_LIST_ROWS } from '#contract/limits.ts';
import { movedLitres, movedSum } from '#contract/fuel/operation-signs.ts';
import { formatQuantity } from '#contract/fuel/goods-unit.ts';
import type { operation } from '#contract/fuel/operations.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { badRequest } from '../../../errors.ts';
import { tableFile, type FileColumn } from '../../../lib/tables/table-file.ts';
import { type OperationFilter, describeFilter } from './operation-filter.ts';
import { listOperations } from './list-operations.ts';
import { presentOperation } from './present.ts';
import { summarizeOperations, type SummaryArgs } from './summarize-operations.ts';
import { summaryWorkbook } from './summary-workbook.ts';

type Operation = z.input<typeof operation>;

/** The list of operations as a file, with the signs of its CSV (`operations-report.ts`). */
export const OPERATION_COLUMNS: readonly FileColumn<Operation>[] = [
  { header: 'Дата', kind: 'time', of: (item) => item.purchase?.created_at ?? item.created_at },
  { header: 'Карта', kind: 'name', of: (item) => item.card.card_number },
  { header: 'Тип', of: (item) => item.type.title },
  { header: 'Топливо', of: formatGoods },
  { header: 'Литры', kind: 'sum', of: movedLitres },
  { header: 'Цена', kind: 'sum', of: (item) => item.purchase?.unit_price ?? null },
  { header: 'Сумма', kind: 'sum', of: (item) => movedSum(item, item.sum) },
  { header: 'В том числе НДС', kind: 'sum', of: (item) => movedSum(item, item.vat) },
  { header: 'К оплате', kind: 'sum', of: (item) => movedSum(item, item.price?.charged) },
  { header: 'Адрес', of: (item) => item.purchase?.address ?? null },
  { header: 'Статус', of: (item) => item.status.title },
  { header: 'Сеть', of: (item) => item.partner.title },
  { header: 'Комментарий карты', of: (item) => item.card.comment },
  { header: 'Водитель', of: (item) => item.drivers.join(', ') },
  { header: 'Машина', of: (item) => item.vehicle?.plate ?? null },
  { header: 'Номер операции', kind: 'name', of: (item) => item.number },
  { header: 'Центр затрат', of: (item) => item.cost_centre || null },
  { header: 'Номер рейса', of: (item) => item.trip_number || null },
];

/** Pieces stand beside the title, because the column after it is of litres: «Мойка, 1 шт». */
function formatGoods({ purchase }: Operation): string | null {
  if (purchase?.unit !== 'pieces') return purchase?.goodsItem.title ?? null;
  return `${purchase.goodsItem.title}, ${formatQuantity(purchase.unit_cnt, 'pieces')}`;
}

/** The parts of a tariff's price, for a client who has one: with their signs a sum and these add up to «К оплате». */
const PRICE_COLUMNS: readonly FileColumn<Operation>[] = [
  { header: 'Скидка', kind: 'sum', of: (item) => negateDiscount(movedSum(item, item.price?.discount)) },
  { header: 'Надбавка', kind: 'sum', of: (item) => movedSum(item, item.price?.surcharge) },
  { header: 'Сервисный сбор', kind: 'sum', of: (item) => movedSum(item, item.price?.fee) },
  { header: 'НДС в сумме к оплате', kind: 'sum', of: (item) => movedSum(item, item.price?.vat) },
];

/** A discount is money that stays with the client. */
function negateDiscount(sum: number | null): number | null {
  return sum === null ? null : 0 - sum;
}

/** The operations of a filter as a workbook, newest first. Refuses (400) more than one that is made in memory can hold. */
export async function operationsWorkbook(
  ctx: Context,
  scope: CompanyScope,
  filter: OperationFilter,
  name = 'operations',
) {
  const rows = await readOperationRows(ctx, scope, filter);
  const isPriced = rows.some(({ price }) => price !== undefined);
  const columns = isPriced ? [...OPERATION_COLUMNS, ...PRICE_COLUMNS] : OPERATION_COLUMNS;
  return tableFile('xlsx', { name, title: 'Операции', columns, rows });
}

/** Reads every row for that workbook; refuses as the workbook does. */
export async function readOperationRows(
  ctx: Context,
  scope: CompanyScope,
  filter: OperationFilter,
): Promise<Operation[]> {
  const rows: Operation[] = [];
  for (let page = 1; ; page += 1) {
    const found = await listOperations(ctx, scope, {
      filter,
      page,
      perPage: MAX_LIST_ROWS,
      sort: undefined,
    });
    if (found.totals.count > MAX_WORKBOOK_ROWS) throw badRequest(TOO_MANY);
    rows.push(...found.operations.map(presentOperation));
    if (page >= found.totalPages) return rows;
  }
}

const TOO_MANY = `В книге помещается ${MAX_WORKBOOK_ROWS} операций: сузьте период или возьмите CSV`;

/** The summary as a workbook: every row, with the company, the period and the filters above them. */
export async function downloadOperationsWorkbook(
  ctx: Context,
  scope: CompanyScope,
  { by, filter }: Omit<SummaryArgs, 'max'>,
): Promise<Buffer> {
  const summary = await summarizeOperations(ctx, scope, { by, filter, max: Number.MAX_SAFE_INTEGER });
  const { company, filters } = await ctx.db.inCompany(scope, (tx) => describeFilter(tx, scope, filter));
  const { dateFrom, dateTo } = filter;
  return await summaryWorkbook(by, summary, { company, dateFrom, dateTo, filters });
}
