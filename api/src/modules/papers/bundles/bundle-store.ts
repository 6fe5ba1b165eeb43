import { sql, type RawBuilder } from 'kysely';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import { listEntriesAround, findIdSpan } from '../../money/ledger/ledger.ts';
import { addDays, startOfDay } from '../../../lib/days.ts';

/** Rows of a file of a bundle, some at a time; docs/bundle.md describes each field. */
type Batches = AsyncGenerator<Record<string, unknown>[]>;

/** Moscow days, both included, `YYYY-MM-DD`. */
export interface BundledDays {
  from: string;
  to: string;
}

/** Maximum number of rows in memory at once. */
const BATCH_SIZE = 2000;

/** Ids of the companies whose money is real, oldest first. */
export async function listBundledCompanies(tx: Db): Promise<number[]> {
  const found = await rows(
    tx,
    sql<{ id: number }>`
      select id from company where not exists (select from sandbox where sandbox.company_id = company.id) order by id`,
  );
  return found.map(({ id }) => id);
}

/**
 * Returns the accounts of a company with their balances before the first day and after the last one. `between` counts the
 * entries that lie among those of the days and are dated outside of them, because a clock went back.
 */
export function listAccounts(
  tx: Db,
  companyId: number,
  days: BundledDays,
): Promise<Record<string, unknown>[]> {
  const scope = mintCompanyScope(companyId);
  const { from, before } = toMoments(days);
  return rows(
    tx,
    sql<Record<string, unknown>>`
      with ${listEntriesAround(scope, { accounts: sql`true`, from: days.from, to: days.to })}, dated as (
        select own_entry.account_id, own_entry.transfer_id, own_entry.amount_kopecks, transfer.posted_at
        from own_entry cross join lateral (
          select posted_at from ledger_transfer where id = own_entry.transfer_id and company_id = ${companyId} limit 1
        ) transfer
      ), reach as (
        select account_id, min(transfer_id) as first, max(transfer_id) as last from dated
        where posted_at >= ${from} and posted_at < ${before} group by account_id
      ), moved as (
        select dated.account_id,
          coalesce(sum(amount_kopecks) filter (where posted_at < ${from}), 0)::bigint as earlier,
          coalesce(sum(amount_kopecks) filter (where posted_at < ${before}), 0)::bigint as upto,
          count(*) filter (where transfer_id between reach.first and reach.last
            and (posted_at < ${from} or posted_at >= ${before})) as between
        from dated left join reach using (account_id) group by dated.account_id
      )
      select account.id, account.company_id, account.kind, account.partner_id, account.card_id,
        own.sealed_kopecks + coalesce(moved.earlier, 0) as opening,
        own.sealed_kopecks + coalesce(moved.upto, 0) as closing, coalesce(moved.between, 0) as between
      from own join ledger_account account on account.id = own.id and account.company_id = ${companyId}
      left join moved on moved.account_id = own.id order by account.id`,
  );
}

/** Reads the transfers of the days, each with the balances of its two entries: of one company, or of all. */
export async function* iterateTransfers(tx: Db, companyId: number | null, days: BundledDays): Batches {
  const { from, before } = toMoments(days);
  const span = await findIdSpan(tx, { from, to: before });
  const own = companyId === null ? null : mintCompanyScope(companyId);
  const picked =
    own === null
      ? sql`ledger_transfer transfer
          where not exists (select from sandbox where sandbox.company_id = transfer.company_id)`
      : sql`(select distinct transfer_id from own_entry) picked cross join lateral (
          select * from ledger_transfer where id = picked.transfer_id and company_id = ${sql.lit(companyId)} limit 1
        ) transfer where true`;
  const around = own && listEntriesAround(own, { accounts: sql`true`, from: days.from, to: days.to });
  yield* iterate(
    tx,
    'bundled_transfer',
    sql`${around === null ? sql`` : sql`with ${around}`}
      select transfer.id, transfer.company_id, transfer.kind, transfer.request_id, transfer.subject_kind,
        transfer.subject_id, transfer.from_account_id as "from", transfer.to_account_id as "to",
        transfer.amount_kopecks as amount, ${formatMoment(sql`transfer.posted_at`)} as posted_at,
        given.balance_before_kopecks as from_before, given.balance_after_kopecks as from_after,
        taken.balance_before_kopecks as to_before, taken.balance_after_kopecks as to_after
      from (select transfer.* from ${picked} and transfer.id >= ${span.fromId} and transfer.id < ${span.beforeId}
        and transfer.posted_at >= ${from} and transfer.posted_at < ${before}) transfer
      left join ledger_entry given on given.account_id = transfer.from_account_id
        and given.transfer_id = transfer.id and given.company_id = transfer.company_id
      left join ledger_entry taken on taken.account_id = transfer.to_account_id
        and taken.transfer_id = transfer.id and taken.company_id = transfer.company_id
      order by transfer.id`,
  );
}

/**
 * Reads the documents of the days, as they are now, of one company or of all: those that were published in them, and later
 * ones of a month that ends in them.
 */
