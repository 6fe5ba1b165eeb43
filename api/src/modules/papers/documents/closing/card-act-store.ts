import { sql } from 'kysely';
import { REQUEST_STATUS, type PartnerId } from '#contract/ids.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../../db/database.ts';
import { insertStoredFile } from '../../../../gateways/file-storage/insert-stored-file.ts';

/** An order whose last card is issued. */
export interface IssuedOrder {
  id: number;
  companyId: number;
  recipient: string;
  createdAt: Date;
  issuedAt: Date;
}

/** Returns null while cards are missing, and if the order has its act. */
export function findOrderForAct(db: Db, orderId: number): Promise<IssuedOrder | null> {
  return firstRow(
    db,
    sql<IssuedOrder>`
      select request.id, request.company_id as "companyId", request.created_at as "createdAt",
        trim(concat_ws(' ', request.recipient_lastname, request.recipient_firstname)) as recipient,
        (select max(item.issued_at) from card_request_item item where item.request_id = request.id) as "issuedAt"
      from card_request request
      where request.id = ${orderId} and request.status_id = ${REQUEST_STATUS.issued}
        and not exists (select from card_act where card_act.request_id = request.id)`,
  );
}

export interface CardForAct {
  id: number;
  partnerId: PartnerId;
  network: string;
  number: string;
}

/** The order's cards that stand in no act yet: a month may have been closed between its first card and its last. */
export function listCardsForAct(db: Db, orderId: number): Promise<CardForAct[]> {
  return rows(
    db,
    sql<CardForAct>`
      select card.id, card.partner_id as "partnerId", partner.title as network, card.card_number as number
      from card_request_item item
      join card on card.request_item_id = item.id
      join partner on partner.id = card.partner_id
      where item.request_id = ${orderId}
        and not exists (select from card_act_line line where line.card_id = card.id)
      order by card.partner_id, card.id`,
  );
}

/** Acts of a company are published one after the other, by an order and by the closing of a month alike. */
export async function lockActs(tx: Db, companyId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`card-acts:${companyId}`}))`.execute(tx);
}

export async function hasActLines(tx: Db, cardIds: readonly number[]): Promise<boolean> {
  if (cardIds.length === 0) return false;
  const { some } = await getOnlyRow(
    tx,
    sql<{ some: boolean }>`
      select exists (select from card_act_line where card_id = any(${cardIds}::bigint[])) as some`,
  );
  return some;
}

export async function insertActLines(
  tx: Db,
  act: { companyId: number; documentId: number; cardIds: readonly number[] },
): Promise<void> {
  await sql`
    insert into card_act_line (card_id, document_id, company_id)
    select card_id, ${act.documentId}::bigint, ${act.companyId}::bigint
    from unnest(${act.cardIds}::bigint[]) as acted (card_id)`.execute(tx);
}

export interface NewCardAct {
  orderId: number;
  companyId: number;
  title: string;
  file: { sha256: string; name: string; sizeBytes: number };
  /** The day of the last card, `YYYY-MM-DD`. */
  dateIso: string;
  objectUntil: string;
  cards: readonly CardForAct[];
  now: Date;
}

/** Returns the document's id; null when the order has its act already. */
export async function insertCardAct(tx: Db, act: NewCardAct): Promise<number | null> {
  const { orderId, companyId, now, cards } = act;
  if (await firstRow(tx, sql`select from card_act where request_id = ${orderId}`)) return null;
  const networks = [...new Set(cards.map(({ partnerId }) => partnerId))];
  const mime = 'application/pdf';
  const fileId = await insertStoredFile(tx, { ...act.file, companyId, mime, userId: null, now });
  const { id } = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into month_document (company_id, partner_id, month, title, dated_on, object_until, file_id, published_at)
      select ${companyId}, ${networks[0]}, ${act.dateIso.slice(0, 7)}, ${act.title}, ${act.dateIso}::date,
        ${act.objectUntil}::date, ${fileId}::bigint, ${now}
      returning id`,
  );
  await sql`
    insert into card_act (document_id, request_id, company_id, networks)
    values (${id}, ${orderId}, ${companyId}, ${networks.length})`.execute(tx);
  await insertActLines(tx, { companyId, documentId: id, cardIds: cards.map((card) => card.id) });
  return id;
}
