import { sql } from 'kysely';
import { MAX_LISTED_DELIVERIES, type MAILING_DELIVERY_STATES } from '#contract/insights/mailings.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { Period } from './mailing.ts';
import { deleteInBatches } from '../../../db/delete-in-batches.ts';

export type DeliveryState = (typeof MAILING_DELIVERY_STATES)[number];

export interface DeliveryRow {
  id: number;
  mailingId: number;
  state: DeliveryState;
  byHand: boolean;
  from: string;
  to: string;
  createdAt: Date;
  endedAt: Date | null;
  bytes: number | null;
  addresses: number;
  problem: string | null;
}

const COLUMNS = sql`
  sending.id, sending.mailing_id as "mailingId", sending.state, sending.by_hand as "byHand", sending.period_from::text as "from",
  sending.period_to::text as "to", sending.created_at as "createdAt", sending.ended_at as "endedAt", sending.bytes,
  sending.problem, (select count(*)::int from mailing_letter letter where letter.sending_id = sending.id and letter.state = 'sent')
  as addresses`;

/** Returns null if a delivery for the same occasion exists already. */
export async function insertDelivery(
  tx: Db,
  of: { companyId: number; mailingId: number; occasion: string; byHand: boolean; period: Period; now: Date },
): Promise<number | null> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      insert into mailing_sending (company_id, mailing_id, occasion, by_hand, period_from, period_to, created_at)
      values (${of.companyId}, ${of.mailingId}, ${of.occasion}, ${of.byHand}, ${of.period.from}::date, ${of.period.to}::date,
        ${of.now})
      on conflict do nothing returning id`,
  );
  return row?.id ?? null;
}

/** Counts the deliveries by hand since a moment, and returns whether one of them is in progress. */
export function countByHand(
  tx: Db,
  { companyId }: CompanyScope,
  args: { mailingId: number; since: Date },
): Promise<{ count: number; waiting: boolean }> {
  return getOnlyRow(
    tx,
    sql<{ count: number; waiting: boolean }>`
      select count(*) filter (where created_at > ${args.since})::int as count,
        coalesce(bool_or(state = 'waiting'), false) as waiting
      from mailing_sending where mailing_id = ${args.mailingId} and company_id = ${companyId} and by_hand`,
  );
}

/** The last one of each mailing. */
export function listLastDeliveries(db: Db, mailingIds: readonly number[]): Promise<DeliveryRow[]> {
  return rows(
    db,
    sql<DeliveryRow>`
      select ${COLUMNS} from unnest(${mailingIds}::bigint[]) as input (id)
      join lateral (select * from mailing_sending where mailing_id = input.id order by id desc limit 1) sending on true`,
  );
}

export function listDeliveries(
  db: Db,
  { companyId }: CompanyScope,
  mailingId: number,
): Promise<DeliveryRow[]> {
  return rows(
    db,
    sql<DeliveryRow>`
      select ${COLUMNS} from mailing_sending sending
      where sending.mailing_id = ${mailingId} and sending.company_id = ${companyId}
      order by sending.id desc limit ${MAX_LISTED_DELIVERIES}`,
  );
}

export function findDelivery(db: Db, { companyId }: CompanyScope, id: number): Promise<DeliveryRow | null> {
  return firstRow(
    db,
    sql<DeliveryRow>`
      select ${COLUMNS} from mailing_sending sending where sending.id = ${id} and sending.company_id = ${companyId}`,
  );
}

export interface ClaimedDelivery {
  id: number;
  companyId: number;
  mailingId: number;
  from: string;
  to: string;
  createdAt: Date;
}

/**
 * Claims a waiting delivery for one process until `until`. Returns null if there is none, or another process has it.
 */
export function claimDelivery(
  db: Db,
  args: { id: number; until: Date; now: Date },
): Promise<ClaimedDelivery | null> {
  return firstRow(
    db,
    sql<ClaimedDelivery>`
      update mailing_sending set claimed_until = ${args.until}
      where id = ${args.id} and state = 'waiting' and (claimed_until is null or claimed_until <= ${args.now})
      returning id, company_id as "companyId", mailing_id as "mailingId", period_from::text as "from", period_to::text as "to",
        created_at as "createdAt"`,
  );
}

/** Returns until when another process has the delivery, or null if no further check is needed. */
export async function findClaimEnd(db: Db, id: number): Promise<Date | null> {
  const row = await firstRow(
    db,
    sql<{ until: Date | null }>`
      select claimed_until as until from mailing_sending where id = ${id} and state = 'waiting'`,
  );
  return row?.until ?? null;
}

export async function releaseDelivery(db: Db, id: number): Promise<void> {
  await sql`update mailing_sending set claimed_until = null where id = ${id} and state = 'waiting'`.execute(
    db,
  );
}

export async function endDelivery(
  tx: Db,
  end: { id: number; state: DeliveryState; bytes: number | null; problem: string | null; now: Date },
): Promise<void> {
  await sql`
    update mailing_sending set state = ${end.state}, bytes = ${end.bytes}::bigint, problem = ${end.problem}::text,
      ended_at = ${end.now}, claimed_until = null
    where id = ${end.id} and state = 'waiting'`.execute(tx);
}

export interface EmailOutcome {
  addressId: number;
  state: 'sent' | 'refused';
}

export function listOutcomes(db: Db, sendingId: number): Promise<EmailOutcome[]> {
  return rows(
    db,
    sql<EmailOutcome>`
      select address_id as "addressId", state from mailing_letter where sending_id = ${sendingId}`,
  );
}

export async function insertOutcome(
  db: Db,
  outcome: {
    sendingId: number;
    companyId: number;
    addressId: number;
    state: 'sent' | 'refused';
    answer: string | null;
  },
): Promise<void> {
  await sql`
    insert into mailing_letter (sending_id, company_id, address_id, state, answer)
    values (${outcome.sendingId}, ${outcome.companyId}, ${outcome.addressId}, ${outcome.state}, ${outcome.answer}::text)
    on conflict do nothing`.execute(db);
}

/** Deletes deliveries that have ended before a moment, and links of emails that old. Returns how many were deleted. */
export async function deleteOldMailingDeliveries(db: Db, before: Date): Promise<number> {
  const links = await deleteInBatches(db, 'mailing_link', sql`made_at < ${before}`);
  const ended = sql`created_at < ${before} and state <> 'waiting'`;
  return links + (await deleteInBatches(db, 'mailing_sending', ended));
}
