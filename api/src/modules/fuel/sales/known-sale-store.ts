import { sql } from 'kysely';
import { OPERATION_TYPE } from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';
import { FUTURE_DATED, UNREADABLE } from './unmatched-sales.ts';
import type { SaleFacts } from '../../cards/commands/contradiction.ts';
import type { StoredSale } from './sale-money.ts';

export interface KnownSale {
  externalId: string;
  companyId: number | null;
  facts: SaleFacts;
}

/**
 * Lists booked sales that the network now reports with other facts, as they are in the books. A day that was corrected
 * before does not count as a change.
 */
export async function listBookedOtherwise(
  db: Db,
  args: { partnerId: number; reported: ReadonlyMap<string, SaleFacts> },
): Promise<KnownSale[]> {
  const reported = [...args.reported.values()];
  const found = await rows(
    db,
    sql<{
      external_id: string;
      company_id: number;
      kind: SaleFacts['kind'];
      card_number: string;
      sum_kopecks: number;
      centilitres: number;
      day: string;
    }>`
      with booked as (
        select operation.external_id, operation.company_id, card.card_number, operation.sum_kopecks,
          case operation.type_id when ${OPERATION_TYPE.purchase} then 'sale' else 'refund' end as kind,
          coalesce(operation.centipieces, operation.centilitres, 0) as centilitres,
          to_char(operation.sold_at at time zone 'Europe/Moscow', 'YYYY-MM-DD') as day
        from operation join card on card.id = operation.card_id
        where operation.partner_id = ${args.partnerId} and operation.external_id = any(${[...args.reported.keys()]}::text[])
      )
      select booked.* from booked
      join unnest(${[...args.reported.keys()]}::text[], ${reported.map((saleFacts) => saleFacts.kind)}::text[],
        ${reported.map((saleFacts) => saleFacts.cardNumber)}::text[], ${reported.map((saleFacts) => saleFacts.sumKopecks)}::bigint[],
        ${reported.map((saleFacts) => saleFacts.centilitres)}::bigint[], ${reported.map((saleFacts) => saleFacts.day)}::text[]
      ) as told (external_id, kind, card_number, sum_kopecks, centilitres, day) using (external_id)
      where (booked.kind, booked.card_number, booked.sum_kopecks, booked.centilitres, booked.day)
        is distinct from (told.kind, told.card_number, told.sum_kopecks, told.centilitres, told.day)
        and not exists (select from network_orphan orphan
          where orphan.partner_id = ${args.partnerId} and orphan.external_id = booked.external_id
            and orphan.event -> 'formerDays' ? told.day)`,
  );
  return found.map((row) => ({
    externalId: row.external_id,
    companyId: row.company_id,
    facts: {
      kind: row.kind,
      cardNumber: row.card_number,
      sumKopecks: row.sum_kopecks,
      centilitres: row.centilitres,
      day: row.day,
    },
  }));
}

export interface KnownUnmatchedSale {
  id: number;
  companyId: number | null;
  sale: StoredSale;
  state: 'waiting' | 'closed';
  isAhead: boolean;
  /** Days that its network reported before. */
  formerDays: string[];
}

/** Lists which of these sales wait to be booked, or were closed by a person, as they were first reported. */
export async function listUnbookedAmong(
  db: Db,
  args: { partnerId: number; externalIds: readonly string[] },
): Promise<KnownUnmatchedSale[]> {
  const found = await rows(
    db,
    sql<{
      id: number;
      company_id: number | null;
      event: StoredSale & { formerDays?: string[] };
      reason: string;
      closed_at: Date | null;
    }>`
      select orphan.id, card.company_id, orphan.event, orphan.reason, orphan.closed_at from network_orphan orphan
      left join card on card.partner_id = orphan.partner_id and card.card_number = orphan.event ->> 'cardNumber'
      where orphan.partner_id = ${args.partnerId} and orphan.external_id = any(${args.externalIds}::text[])
        and orphan.external_id not like ${`${UNREADABLE}%`} and orphan.booked_at is null`,
  );
  return found.map((row) => ({
    id: row.id,
    companyId: row.company_id,
    sale: row.event,
    state: row.closed_at ? ('closed' as const) : ('waiting' as const),
    isAhead: row.reason === FUTURE_DATED,
    formerDays: row.event.formerDays ?? [],
  }));
}

/** Gives a sale that waits for its day the day that its network reports now. */
export async function correctMoment(
  db: Db,
  args: { id: number; soldAt: Date; dueAt: Date; formerDays: readonly string[] },
): Promise<void> {
  const corrected = { soldAt: args.soldAt.toISOString(), formerDays: args.formerDays };
  await sql`
    update network_orphan set event = event || ${JSON.stringify(corrected)}::jsonb, next_try_at = ${args.dueAt}
    where id = ${args.id} and booked_at is null and closed_at is null`.execute(db);
}
