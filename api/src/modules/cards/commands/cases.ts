import type { z } from 'zod';
import type { PartnerId } from '#contract/ids.ts';
import type { unsettled, UnsettledAction } from '#contract/money/unsettled.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import type { StaffDecision } from './staff-decision.ts';

/** Common fields of all open cases, for the programme's staff. */
export interface StaffCase {
  id: number;
  since: Date;
  /** Null when no network is involved. */
  partner: { id: PartnerId; title: string } | null;
  /** Null when the company is unknown. */
  company: { id: number; inn: string; title: string } | null;
  cardNumber: string | null;
  /** Number of requests to the network, or attempts at booking. */
  attempts: number;
  lastWord: { text: string; heardAt: Date } | null;
}

/** The newest of them, and how many there are in all. */
interface StaffCases<One extends StaffCase> {
  newest: One[];
  total: number;
}

export interface CaseRow {
  id: number;
  since: Date;
  partner_id: PartnerId | null;
  partner_title: string | null;
  company_id: number | null;
  inn: string | null;
  company_title: string | null;
  card_number: string | null;
  attempts: number;
  said: string | null;
  heard_at: Date | null;
  total: number;
}

/** More than a screen shows of one kind, so that the oldest of them are known too (decision 188). */
export const MAX_CASES = 1000;

/** Makes the list from rows that each contain the total. */
export function toCases<Row extends CaseRow, More>(
  rows: readonly Row[],
  more: (row: Row) => More,
): StaffCases<StaffCase & More> {
  return {
    newest: rows.map((row) => ({ ...toCase(row), ...more(row) })),
    total: rows[0]?.total ?? 0,
  };
}

function toCase(row: CaseRow): StaffCase {
  const { company_id: companyId, inn, company_title: title, said: input, heard_at: heardAt } = row;
  return {
    id: row.id,
    since: row.since,
    partner: row.partner_id === null ? null : { id: row.partner_id, title: row.partner_title ?? '' },
    company: companyId === null ? null : { id: companyId, inn: inn ?? '', title: title ?? '' },
    cardNumber: row.card_number,
    attempts: row.attempts,
    lastWord: input === null || heardAt === null ? null : { text: input, heardAt },
  };
}

type WireCase = z.input<typeof unsettled>;
export type CaseDetail = WireCase['details'][number];
export type CaseSides = NonNullable<WireCase['compared']>;

/** Text of a case for staff, and their available actions. */
export interface CaseText {
  /** The request to the network, or the network's message. */
  asked: string;
  problem?: string;
  details?: CaseDetail[];
  /** Our side and the network's, line by line. */
  compared?: CaseSides;
  deeds: readonly UnsettledAction[];
}

export type DescribedCase = StaffCase & CaseText;

export type ListCases<One extends StaffCase> = (db: Db, askedBefore: Date) => Promise<StaffCases<One>>;

/**
 * One kind of case that waits for a person, complete, in a file beside the owner of its rows. The staff's
 * list (`backoffice/cases`) uses nothing else of that module.
 */
export interface CaseKind {
  /** The newest; of what was asked of a network, what was asked before that moment. */
  list: ListCases<DescribedCase>;
}

/** Tries now what would be tried later anyway. Asking twice changes nothing. */
export interface Askable {
  retry(ctx: Context, id: number): Promise<void>;
}

/** Staff may state whether the network has carried it out. */
export interface Settleable {
  settle(ctx: Context, id: number, decision: StaffDecision): Promise<void>;
}

/** A case fixed outside the portal; staff confirm that they have read it. */
export interface Acknowledgeable {
  findUnread(tx: Db, id: number): Promise<{ waits: boolean; company_id: number | null } | null>;
}
