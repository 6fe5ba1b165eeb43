import { sql } from 'kysely';
import { OPERATION_TYPE } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { onlyRow, rows, type Db } from '../../../db/database.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { hasVatRate, vatAt, vatRateOn } from '../../../lib/vat.ts';
import { chargedFor } from '../../programme/tariffs/tariff.ts';
import { joinTruck } from './join-holders.ts';
import { whichOperations, type OperationFilter } from './operation-filter-store.ts';
import type { SoldFuel } from './sold-fuel.ts';
import { isSold } from './spending-store.ts';

interface SoldRow {
  id: number;
  number: string;
  created_at: Date;
  type_id: number;
  network: string;
  card_number: string;
  comment: string;
  plate: string | null;
  goods_title: string | null;
  centilitres: number | null;
  unit_price_kopecks: number | null;
  sum_kopecks: number;
  discount_kopecks: number | null;
  surcharge_kopecks: number;
  fee_kopecks: number;
  address: string | null;
  taxed_at: Date;
}

/** A stretch of what was sold, oldest first, behind the one that was read last. */
export async function listSoldFuel(
  db: Db,
  scope: CompanyScope,
  filter: OperationFilter,
  { after, limit }: { after: SoldFuel | null; limit: number },
): Promise<SoldFuel[]> {
  const behind =
    after === null
      ? sql`true`
      : sql`(operation.created_at, operation.id) > (${after.soldAt}, ${after.id}::bigint)`;
  const found = await rows(
    db,
    sql<SoldRow>`
      select operation.id, coalesce(operation.external_id, operation.id::text) as number, operation.created_at,
        operation.type_id, partner.title as network, card.card_number, card.comment, ride.plate,
        operation.goods_title, operation.centilitres, operation.unit_price_kopecks, operation.sum_kopecks, price.discount_kopecks,
        price.surcharge_kopecks, price.fee_kopecks, operation.address,
        coalesce((
          select bought.sold_at from operation bought
          where bought.partner_id = operation.partner_id and bought.external_id = operation.refund_of
        ), operation.sold_at, operation.created_at) as taxed_at
      from operation join partner on partner.id = operation.partner_id join card on card.id = operation.card_id
      left join sale_price price on price.operation_id = operation.id
      ${joinTruck(scope.companyId)}
      where ${whichOperations(scope, filter)} and ${isSold()} and ${behind}
      order by operation.created_at, operation.id limit ${limit}`,
  );
  return found.map(soldOf);
}

export async function countSoldFuel(db: Db, scope: CompanyScope, filter: OperationFilter): Promise<number> {
  const { count } = await onlyRow(
    db,
    sql<{ count: number }>`
      select count(*) as count from operation where ${whichOperations(scope, filter)} and ${isSold()}`,
  );
  return count;
}

function soldOf(row: SoldRow): SoldFuel {
  const sum = kopecks(row.sum_kopecks);
  const { discount_kopecks: discount } = row;
  const charged =
    discount === null
      ? sum
      : chargedFor(sum, {
          discount: kopecks(discount),
          surcharge: kopecks(row.surcharge_kopecks),
          fee: kopecks(row.fee_kopecks),
        });
  const day = moscowDay(row.taxed_at);
  const ratePercent = hasVatRate(day) ? vatRateOn(day) : null;
  return {
    id: row.id,
    number: row.number,
    soldAt: row.created_at,
    isRefund: row.type_id === OPERATION_TYPE.refund,
    network: row.network,
    cardNumber: row.card_number,
    truck: row.plate ?? row.comment,
    goodsTitle: row.goods_title ?? '',
    centilitres: row.centilitres ?? 0,
    unitPrice: kopecks(row.unit_price_kopecks ?? 0),
    charged,
    discount: kopecks(sum - charged),
    vat: ratePercent === null ? null : { ratePercent, sum: kopecks(vatAt(charged, ratePercent)) },
    address: row.address ?? '',
  };
}
