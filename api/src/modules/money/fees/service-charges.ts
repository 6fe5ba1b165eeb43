import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import type { MonthlyFee } from '../../programme/tariffs/service-fees.ts';
import type { TransferKind } from '../ledger/account.ts';

/** A service besides fuel that the programme charges a client for (decision 164). */
export type ServiceChargeKind = 'card' | 'delivery' | MonthlyFee;

export interface NewServiceCharge {
  companyId: number;
  /** The network whose УПД names it, and whose account pays where unallocated funds do not suffice. */
  partnerId: PartnerId;
  kind: ServiceChargeKind;
  /** Cards or deliveries; 1 for a fee of a month. */
  quantity: number;
  sum: Kopecks;
  cardId?: number;
  orderId?: number;
  /** `YYYY-MM` */
  month?: string;
  servedAt: Date;
}

/** The kind of the movement, and the line of a УПД. */
export const SERVICE_CHARGE: Record<ServiceChargeKind, { transfer: TransferKind; title: string }> = {
  card: { transfer: 'card-fee', title: 'Выпуск топливных карт' },
  delivery: { transfer: 'card-fee', title: 'Доставка топливных карт' },
  'client-month': { transfer: 'monthly-fee', title: 'Абонентская плата' },
  'card-month': { transfer: 'monthly-fee', title: 'Обслуживание топливных карт' },
  minimum: { transfer: 'monthly-fee', title: 'Доплата до минимума сборов за месяц' },
};

/** Writes charges and returns their ids, in their order. */
export async function insertServiceCharges(
  tx: Db,
  charges: readonly NewServiceCharge[],
  now: Date,
): Promise<number[]> {
  const column = <Value>(read: (charge: NewServiceCharge) => Value) => charges.map(read);
  const found = await rows(
    tx,
    sql<{ id: number }>`
      insert into service_charge (company_id, partner_id, kind, quantity, sum_kopecks, card_id, request_id, month, served_at,
        charged_at)
      select company_id, partner_id, kind, quantity, sum, card_id, request_id, month, served_at, ${now}::timestamptz
      from unnest(
        ${column(({ companyId }) => companyId)}::bigint[], ${column(({ partnerId }) => partnerId)}::int[],
        ${column(({ kind }) => kind)}::text[], ${column(({ quantity }) => quantity)}::int[],
        ${column(({ sum }) => sum)}::bigint[], ${column(({ cardId }) => cardId ?? null)}::bigint[],
        ${column(({ orderId }) => orderId ?? null)}::bigint[], ${column(({ month }) => month ?? null)}::text[],
        ${column(({ servedAt }) => servedAt.toISOString())}::timestamptz[]
      ) with ordinality as made (company_id, partner_id, kind, quantity, sum, card_id, request_id, month, served_at, place)
      order by place returning id`,
  );
  return found.map(({ id }) => id);
}

/** Records that the fees of a client's month are counted. False if they have been before. */
export async function markMonthCharged(
  tx: Db,
  { companyId, month, now }: { companyId: number; month: string; now: Date },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ month: string }>`
      insert into charged_month (company_id, month, charged_at) values (${companyId}, ${month}, ${now})
      on conflict do nothing returning month`,
  );
  return row !== null;
}

/** Clients whose fees of a month are not counted yet; those of sandboxes have none. */
export async function listUnchargedClients(db: Db, month: string): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ id: number }>`
      select company.id from company
      where company.client_since < ${`${month}-01`}::date::timestamp at time zone 'Europe/Moscow'
        and not exists (select from sandbox where sandbox.company_id = company.id)
        and not exists (select from charged_month done where done.company_id = company.id and done.month = ${month})
      order by company.id`,
  );
  return found.map(({ id }) => id);
}

/** A service as staff see it in a client's file. */
export interface ServiceChargeRecord {
  id: number;
  kind: ServiceChargeKind;
  partnerTitle: string;
  quantity: number;
  sum: Kopecks;
  cardNumber: string | null;
  orderId: number | null;
  month: string | null;
  chargedAt: Date;
}

/** Newest first, a page of them, with the number of all. */
export async function listServiceCharges(
  db: Db,
  { companyId, limit, offset }: { companyId: number; limit: number; offset: number },
): Promise<{ rows: ServiceChargeRecord[]; total: number }> {
  const found = await rows(
    db,
    sql<Omit<ServiceChargeRecord, 'sum'> & { sum: number; total: number }>`
      select charge.id, charge.kind, partner.title as "partnerTitle", charge.quantity, charge.sum_kopecks as sum,
        card.card_number as "cardNumber", charge.request_id as "orderId", charge.month, charge.charged_at as "chargedAt",
        count(*) over () as total
      from service_charge charge
      join partner on partner.id = charge.partner_id
      left join card on card.id = charge.card_id
      where charge.company_id = ${companyId}
      order by charge.id desc limit ${limit} offset ${offset}`,
  );
  return {
    rows: found.map(({ total: _total, ...row }) => ({ ...row, sum: kopecks(row.sum) })),
    total: found[0]?.total ?? 0,
  };
}
