import { sql } from 'kysely';
import { SENDINGS_SHOWN, type SENDING_STATES } from '#contract/mailings.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, onlyRow, rows, type Db } from '../../../db/database.ts';
import type { Period } from './mailing.ts';

export type SendingState = (typeof SENDING_STATES)[number];

export interface SendingRow {
  id: number;
  mailingId: number;
  state: SendingState;
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

/** Null when the same occasion was sent for already. */
export async function insertSending(
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

/** How often it was sent by hand since a moment, and whether one of these is on its way. */
export function countByHand(
  tx: Db,
  { companyId }: CompanyScope,
  args: { mailingId: number; since: Date },
): Promise<{ count: number; waiting: boolean }> {
  return onlyRow(
    tx,
    sql<{ count: number; waiting: boolean }>`
      select count(*) filter (where created_at > ${args.since})::int as count,
        coalesce(bool_or(state = 'waiting'), false) as waiting
      from mailing_sending where mailing_id = ${args.mailingId} and company_id = ${companyId} and by_hand`,
  );
}

/** The last one of each mailing. */
export function listLastSendings(db: Db, mailingIds: readonly number[]): Promise<SendingRow[]> {
  return rows(
    db,
    sql<SendingRow>`
      select ${COLUMNS} from unnest(${mailingIds}::bigint[]) as said (id)
      join lateral (select * from mailing_sending where mailing_id = said.id order by id desc limit 1) sending on true`,
  );
}

export function listSendings(db: Db, { companyId }: CompanyScope, mailingId: number): Promise<SendingRow[]> {
  return rows(
    db,
    sql<SendingRow>`
      select ${COLUMNS} from mailing_sending sending
      where sending.mailing_id = ${mailingId} and sending.company_id = ${companyId}
      order by sending.id desc limit ${SENDINGS_SHOWN}`,
  );
}

export function findSending(db: Db, { companyId }: CompanyScope, id: number): Promise<SendingRow | null> {
  return firstRow(
    db,
    sql<SendingRow>`
      select ${COLUMNS} from mailing_sending sending where sending.id = ${id} and sending.company_id = ${companyId}`,
  );
}

export interface ClaimedSending {
  id: number;
  companyId: number;
  mailingId: number;
  from: string;
  to: string;
  createdAt: Date;
}

/** A sending that waits, for one process until `until`; null when there is none, or another one has it. */
export function claimSending(
  db: Db,
  args: { id: number; until: Date; now: Date },
): Promise<ClaimedSending | null> {
  return firstRow(
    db,
    sql<ClaimedSending>`
      update mailing_sending set claimed_until = ${args.until}
      where id = ${args.id} and state = 'waiting' and (claimed_until is null or claimed_until <= ${args.now})
      returning id, company_id as "companyId", mailing_id as "mailingId", period_from::text as "from", period_to::text as "to",
        created_at as "createdAt"`,
  );
}

/** Until when somebody else has it; null when nobody needs to look again. */
export async function findClaimEnd(db: Db, id: number): Promise<Date | null> {
  const row = await firstRow(
    db,
    sql<{ until: Date | null }>`
      select claimed_until as until from mailing_sending where id = ${id} and state = 'waiting'`,
  );
  return row?.until ?? null;
}

export async function giveBack(db: Db, id: number): Promise<void> {
  await sql`update mailing_sending set claimed_until = null where id = ${id} and state = 'waiting'`.execute(
    db,
  );
}

export async function endSending(
  tx: Db,
  end: { id: number; state: SendingState; bytes: number | null; problem: string | null; now: Date },
): Promise<void> {
  await sql`
    update mailing_sending set state = ${end.state}, bytes = ${end.bytes}::bigint, problem = ${end.problem}::text,
      ended_at = ${end.now}, claimed_until = null
    where id = ${end.id} and state = 'waiting'`.execute(tx);
}

export interface LetterFate {
  addressId: number;
  state: 'sent' | 'refused';
}

export function listFates(db: Db, sendingId: number): Promise<LetterFate[]> {
  return rows(
    db,
    sql<LetterFate>`
      select address_id as "addressId", state from mailing_letter where sending_id = ${sendingId}`,
  );
}

export async function insertFate(
  db: Db,
  fate: {
    sendingId: number;
    companyId: number;
    addressId: number;
    state: 'sent' | 'refused';
    answer: string | null;
  },
): Promise<void> {
  await sql`
    insert into mailing_letter (sending_id, company_id, address_id, state, answer)
    values (${fate.sendingId}, ${fate.companyId}, ${fate.addressId}, ${fate.state}, ${fate.answer}::text)
    on conflict do nothing`.execute(db);
}
