import { sql } from 'kysely';
import { OPERATION_TYPE } from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';
import type { SalePrice } from './sale-price.ts';

/** A purchase that refunds name, and what its refunds have taken back so far. */
export interface RefundedPurchase {
  externalId: string;
  companyId: number;
  id: number;
  /** Null: it was booked without a tariff. */
  tariffId: number | null;
  backSum: number;
  backCentilitres: number;
  backDiscount: number;
  backSurcharge: number;
  backFee: number;
}

export async function listRefundedPurchases(
  tx: Db,
  args: { partnerId: number; externalIds: readonly string[] },
): Promise<RefundedPurchase[]> {
  return rows(
    tx,
    sql<RefundedPurchase>`
      select bought.external_id as "externalId", bought.company_id as "companyId", bought.id,
        price.tariff_id as "tariffId", back.*
      from operation bought
      left join sale_price price on price.operation_id = bought.id
      cross join lateral (
        select coalesce(sum(operation.sum_kopecks), 0)::bigint as "backSum",
          coalesce(sum(operation.centilitres), 0)::bigint as "backCentilitres",
          coalesce(sum(back.discount_kopecks), 0)::bigint as "backDiscount",
          coalesce(sum(back.surcharge_kopecks), 0)::bigint as "backSurcharge",
          coalesce(sum(back.fee_kopecks), 0)::bigint as "backFee"
        from sale_price back join operation on operation.id = back.operation_id where back.purchase_id = bought.id
      ) back
      where bought.partner_id = ${args.partnerId} and bought.external_id = any(${args.externalIds}::text[])
        and bought.type_id = ${OPERATION_TYPE.purchase}`,
  );
}

export async function insertSalePrices(
  tx: Db,
  prices: readonly { operationId: number; companyId: number; price: SalePrice }[],
): Promise<void> {
  await sql`
    insert into sale_price (operation_id, company_id, tariff_id, purchase_id, discount_kopecks, surcharge_kopecks, fee_kopecks)
    select * from unnest(${prices.map((one) => one.operationId)}::bigint[], ${prices.map((one) => one.companyId)}::bigint[],
      ${prices.map(({ price }) => price.tariffId)}::bigint[], ${prices.map(({ price }) => price.purchaseId)}::bigint[],
      ${prices.map(({ price }) => price.discount)}::bigint[], ${prices.map(({ price }) => price.surcharge)}::bigint[],
      ${prices.map(({ price }) => price.fee)}::bigint[])`.execute(tx);
}