export function iterateDocuments(tx: Db, companyId: number | null, days: BundledDays): Batches {
  const { from, before } = toMoments(days);
  return iterate(
    tx,
    'bundled_document',
    sql`
      select document.id, document.company_id, document.partner_id, document.month, document.kind,
        document.corrected_kind, document.title, document.sum_kopecks as sum, document.vat_kopecks as vat,
        ${formatMoment(sql`document.published_at`)} as published_at,
        ${formatMoment(sql`document.received_at`)} as received_at,
        ${formatMoment(sql`document.objected_at`)} as objected_at,
        ${formatMoment(sql`document.withdrawn_at`)} as withdrawn_at, document.replaces_id as replaces,
        file.sha256 as file, figures.sha256 as figures,
        (select stored.sha256 from document_xml made join stored_file stored on stored.id = made.file_id
          where made.company_id = document.company_id and made.document_id = document.id) as xml
      from month_document document
      left join document_paper paper on paper.document_id = document.id
      left join stored_file file on file.id = coalesce(document.file_id, paper.file_id)
      left join stored_file figures on figures.id = document.figures_id
      where ${chooseOwner(sql`document.company_id`, companyId)}
        and document.published_at >= ${from} and (document.published_at < ${before}
          or (to_date(document.month, 'YYYY-MM') + interval '1 month' - interval '1 day')::date <= ${days.to}::date)
      order by document.id`,
  );
}

/** Reads the advances that are dated within the days. */
export function iterateAdvances(tx: Db, companyId: number | null, days: BundledDays): Batches {
  return iterate(
    tx,
    'bundled_advance',
    sql`
      select advance.id, advance.company_id, advance.begins_on, advance.dated_on, advance.number,
        advance.gross_kopecks as gross, advance.vat_kopecks as vat, advance.rate_percent as rate,
        advance.document_id as document
      from client_advance advance
      where ${chooseOwner(sql`advance.company_id`, companyId)}
        and advance.dated_on between ${days.from}::date and ${days.to}::date
      order by advance.id`,
  );
}

/** Reads what was set off in the days: parts of advances of these days and of earlier ones. */
export function iterateOffsets(tx: Db, companyId: number | null, days: BundledDays): Batches {
  return iterate(
    tx,
    'bundled_offset',
    sql`
      select part.company_id, part.advance_id as advance, part.ends_on, part.kind,
        part.gross_kopecks as gross, part.vat_kopecks as vat
      from advance_offset part
      where ${chooseOwner(sql`part.company_id`, companyId)} and part.ends_on between ${days.from}::date and ${days.to}::date
      order by part.company_id, part.advance_id, part.ends_on, part.kind`,
  );
}

/** Reads the evidence since the first day up to now. The hash before its first row continues the company's chain. */
export function iterateEvidence(tx: Db, companyId: number | null, days: BundledDays): Batches {
  const { from } = toMoments(days);
  return iterate(
    tx,
    'bundled_evidence',
    sql`
      select evidence.company_id, evidence.place, evidence.document_id as document, evidence.act,
        ${formatMoment(sql`evidence.at`)} as at, evidence.record,
        encode(evidence.previous_hash, 'hex') as previous_hash, encode(evidence.hash, 'hex') as hash
      from (select company_id, min(place) as place from document_evidence
        where ${chooseOwner(sql`company_id`, companyId)} and at >= ${from} group by company_id) first
      join document_evidence evidence on evidence.company_id = first.company_id and evidence.place >= first.place
      order by evidence.company_id, evidence.place`,
  );
}

/** Reads the ends of the chains of evidence. */
export function iterateChainEnds(tx: Db, companyId: number | null): Batches {
  return iterate(
    tx,
    'bundled_chain',
    sql`
      select company_id, place, encode(hash, 'hex') as hash from document_evidence_end
      where ${chooseOwner(sql`company_id`, companyId)} order by company_id`,
  );
}

/** A moment in UTC with its microseconds. */
function formatMoment(moment: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

function chooseOwner(column: RawBuilder<unknown>, companyId: number | null): RawBuilder<unknown> {
  return companyId === null
    ? sql`not exists (select from sandbox where sandbox.company_id = ${column})`
    : sql`${column} = ${companyId}`;
}

/** The first moment of the days, and the first one after them. */
export function toMoments({ from, to }: BundledDays): { from: Date; before: Date } {
  return { from: startOfDay(from), before: startOfDay(addDays(to, 1)) };
}

async function* iterate(tx: Db, name: string, select: RawBuilder<unknown>): Batches {
  const cursor = sql.ref(name);
  await sql`declare ${cursor} no scroll cursor for ${select}`.execute(tx);
  for (;;) {
    const found = await rows(
      tx,
      sql<Record<string, unknown>>`fetch forward ${sql.lit(BATCH_SIZE)} from ${cursor}`,
    );
    if (found.length > 0) yield found;
    if (found.length < BATCH_SIZE) break;
  }
  await sql`close ${cursor}`.execute(tx);
}
