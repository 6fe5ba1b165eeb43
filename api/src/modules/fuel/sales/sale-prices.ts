import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { OPERATION_TYPE } from '#contract/ids.ts';
import type { TariffSums } from '../../programme/tariffs/tariff.ts';
import { rows, type Db } from '../../../db/database.ts';
import { splitTaken } from '../../money/fees/split-taken.ts';

/** Amounts of a sale besides its sum at the station. For a refund, the part of them that is taken back. */
export interface SalePrice extends TariffSums {
  tariffId: number;
  /** Purchase whose tariff applies to a refund. */
  purchaseId: number | null;
}

/** Figures needed to book sales: earlier shortfalls by card, and prices by operation for sales that have a tariff. */
export interface SaleFigures {
  shortfalls: ReadonlyMap<number, Kopecks>;
  prices: ReadonlyMap<number, SalePrice>;
}

type PriceKind = 'discount' | 'surcharge' | 'service-fee';
type PriceAccount = 'unallocated' | 'partner' | 'debt';

export interface PriceBooks {
  /** Amount that can be taken from unallocated funds, credit included. */
  free: Kopecks;
  partner: Kopecks;
  debt: Kopecks;
}

export interface PriceMovement {
  kind: PriceKind;
  account: PriceAccount;
  amount: Kopecks;
  /** True if the sum goes to the client, false if it comes from the client. */
  given: boolean;
}

/**
 * Splits the money of a tariff (decision 53). Sums that the programme gives pay the debt at this network first; the
 * rest goes to unallocated funds. Sums that it takes come from there, then from the partner account, and what is still
 * missing is owed.
 */
export function priceMoney(
  { discount, surcharge, fee }: TariffSums,
  { isRefund, books }: { isRefund: boolean; books: PriceBooks },
): { movements: PriceMovement[]; owed: Kopecks } {
  const sums: { kind: PriceKind; sum: Kopecks; given: boolean }[] = [
    { kind: 'discount', sum: discount, given: !isRefund },
    { kind: 'surcharge', sum: surcharge, given: isRefund },
    { kind: 'service-fee', sum: fee, given: isRefund },
  ];
  // Given sums come first, because they may pay for taken ones.
  sums.sort((a, b) => Number(b.given) - Number(a.given));
  const left = { ...books };
  const movements: PriceMovement[] = [];
  let owed = 0;
  for (const { kind, sum, given } of sums) {
    const parts = given ? givenParts(sum, left) : splitTaken(sum, left);
    const sign = given ? 1 : -1;
    left.free = kopecks(left.free + sign * parts.unallocated);
    left.partner = kopecks(left.partner + sign * parts.partner);
    left.debt = kopecks(left.debt + sign * parts.debt);
    if (!given) owed += parts.debt;
    for (const account of ['unallocated', 'partner', 'debt'] as const)
      if (parts[account] > 0) movements.push({ kind, account, amount: kopecks(parts[account]), given });
  }
  return { movements, owed: kopecks(owed) };
}

type Parts = Record<PriceAccount, number>;

function givenParts(sum: number, { debt }: PriceBooks): Parts {
  const toDebt = Math.max(0, Math.min(sum, -debt));
  return { unallocated: sum - toDebt, partner: 0, debt: toDebt };
}

/** A purchase that refunds name, and what its refunds have taken back so far. */
export interface RefundedPurchase {
  externalId: string;
  companyId: number;
  id: number;
  /** Null if it was booked without a tariff. */
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
    select * from unnest(${prices.map((price) => price.operationId)}::bigint[], ${prices.map((price) => price.companyId)}::bigint[],
      ${prices.map(({ price }) => price.tariffId)}::bigint[], ${prices.map(({ price }) => price.purchaseId)}::bigint[],
      ${prices.map(({ price }) => price.discount)}::bigint[], ${prices.map(({ price }) => price.surcharge)}::bigint[],
      ${prices.map(({ price }) => price.fee)}::bigint[])`.execute(tx);
}
