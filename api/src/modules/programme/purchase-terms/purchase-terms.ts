import { sql, type RawBuilder } from 'kysely';
import type { EndpointBody } from '#contract/endpoint.ts';
import type { previewPurchaseTerm } from '#contract/programme/purchase-terms.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { NewPurchaseTerm, PurchaseTermDraft, PurchaseTermRecord } from './purchase-term.ts';

interface PurchaseTermRow extends Omit<PurchaseTermRecord, 'partner' | 'ended'> {
  partner_id: number;
  partner_title: string;
  ended_at: Date | null;
  ended_by: string | null;
  reason: string | null;
}

/** More than people enter in years. */
const MAX_LISTED = 2000;

/** Newest first. */
export async function listPurchaseTermRecords(db: Db): Promise<PurchaseTermRecord[]> {
  const found = await rows(db, sql<PurchaseTermRow>`${TERM} order by term.id desc limit ${MAX_LISTED}`);
  return found.map(toRecord);
}

export async function findPurchaseTerm(db: Db, id: number): Promise<PurchaseTermRecord | null> {
  const row = await firstRow(db, sql<PurchaseTermRow>`${TERM} where term.id = ${id}`);
  return row && toRecord(row);
}

/** Returns the name of a programme member for the lists of terms. */
function staffName(person: string): RawBuilder<unknown> {
  const of = sql.ref(person);
  return sql`coalesce(nullif(trim(concat_ws(' ', ${of}.lastname, ${of}.firstname)), ''), 'Сотрудник № ' || ${of}.id)`;
}

const TERM = sql`
  select term.id, term.partner_id, partner.title as partner_title, term.goods_title as "goodsTitle",
    term.goods_kind as "goodsKind", term.pricing, term.rate, term.bonus_rate as "bonusRate",
    term.first_day::text as "firstDay", least(term.last_day, ended.last_day)::text as "lastDay", term.note,
    term.created_at as "createdAt", ${staffName('author')} as "createdBy", ended.ended_at,
    case when ended.term_id is not null then ${staffName('ender')} end as ended_by, ended.reason
  from purchase_term term
  join partner on partner.id = term.partner_id
  join app_user author on author.id = term.created_by
  left join purchase_term_end ended on ended.term_id = term.id
  left join app_user ender on ender.id = ended.ended_by`;

function toRecord(row: PurchaseTermRow): PurchaseTermRecord {
  const { partner_id, partner_title, ended_at: at, ended_by: by, reason, ...term } = row;
  return {
    ...term,
    partner: { id: partner_id, title: partner_title },
    ended: at && { at, by: by ?? '', reason: reason ?? '' },
  };
}

export async function insertPurchaseTerm(
  tx: Db,
  { term, staffId, now }: { term: NewPurchaseTerm; staffId: number; now: Date },
): Promise<number> {
  const row = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into purchase_term (partner_id, goods_title, goods_kind, pricing, rate, bonus_rate, first_day, last_day, note,
        created_at, created_by)
      values (${term.partnerId}, ${term.goodsTitle}, ${term.goodsKind}, ${term.pricing}, ${term.rate}, ${term.bonusRate},
        ${term.firstDay}, ${term.lastDay}, ${term.note}, ${now}, ${staffId})
      returning id`,
  );
  return row.id;
}

/** Returns false if the term has an end already, which a colleague may have set meanwhile. */
export async function insertPurchaseTermEnd(
  tx: Db,
  end: { termId: number; lastDay: string; reason: string; staffId: number; now: Date },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ term_id: number }>`
      insert into purchase_term_end (term_id, last_day, reason, ended_at, ended_by)
      values (${end.termId}, ${end.lastDay}, ${end.reason}, ${end.now}, ${end.staffId})
      on conflict do nothing returning term_id`,
  );
  return row !== null;
}

/** Converts the fields of a request. */
export function toPurchaseTerm(body: EndpointBody<typeof previewPurchaseTerm>): PurchaseTermDraft {
  return {
    partnerId: body.partner_id,
    goodsTitle: body.goods ?? null,
    goodsKind: body.goods_kind ?? null,
    pricing: body.pricing,
    rate: body.rate,
    bonusRate: body.bonus ?? 0,
    firstDay: body.first_day,
    lastDay: body.last_day ?? null,
  };
}
