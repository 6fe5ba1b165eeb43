import { sql } from 'kysely';
import { firstRow, type Db, rows } from '../../../../db/database.ts';
import { isUnread } from '../../../cards/commands/operations.ts';
import {
  toCases,
  MAX_CASES,
  type StaffCase,
  type CaseRow,
  type Acknowledgeable,
  type CaseDetail,
  type CaseKind,
} from '../../../cards/commands/cases.ts';
import { DISPUTED, toDisputedOperations, type DisputedJson } from './disputed-store.ts';
import { formatMoment, formatRubles, moscowDay } from '../../../../lib/money-format.ts';
import { listDescribed } from '../../../cards/commands/network-health.ts';
import { formatMonth } from '../closing/format-month.ts';
import { addWorkingDays } from '../../../../lib/working-days.ts';
import type { Operator } from '../../../../operator.ts';
import type { AnswerRow, DisputedOperation } from '../document.ts';

/** A document that was confirmed after all is disputed no more, nor is one whose objection was answered. */
const IS_WAITING = sql<boolean>`
  document.received_at is null and document.objection_answered_at is null and document.withdrawn_at is null
  and ${isUnread('objection', 'document.id', 'document.objected_at')}`;

export interface LockedObjection {
  companyId: number;
  title: string;
  /** Month `YYYY-MM`, or one of its days. */
  month: string;
  isReceived: boolean;
  isAnswered: boolean;
}

/** Locks a document with its objection, so that it is answered or confirmed, and answered once. */
export async function lockObjection(tx: Db, documentId: number): Promise<LockedObjection | null> {
  return firstRow(
    tx,
    sql<LockedObjection>`
      select company_id as "companyId", title, month::text as month, received_at is not null as "isReceived",
        objection_answered_at is not null as "isAnswered"
      from month_document where id = ${documentId} and objection is not null for no key update`,
  );
}

export async function markAnswered(
  tx: Db,
  args: { documentId: number; text: string; staffId: number; now: Date },
): Promise<void> {
  await sql`
    update month_document set objection_answer = ${args.text}, objection_answered_at = ${args.now},
      objection_answered_by = ${args.staffId}
    where id = ${args.documentId}`.execute(tx);
}

function findObjection(db: Db, documentId: number) {
  return firstRow(
    db,
    sql<{ waits: boolean; company_id: number }>`
      select ${IS_WAITING} as waits, company_id from month_document document
      where document.id = ${documentId} and document.objection is not null`,
  );
}

/** A client's objection that no staff member has read yet (agreement 8.3). */
interface WaitingObjection extends StaffCase {
  title: string;
  /** `YYYY-MM` */
  month: string;
  comment: string;
  /** Operations that the objection is about. */
  operations: DisputedOperation[];
  /** Rows of the file that the objection was made from. */
  rows: readonly AnswerRow[];
  /** The person to answer. */
  author: { name: string; phone: string } | null;
}

interface ObjectionRow extends CaseRow {
  title: string;
  month: string;
  comment: string;
  operations: DisputedJson[];
  rows: AnswerRow[] | null;
  author_name: string;
  author_phone: string | null;
}

async function listWaitingObjections(db: Db) {
  const found = await rows(
    db,
    sql<ObjectionRow>`
      select document.id, document.objected_at as since, 0 as attempts, document.title, document.month,
        document.objection as comment, ${DISPUTED} as operations, document.objected_rows as rows, partner.id as partner_id, partner.title as partner_title,
        company.id as company_id, company.inn, company.title as company_title, null as card_number,
        null as said, null as heard_at, author.phone as author_phone,
        concat_ws(' ', author.lastname, author.firstname) as author_name, count(*) over () as total
      from month_document document
      join company on company.id = document.company_id
      join partner on partner.id = document.partner_id
      left join app_user author on author.id = document.objected_by
      where document.objection is not null and ${IS_WAITING}
      order by document.objected_at desc, document.id desc limit ${MAX_CASES}`,
  );
  return toCases(
    found,
    ({ title, month, comment, operations, rows: input, author_name: name, author_phone: phone }) => ({
      title,
      month,
      comment,
      operations: toDisputedOperations(operations),
      rows: input ?? [],
      author: phone === null ? null : { name: name.trim(), phone },
    }),
  );
}

/** «Возражения»: what a client has against a document, until it is read or the document confirmed. */
export const objectionCase = {
  list: listDescribed(listWaitingObjections, (waitingObjection) => ({
    asked: waitingObjection.title,
    problem: 'Клиент возражает по документу',
    details: formatDetails(waitingObjection),
    deeds: ['answer', 'acknowledge'],
  })),
  findUnread: findObjection,
} satisfies CaseKind & Acknowledgeable;

function formatDetails({ comment, month, author, operations, rows }: WaitingObjection): CaseDetail[] {
  const who = author ? [author.name, `+${author.phone}`].filter(Boolean).join(', ') : '';
  return [
    { label: 'Возражение', value: comment },
    { label: 'Строки файла', value: rows.map(formatRow).join('\n') },
    { label: 'Операции', value: operations.map(formatOperation).join('\n') },
    { label: 'Период', value: formatMonth(month) },
    { label: 'Кто возражает', value: who },
  ].filter(({ value }) => value !== '');
}

function formatRow({ title, debit, credit, difference, note }: AnswerRow): string {
  const sums = [
    debit !== null && `дебет ${formatRubles(debit)}`,
    credit !== null && `кредит ${formatRubles(credit)}`,
    difference !== null && `расхождение ${formatRubles(difference)}`,
  ].filter(Boolean);
  return [title, ...sums, note].filter(Boolean).join(', ');
}

function formatOperation({ id, cardNumber, at, sum }: DisputedOperation): string {
  return `№ ${id} от ${formatMoment(at)}, карта ${cardNumber}, ${formatRubles(sum)}`;
}

/** The last day for objections to what is published now; the agreement counts from the publication (8.2). */
export function lastDayOfObjections({ objectionDays }: Operator, now: Date): string {
  return addWorkingDays(moscowDay(now), objectionDays);
}
