import { sql, type RawBuilder } from 'kysely';
import type { DisputeKind, DisputeState } from '#contract/fuel/disputes.ts';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import { contains } from '../../../db/text-search.ts';

/** A purchase that its company says is wrong. */
export interface Dispute {
  id: number;
  company: { id: number; inn: string; title: string };
  operation: DisputedPurchase;
  kind: DisputeKind;
  text: string;
  /** Sentences of what the portal knew. */
  evidence: string[];
  photo: { name: string; mime: string; sha256: string } | null;
  state: DisputeState;
  openedBy: string;
  openedAt: Date;
  /** `YYYY-MM-DD`, Moscow. */
  dueOn: string;
  sentAt: Date | null;
  answer: string | null;
  /** Money that the operator has put on hold for the client; it is free once the dispute has ended. */
  held: Kopecks | null;
  refund: Kopecks | null;
  endedAt: Date | null;
}

interface DisputedPurchase {
  id: number;
  /** ISO 8601. */
  at: string;
  cardNumber: string;
  network: string;
  goods: string;
  centilitres: number;
  sum: number;
  /** Kopecks of it that the network has refunded, or that an earlier dispute gave back. */
  returned: number;
  address: string;
}

type DisputeRow = Omit<Dispute, 'held' | 'refund'> & {
  held: number | null;
  refund: number | null;
  total: number;
};

