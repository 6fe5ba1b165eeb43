import type { PartnerId } from '#contract/ids.ts';

/** What everything that was left open has in common, for the programme's staff. */
export interface Matter {
  id: number;
  since: Date;
  /** Null: no network is involved. */
  partner: { id: PartnerId; title: string } | null;
  /** Null: the company is unknown. */
  company: { id: number; inn: string; title: string } | null;
  cardNumber: string | null;
  /** How often the network was asked, or booking was tried. */
  attempts: number;
  lastWord: { said: string; heardAt: Date } | null;
}

/** The newest of them, and how many there are in all. */
export interface Matters<One extends Matter> {
  newest: One[];
  total: number;
}

export interface MatterRow {
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

/** More than any screen shows of one kind. */
export const MOST_MATTERS = 200;

/** Makes the list from rows that each contain the total. */
export function mattersOf<Row extends MatterRow, More>(
  rows: readonly Row[],
  more: (row: Row) => More,
): Matters<Matter & More> {
  return {
    newest: rows.map((row) => ({ ...matterOf(row), ...more(row) })),
    total: rows[0]?.total ?? 0,
  };
}

function matterOf(row: MatterRow): Matter {
  const { company_id: companyId, inn, company_title: title, said, heard_at: heardAt } = row;
  return {
    id: row.id,
    since: row.since,
    partner: row.partner_id === null ? null : { id: row.partner_id, title: row.partner_title ?? '' },
    company: companyId === null ? null : { id: companyId, inn: inn ?? '', title: title ?? '' },
    cardNumber: row.card_number,
    attempts: row.attempts,
    lastWord: said === null || heardAt === null ? null : { said, heardAt },
  };
}
