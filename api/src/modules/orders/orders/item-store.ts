import { sql } from 'kysely';
import { REQUEST_STATUS, type PartnerId, type RequestStatusId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, type Db } from '../../../db/database.ts';
import { insertStoredFile } from '../../../gateways/file-storage/insert-stored-file.ts';
import type { DueAt } from '../../cards/commands/list-due.ts';
import type { Recipient } from './order-store.ts';

/** A line of a request: the cards of one network. */
export interface ItemRecord {
  id: number;
  companyId: number;
  orderId: number;
  orderStatusId: RequestStatusId;
  partnerId: PartnerId;
  partnerTitle: string;
  count: number;
  isVirtual: boolean;
  cardPrice: Kopecks;
  /** The price of the order's delivery. */
  deliveryPrice: Kopecks;
  /** Cards issued for it so far. */
  made: number;
  networkRequestId: string;
  attempts: number;
  issueRefusal: string | null;
  /** Time since which the network is called under this id, or null before the approval. */
  askedAt: Date | null;
  recipient: Recipient;
  /** Time when the network issued the cards, or null until then. */
  issuedAt: Date | null;
  createdAt: Date;
}

export interface ItemRow {
  id: number;
  company_id: number;
  request_id: number;
  status_id: RequestStatusId;
  partner_id: PartnerId;
  partner_title: string;
  cards_cnt: number;
  is_virtual: boolean;
  card_price_kopecks: number;
  delivery_kopecks: number;
  made: number;
  network_request_id: string;
  attempts: number;
  issue_refusal: string | null;
  asked_at: Date | null;
  recipient_firstname: string;
  recipient_lastname: string;
  issued_at: Date | null;
  created_at: Date;
}

export const SELECT = sql`
  select item.id, item.company_id, item.request_id, request.status_id, item.partner_id, partner.title as partner_title,
    item.cards_cnt, item.is_virtual, item.card_price_kopecks, request.delivery_kopecks, (select count(*) from card where card.request_item_id = item.id) as made, item.network_request_id, item.attempts, item.issue_refusal,
    coalesce(item.asked_at, request.approved_at) as asked_at, request.recipient_firstname,
    request.recipient_lastname, item.issued_at, request.created_at
  from card_request_item item
  join card_request request on request.id = item.request_id
  join partner on partner.id = item.partner_id`;

/** Works as `findItem`, within one company. */
export async function findOwnItem(db: Db, scope: CompanyScope, id: number): Promise<ItemRecord | null> {
  const row = await firstRow(
    db,
    sql<ItemRow>`${SELECT} where item.id = ${id} and item.company_id = ${scope.companyId}`,
  );
  return row && toItemRecord(row);
}

/** Locks the item that a network's answer is about, after its request, the order used everywhere. */
export async function lockItemByRequest(tx: Db, networkRequestId: string): Promise<ItemRecord | null> {
  await sql`
    select id from card_request
    where id = (select request_id from card_request_item where network_request_id = ${networkRequestId}::uuid)
    for no key update`.execute(tx);
  const row = await firstRow(
    tx,
    sql<ItemRow>`${SELECT} where item.network_request_id = ${networkRequestId}::uuid for no key update of item`,
  );
  return row && toItemRecord(row);
}

/** An item whose network is to be asked. */
export interface ItemToAsk {
  id: number;
  partnerId: PartnerId;
}

/** Sets when the items of a request just approved are polled. Returns the items. */
export async function markItemsRequested(
  tx: Db,
  args: { orderId: number; nextAttemptAt: Date; now: Date },
): Promise<ItemToAsk[]> {
  const { rows } = await sql<ItemToAsk>`
    update card_request_item set next_attempt_at = ${args.nextAttemptAt}, asked_at = ${args.now}
    where request_id = ${args.orderId} and issued_at is null returning id, partner_id as "partnerId"`.execute(
    tx,
  );
  return rows;
}

/**
 * A network's answer is final for its request id, so items that were refused, or of which too few cards were
 * issued, get a new id. Returns these items.
 */