function select(condition: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<DisputeRow> {
  return sql<DisputeRow>`
    select dispute.id, dispute.kind, dispute.text, dispute.evidence, dispute.state, dispute.opened_at as "openedAt",
      to_char(dispute.due_on, 'YYYY-MM-DD') as "dueOn", dispute.sent_at as "sentAt", dispute.answer,
      dispute.held_kopecks::float8 as held, dispute.refund_kopecks::float8 as refund, dispute.ended_at as "endedAt",
      coalesce(nullif(concat_ws(' ', author.firstname, author.lastname), ''), 'Сотрудник') as "openedBy",
      json_build_object('id', company.id, 'inn', coalesce(company.inn, company.former_inn), 'title', company.title) as company,
      json_build_object('id', operation.id, 'at', coalesce(operation.sold_at, operation.created_at),
        'cardNumber', card.card_number, 'network', partner.title, 'goods', coalesce(operation.goods_title, ''),
        'centilitres', coalesce(operation.centilitres, 0), 'sum', operation.sum_kopecks,
        'returned', coalesce((
          select sum(refund.sum_kopecks) from operation refund
          where refund.card_id = operation.card_id and refund.company_id = operation.company_id
            and refund.created_at >= operation.created_at and refund.refund_of = operation.external_id and refund.status_id = ${OPERATION_STATUS.done}), 0) + coalesce((
          select sum(earlier.refund_kopecks) from dispute earlier
          where earlier.operation_id = operation.id and earlier.company_id = operation.company_id), 0),
        'address', coalesce(operation.address, '')) as operation,
      case when photo.id is not null
        then json_build_object('name', photo.name, 'mime', photo.mime, 'sha256', photo.sha256) end as photo,
      count(*) over ()::int as total
    from dispute
    join company on company.id = dispute.company_id
    join operation on operation.id = dispute.operation_id and operation.company_id = dispute.company_id
    join card on card.id = operation.card_id
    join partner on partner.id = operation.partner_id
    join app_user author on author.id = dispute.opened_by
    left join stored_file photo on photo.id = dispute.photo_file_id
    where ${condition} order by ${order}`;
}

function toDispute({ held, refund, total: _total, ...row }: DisputeRow): Dispute {
  return {
    ...row,
    held: held === null ? null : kopecks(held),
    refund: refund === null ? null : kopecks(refund),
  };
}

export interface DisputePage {
  page: number;
  perPage: number;
}

/** The company's disputes, newest first. */
export function pageOfDisputes(
  db: Db,
  { companyId }: CompanyScope,
  filter: { state: DisputeState | null; operationId: number | null },
  page: DisputePage,
): Promise<{ disputes: Dispute[]; total: number }> {
  const condition = sql`dispute.company_id = ${companyId}
    and (${filter.state}::text is null or dispute.state = ${filter.state}::text)
    and (${filter.operationId}::bigint is null or dispute.operation_id = ${filter.operationId}::bigint)`;
  return readPage(db, condition, sql`dispute.id desc`, page);
}

/** Disputes of all companies: open ones by their day, then ended ones, newest first. */
export function pageOfAllDisputes(
  db: Db,
  filter: { state: DisputeState | null; q: string | undefined },
  page: DisputePage,
): Promise<{ disputes: Dispute[]; total: number }> {
  const sought = filter.q?.trim() ?? '';
  const condition = sql`(${filter.state}::text is null or dispute.state = ${filter.state}::text) and (${sought} = ''
    or ${contains(sql`company.title || ' ' || coalesce(company.inn, '') || ' ' || card.card_number`, sought)})`;
  const order = sql`dispute.ended_at is not null, case when dispute.ended_at is null then dispute.due_on end,
    case when dispute.ended_at is null then dispute.id end, dispute.id desc`;
  return readPage(db, condition, order, page);
}

async function readPage(
  db: Db,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { page, perPage }: DisputePage,
): Promise<{ disputes: Dispute[]; total: number }> {
  const found = await rows(
    db,
    sql<DisputeRow>`${select(condition, order)} limit ${perPage} offset ${(page - 1) * perPage}`,
  );
  return { disputes: found.map(toDispute), total: found[0]?.total ?? 0 };
}

/** Counts the disputes that clients wait for an answer to. */
export async function countOpenDisputes(db: Db): Promise<number> {
  const { count } = await getOnlyRow(
    db,
    sql<{ count: number }>`select count(*)::int as count from dispute where ended_at is null`,
  );
  return count;
}

/** Returns a dispute of one company, or of any. Null when there is none. */
export async function findDispute(db: Db, id: number, companyId: number | 'any'): Promise<Dispute | null> {
  const own = companyId === 'any' ? sql`true` : sql`dispute.company_id = ${companyId}`;
  const row = await firstRow(db, select(sql`dispute.id = ${id} and ${own}`, sql`dispute.id`));
  return row && toDispute(row);
}

/** A dispute that no other transaction changes. */
export interface LockedDispute {
  id: number;
  companyId: number;
  isOpen: boolean;
  held: Kopecks | null;
}

/** Locks a dispute until the transaction ends. Null when there is none. */
export async function lockDispute(tx: Db, id: number): Promise<LockedDispute | null> {
  const row = await firstRow(
    tx,
    sql<{ id: number; companyId: number; isOpen: boolean; held: number | null }>`
      select id, company_id as "companyId", ended_at is null as "isOpen", held_kopecks::float8 as held
      from dispute where id = ${id} for no key update`,
  );
  return row && { ...row, held: row.held === null ? null : kopecks(row.held) };
}

/** Writes down what is on hold for a locked dispute. */
export async function setDisputeHeld(tx: Db, args: { id: number; sum: Kopecks }): Promise<void> {
  await sql`update dispute set held_kopecks = ${args.sum} where id = ${args.id}`.execute(tx);
}

/** Returns the moment and the sum of a purchase, or null when the company has no such purchase. */
export function findPurchase(
  db: Db,
  { companyId }: CompanyScope,
  operationId: number,
): Promise<{ id: number; soldAt: Date } | null> {
  return firstRow(
    db,
    sql<{ id: number; soldAt: Date }>`
      select id, coalesce(sold_at, created_at) as "soldAt" from operation
      where id = ${operationId} and company_id = ${companyId} and type_id = ${OPERATION_TYPE.purchase}`,
  );
}

/** Returns its id, or null where the purchase has an open dispute. */
export async function insertDispute(
  tx: Db,
  dispute: {
    companyId: number;
    operationId: number;
    kind: DisputeKind;
    text: string;
    evidence: readonly string[];
    userId: number;
    dueOn: string;
    now: Date;
  },
): Promise<number | null> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      insert into dispute (company_id, operation_id, kind, text, evidence, opened_by, opened_at, due_on)
      values (${dispute.companyId}, ${dispute.operationId}, ${dispute.kind}, ${dispute.text},
        ${JSON.stringify(dispute.evidence)}::jsonb, ${dispute.userId}, ${dispute.now}, ${dispute.dueOn}::date)
      on conflict do nothing returning id`,
  );
  return row?.id ?? null;
}

export async function setDisputePhoto(tx: Db, args: { id: number; fileId: number }): Promise<void> {
  await sql`update dispute set photo_file_id = ${args.fileId} where id = ${args.id}`.execute(tx);
}

/** Marks open disputes as sent to their networks. Returns those that it has changed, with their companies. */
export function markSent(
  tx: Db,
  { ids, now }: { ids: readonly number[]; now: Date },
): Promise<{ id: number; companyId: number }[]> {
  return rows(
    tx,
    sql<{ id: number; companyId: number }>`
      update dispute set state = 'at-network', sent_at = ${now}
      where id = any(${[...ids]}::bigint[]) and state = 'open' returning id, company_id as "companyId"`,
  );
}

/** Ends a locked dispute. */
export async function endDispute(
  tx: Db,
  id: number,
  end: {
    /** State that ends the dispute. */
    state: DisputeState;
    answer: string | null;
    refund?: Kopecks;
    correctionId?: number;
    userId: number;
    now: Date;
  },
): Promise<void> {
  await getOnlyRow(
    tx,
    sql<{ id: number }>`
      update dispute set state = ${end.state}, answer = ${end.answer}, refund_kopecks = ${end.refund ?? null}::bigint,
        correction_id = ${end.correctionId ?? null}::bigint, decided_by = ${end.userId}, ended_at = ${end.now}
      where id = ${id} returning id`,
  );
}
