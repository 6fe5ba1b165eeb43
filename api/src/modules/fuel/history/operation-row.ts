import { sql } from 'kysely';
import type { OperationStatusId, OperationTypeId } from '#contract/ids.ts';

/** Columns of an operation that its lists show, with the sums of its tariff and the moment whose VAT rate counts. */
export interface OperationRow {
  /** Card number in its network, or the id if there is none. */
  number: string;
  card_id: number;
  type_id: OperationTypeId;
  status_id: OperationStatusId;
  sum_kopecks: number;
  goods_id: number | null;
  goods_title: string | null;
  centilitres: number | null;
  centipieces: number | null;
  unit_price_kopecks: number | null;
  address: string | null;
  sold_at: Date | null;
  taxed_at: Date;
  /** Null if no tariff applies; then the next two are null as well. */
  discount_kopecks: number | null;
  surcharge_kopecks: number | null;
  fee_kopecks: number | null;
  reason: string | null;
  created_at: Date;
}

/** Selects an `OperationRow` of an `operation` joined with `JOIN_OF_ROW`. */
export const OPERATION_ROW = sql`
  coalesce(operation.external_id, operation.id::text) as number, operation.card_id, operation.type_id, operation.status_id,
  operation.sum_kopecks, operation.goods_id, operation.goods_title, operation.centilitres, operation.centipieces,
  operation.unit_price_kopecks, operation.address, operation.sold_at,
  coalesce(bought.sold_at, operation.sold_at, operation.created_at) as taxed_at,
  price.discount_kopecks, price.surcharge_kopecks, price.fee_kopecks, operation.reason,
  operation.created_at`;

/** Joins the purchase of a refund as `bought`, and the sums of a tariff as `price`. */
export const JOIN_OF_ROW = sql`
  left join operation bought on bought.partner_id = operation.partner_id and bought.external_id = operation.refund_of
  left join sale_price price on price.operation_id = operation.id`;