export async function renewRefusedItems(
  tx: Db,
  args: { orderId: number; nextAttemptAt: Date; now: Date },
): Promise<ItemToAsk[]> {
  await sql`
    insert into former_item_request (network_request_id, item_id, issue_refusal)
    select network_request_id, id, issue_refusal from card_request_item
    where request_id = ${args.orderId} and issued_at is null and issue_refusal is not null
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<ItemToAsk>`
    update card_request_item
    set network_request_id = gen_random_uuid(), attempts = 0, issue_refusal = null, next_attempt_at = ${args.nextAttemptAt},
      asked_at = ${args.now}, network_said = null, heard_at = null
    where request_id = ${args.orderId} and issued_at is null and issue_refusal is not null
    returning id, partner_id as "partnerId"`.execute(tx);
  return rows;
}

/**
 * Counts an attempt and sets when the next one is due if no answer comes before. False when the network must not be asked
 * any more. The request is locked first: either a withdrawal finds the attempt, or the attempt finds the withdrawal.
 */
export async function markItemAttempt(db: Db, args: { id: number; nextAttemptAt: Date }): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ id: number }>`
      with approved as (
        select id from card_request
        where id = (select request_id from card_request_item where id = ${args.id})
          and status_id = ${REQUEST_STATUS.approved}
        for share
      )
      update card_request_item item set attempts = attempts + 1, next_attempt_at = ${args.nextAttemptAt}
      from approved
      where item.id = ${args.id} and item.request_id = approved.id and item.issued_at is null
        and item.issue_refusal is null
      returning item.id`,
  );
  return row !== null;
}

/**
 * Ends the items of a locked request that no network was asked for, or that were refused without a card. False, and then
 * nothing is changed, when a network has been asked for one of them and has not refused, or has issued a card.
 */
export async function endUnsentItems(tx: Db, args: { orderId: number; reason: string }): Promise<boolean> {
  const { asked: requested } = await getOnlyRow(
    tx,
    sql<{ asked: boolean }>`
      select exists (
        select from card_request_item item
        where item.request_id = ${args.orderId} and (item.issued_at is not null
          or (item.attempts > 0 and item.issue_refusal is null)
          or exists (select from card where card.request_item_id = item.id))
      ) as asked`,
  );
  if (requested) return false;
  await sql`
    update card_request_item set issue_refusal = coalesce(issue_refusal, ${args.reason}), next_attempt_at = null
    where request_id = ${args.orderId}`.execute(tx);
  return true;
}

/** Stores the network's last response about a waiting order. */
export async function recordItemResponse(
  db: Db,
  response: { networkRequestId: string; text: string; now: Date },
): Promise<void> {
  await sql`
    update card_request_item set network_said = ${response.text}, heard_at = ${response.now}
    where network_request_id = ${response.networkRequestId}::uuid and issued_at is null`.execute(db);
}

/**
 * Records that the network refused, or issued too few cards under this id. It is not called again until staff request
 * it.
 */
export async function markItemRefused(
  db: Db,
  args: { networkRequestId: string; reason: string },
): Promise<void> {
  await sql`
    update card_request_item set issue_refusal = ${args.reason}, next_attempt_at = null
    where network_request_id = ${args.networkRequestId}::uuid and issued_at is null`.execute(db);
}

/** `surplus`: how many more cards the network has issued than were ordered. */
export async function markItemIssued(
  tx: Db,
  args: { id: number; surplus: number; now: Date },
): Promise<void> {
  await sql`
    update card_request_item set issued_at = ${args.now}, next_attempt_at = null, issue_refusal = null,
      surplus = ${args.surplus}
    where id = ${args.id}`.execute(tx);
}

/** Items of a network whose next attempt is due, including those left behind by a stopped process. */
export async function listDueItems(db: Db, args: DueAt): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select item.id from card_request_item item join card_request request on request.id = item.request_id
    where request.status_id = ${REQUEST_STATUS.approved} and item.issued_at is null and item.partner_id = ${args.partnerId}
      and item.next_attempt_at <= ${args.now}
    order by item.next_attempt_at limit ${args.limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** Numbers of the cards issued for an item. */
export async function listItemCards(db: Db, scope: CompanyScope, itemId: number): Promise<string[]> {
  const { rows } = await sql<{ card_number: string }>`
    select card_number from card where request_item_id = ${itemId} and company_id = ${scope.companyId} order by id`.execute(
    db,
  );
  return rows.map((row) => row.card_number);
}

/** Stores a signed act for an item; false when the company has no such item. */
export async function setItemAct(
  tx: Db,
  scope: CompanyScope,
  act: {
    itemId: number;
    sha256: string;
    name: string;
    mime: string;
    sizeBytes: number;
    userId: number;
    now: Date;
  },
): Promise<boolean> {
  const { itemId, ...file } = act;
  const fileId = await insertStoredFile(tx, { ...file, companyId: scope.companyId });
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update card_request_item set act_file_id = ${fileId}
      where id = ${itemId} and company_id = ${scope.companyId} returning id`,
  );
  return row !== null;
}

export function toItemRecord(row: ItemRow): ItemRecord {
  return {
    id: row.id,
    companyId: row.company_id,
    orderId: row.request_id,
    orderStatusId: row.status_id,
    partnerId: row.partner_id,
    partnerTitle: row.partner_title,
    count: row.cards_cnt,
    isVirtual: row.is_virtual,
    cardPrice: kopecks(row.card_price_kopecks),
    deliveryPrice: kopecks(row.delivery_kopecks),
    made: row.made,
    networkRequestId: row.network_request_id,
    attempts: row.attempts,
    issueRefusal: row.issue_refusal,
    askedAt: row.asked_at,
    recipient: { firstname: row.recipient_firstname, lastname: row.recipient_lastname },
    issuedAt: row.issued_at,
    createdAt: row.created_at,
  };
}
