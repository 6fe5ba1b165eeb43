import { WORKBOOK_MOST_ROWS } from '#contract/list-files.ts';
import { LIST_MOST_ROWS } from '#contract/limits.ts';
import type { z } from 'zod';
import { movedLitres, movedSum } from '#contract/operation-signs.ts';
import type { operation } from '#contract/operations.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { badRequest } from '../../../errors.ts';
import { tableFile, type FileColumn } from '../../../lib/table-file.ts';
import type { OperationFilter } from './operation-filter-store.ts';
import { listOperations } from './list-operations.ts';
import { presentOperation } from './present.ts';

type Operation = z.input<typeof operation>;

/** The list of operations as a file, with the signs of its CSV (`report-line.ts`). */
export const OPERATION_COLUMNS: readonly FileColumn<Operation>[] = [
  { header: 'Дата', kind: 'time', of: (one) => one.purchase?.created_at ?? one.created_at },
  { header: 'Карта', kind: 'name', of: (one) => one.card.card_number },
  { header: 'Тип', of: (one) => one.type.title },
  { header: 'Топливо', of: (one) => one.purchase?.goodsItem.title ?? null },
  { header: 'Литры', kind: 'sum', of: movedLitres },
  { header: 'Цена', kind: 'sum', of: (one) => one.purchase?.unit_price ?? null },
  { header: 'Сумма', kind: 'sum', of: (one) => movedSum(one, one.sum) },
  { header: 'В том числе НДС', kind: 'sum', of: (one) => movedSum(one, one.vat) },
  { header: 'К оплате', kind: 'sum', of: (one) => movedSum(one, one.price?.charged) },
  { header: 'Адрес', of: (one) => one.purchase?.address ?? null },
  { header: 'Статус', of: (one) => one.status.title },
  { header: 'Сеть', of: (one) => one.partner.title },
  { header: 'Комментарий карты', of: (one) => one.card.comment },
  { header: 'Водитель', of: (one) => one.drivers.join(', ') },
  { header: 'Машина', of: (one) => one.vehicle?.plate ?? null },
  { header: 'Номер операции', kind: 'name', of: (one) => one.number },
];

/** The parts of a tariff's price, for a client who has one: with their signs a sum and these add up to «К оплате». */
const PRICE_COLUMNS: readonly FileColumn<Operation>[] = [
  { header: 'Скидка', kind: 'sum', of: (one) => against(movedSum(one, one.price?.discount)) },
  { header: 'Надбавка', kind: 'sum', of: (one) => movedSum(one, one.price?.surcharge) },
  { header: 'Сервисный сбор', kind: 'sum', of: (one) => movedSum(one, one.price?.fee) },
  { header: 'НДС в сумме к оплате', kind: 'sum', of: (one) => movedSum(one, one.price?.vat) },
];

/** A discount is money that stays with the client. */
function against(sum: number | null): number | null {
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

/** Every row of that workbook; refuses as it does. */
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
      perPage: LIST_MOST_ROWS,
      sort: undefined,
    });
    if (found.totals.count > WORKBOOK_MOST_ROWS) throw badRequest(TOO_MANY);
    rows.push(...found.operations.map(presentOperation));
    if (page >= found.totalPages) return rows;
  }
}

const TOO_MANY = `В книге помещается ${WORKBOOK_MOST_ROWS} операций: сузьте период или возьмите CSV`;
