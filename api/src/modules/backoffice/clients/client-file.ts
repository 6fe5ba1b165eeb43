import { sql } from 'kysely';
import type { Role } from '#contract/access.ts';
import type { HoldKind } from '#contract/companies/blocks.ts';
import {
  type OperationStatusId,
  type OperationTypeId,
  type CardStatusId,
  type RequestStatusId,
  CARD_STATUS,
} from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import { SESSION_SECONDS } from '#contract/limits.ts';
import { getOnlyRow, rows, type Db } from '../../../db/database.ts';

/** A part of a client's page: some rows, newest first, and how many there are. */
export interface Part<Row> {
  rows: Row[];
  total: number;
}

export interface PageSlice {
  companyId: number;
  limit: number;
  offset: number;
}

export interface ClientColleague {
  id: number;
  firstname: string | null;
  lastname: string | null;
  phone: string;
  email: string | null;
  role: Role;
  sessions: number;
  seenAt: Date | null;
  second_factor: boolean;
}

export interface ClientOrder {
  id: number;
  statusId: RequestStatusId;
  cards: number;
  author: string;
  createdAt: Date;
}

export interface ClientPayment {
  id: number;
  number: string;
  date: string;
  sum: Kopecks;
  payer: string;
  purpose: string;
}

export interface ClientDocument {
  id: number;
  title: string;
  month: string;
  partner: string;
  publishedAt: Date;
  receivedAt: Date | null;
  objection: string | null;
}

export interface ClientCard {
  id: number;
  number: string;
  partner: string;
  statusId: CardStatusId;
  balance: Kopecks;
  comment: string;
  hold: { kind: HoldKind; reason: string; since: string } | null;
  waiting: boolean;
}

export interface ClientMovement {
  id: number;
  at: Date;
  typeId: OperationTypeId;
  statusId: OperationStatusId;
  cardNumber: string;
  sum: Kopecks;
}

export interface ClientMessage {
  at: Date;
  kind: 'sms' | 'letter';
  to: string;
  person: string;
  /** Kind of an email. */
  text: string;
  sent: boolean | null;
}

export interface ClientAction {
  id: number;
  at: Date;
  action: string;
  actor: string | null;
  byStaff: boolean;
  address: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  details: Record<string, unknown>;
}

export interface StaffNote {
  id: number;
  text: string;
  author: string;
  createdAt: Date;
}

const MAX_LISTED = 20;
const MAX_NOTES = 100;

/** The colleagues of a client with their open sessions. Each use of a session postpones its end. */
export function listClientColleagues(db: Db, companyId: number, now: Date): Promise<ClientColleague[]> {
  return rows(
    db,
    sql<ClientColleague>`
      select person.id, person.firstname, person.lastname, person.phone, person.email, person.role,
        coalesce(opened.count, 0)::int as sessions, opened.seen_at as "seenAt",
        person.factor_since is not null as second_factor
      from company_person person
      left join lateral (
        select count(*) filter (where closed_at is null and expires_at > ${now} and ends_at > ${now}) as count,
          max(greatest(created_at, least(${now}::timestamptz, expires_at - make_interval(secs => ${SESSION_SECONDS})))) as seen_at
        from session where session.user_id = person.id
      ) opened on true
      where person.company_id = ${companyId}
      order by person.lastname, person.firstname, person.id`,
  );
}

export interface CreditFact {
  at: Date;
  by: string | null;
  after: { credit: number; daysForPayment: number; daysWithoutPayment: number };
}

/** Lists the terms set for a client's credit, newest first. */
export function listCreditFacts(db: Db, companyId: number): Promise<CreditFact[]> {
  return rows(
    db,
    sql<CreditFact>`
      select event.at, event.after, nullif(concat_ws(' ', person.firstname, person.lastname), '') as by
      from audit_event event left join app_user person on person.id = event.user_id
      where event.company_id = ${companyId} and event.what = 'credit-changed' order by event.id desc limit ${MAX_LISTED}`,
  );
}

export function listClientNotes(db: Db, companyId: number): Promise<StaffNote[]> {
  return rows(
    db,
    sql<StaffNote>`
      select note.id, note.text, note.created_at as "createdAt", concat_ws(' ', person.firstname, person.lastname) as author
      from staff_note note join app_user person on person.id = note.author_id
      where note.company_id = ${companyId} order by note.id desc limit ${MAX_NOTES}`,
  );
}

export async function insertNote(
  tx: Db,
  note: { companyId: number; authorId: number; text: string; now: Date },
): Promise<StaffNote> {
  return getOnlyRow(
    tx,
    sql<StaffNote>`
      with added as (
        insert into staff_note (company_id, author_id, text, created_at)
        values (${note.companyId}, ${note.authorId}, ${note.text}, ${note.now}) returning id, text, created_at, author_id
      )
      select added.id, added.text, added.created_at as "createdAt", concat_ws(' ', person.firstname, person.lastname) as author
      from added join app_user person on person.id = added.author_id`,
  );
}

/** Counts the cards that a client's block puts on hold, and those of them that can still buy. */
export function countCardsOnHold(db: Db, companyId: number): Promise<{ held: number; waiting: number }> {
  return getOnlyRow(
    db,
    sql<{ held: number; waiting: number }>`
      select count(*)::int as held, (count(*) filter (where card.status_id = ${CARD_STATUS.active}))::int as waiting
      from card_hold hold join card on card.id = hold.card_id
      where hold.company_id = ${companyId} and hold.kind = 'company' and hold.ended_at is null`,
  );
}

/** Returns the name of a user, such as the one who blocked a company. */
export async function findName(db: Db, userId: number): Promise<string | null> {
  const [person] = await rows(
    db,
    sql<{
      name: string;
    }>`select concat_ws(' ', firstname, lastname) as name from app_user where id = ${userId}`,
  );
  return person?.name || null;
}
