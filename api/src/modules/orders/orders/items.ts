import { sql } from 'kysely';
import { REQUEST_STATUS, type PartnerId } from '#contract/ids.ts';
import type { NetworkCommand } from '../../../gateways/fuel-network/fuel-network.ts';
import { type ItemRecord, SELECT, toItemRecord, type ItemRow } from './item-store.ts';
import { firstRow, type Db, rows } from '../../../db/database.ts';
import { isUnread } from '../../cards/commands/operations.ts';
import { SILENT_TEXT } from '../../cards/commands/unclear-movement.ts';
import { toCases, MAX_CASES, type CaseRow } from '../../cards/commands/cases.ts';

/** True while its network has been asked, or is about to be, and has not given a final answer. */
export function isAwaited(item: ItemRecord): boolean {
  return (
    item.orderStatusId === REQUEST_STATUS.approved && item.issuedAt === null && item.issueRefusal === null
  );
}

/** Issued, or given up under its present request id. */
export function hasEnded(item: ItemRecord): boolean {
  return item.issuedAt !== null || item.issueRefusal !== null;
}

/** Beginning of the reason when a network has issued only some of the cards. */
export const TOO_FEW = 'Сеть выпустила ';

/** The command for its cards, or for the rest when the network has issued some of them. */
export function toIssueCommand(item: ItemRecord): NetworkCommand {
  return {
    kind: 'issue',
    requestId: item.networkRequestId,
    count: item.count - item.made,
    reference: String(item.orderId),
    ...(item.isVirtual && { isVirtual: true }),
  };
}

export async function findItem(db: Db, id: number): Promise<ItemRecord | null> {
  const row = await firstRow(db, sql<ItemRow>`${SELECT} where item.id = ${id}`);
  return row && toItemRecord(row);
}

/** The item that was asked for under this id; one asked for again since is as it was left under this id: refused. */
export async function findItemByRequest(db: Db, networkRequestId: string): Promise<ItemRecord | null> {
  const row = await firstRow(
    db,
    sql<{ id: number; issue_refusal: string | null }>`
      select id, null as issue_refusal from card_request_item where network_request_id = ${networkRequestId}::uuid
      union all
      select item_id, issue_refusal from former_item_request where network_request_id = ${networkRequestId}::uuid`,
  );
  const item = row && (await findItem(db, row.id));
  if (!item || row.issue_refusal === null) return item;
  return { ...item, networkRequestId, issueRefusal: row.issue_refusal, issuedAt: null };
}

export function findSurplusItem(db: Db, itemId: number) {
  return firstRow(
    db,
    sql<{ waits: boolean; company_id: number }>`
      select ${isUnread('surplus', 'item.id', 'item.issued_at')} as waits, company_id
      from card_request_item item where item.id = ${itemId} and item.surplus > 0`,
  );
}

/** Marks due the items that a silent network left unanswered or delayed, because the network answers again. */
export async function hastenItems(db: Db, args: { partnerId: PartnerId; now: Date }): Promise<void> {
  await sql`
    update card_request_item set next_attempt_at = ${args.now}
    where partner_id = ${args.partnerId} and issued_at is null and next_attempt_at > ${args.now}
      and (attempts = 0 or starts_with(network_said, ${SILENT_TEXT}))`.execute(db);
}

/** Returns those of these card numbers that belong to no company. */
export async function listStrangeNumbers(db: Db, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select number from unnest(${numbers}::text[]) as input (number)
    where not exists (select from card where card.card_number = input.number)`.execute(db);
  return rows.map((row) => row.number);
}

export async function listSurplusItems(db: Db) {
  const found = await rows(
    db,
    sql<CaseRow & { request_id: number; cards_cnt: number; surplus: number; card_numbers: string[] }>`
      select item.id, item.issued_at as since, 0 as attempts, item.request_id, item.cards_cnt, item.surplus,
        (select array_agg(card_number order by id) from card where card.request_item_id = item.id) as card_numbers,
        partner.id as partner_id, partner.title as partner_title, company.id as company_id, company.inn,
        company.title as company_title, null as card_number, null as said, null as heard_at, count(*) over () as total
      from card_request_item item
      join company on company.id = item.company_id
      join partner on partner.id = item.partner_id
      where item.surplus > 0 and ${isUnread('surplus', 'item.id', 'item.issued_at')}
      order by item.issued_at desc, item.id desc limit ${MAX_CASES}`,
  );
  return toCases(found, (row) => ({
    orderId: row.request_id,
    ordered: row.cards_cnt,
    made: row.cards_cnt + row.surplus,
    cardNumbers: row.card_numbers,
  }));
}

/**
 * Returns the items of all companies that were requested before this moment. Refused items are shown with their request
 * instead.
 */
export async function listUnclearItems(db: Db, askedBefore: Date) {
  const found = await rows(
    db,
    sql<CaseRow & { request_id: number; missing: number }>`
      select item.id, coalesce(item.asked_at, request.approved_at) as since, item.request_id, item.attempts,
        item.cards_cnt - (select count(*) from card where card.request_item_id = item.id) as missing,
        partner.id as partner_id, partner.title as partner_title, company.id as company_id, company.inn,
        company.title as company_title, null as card_number, item.network_said as said, item.heard_at,
        count(*) over () as total
      from card_request_item item
      join card_request request on request.id = item.request_id
      join company on company.id = item.company_id
      join partner on partner.id = item.partner_id
      where request.status_id = ${REQUEST_STATUS.approved} and item.issued_at is null and item.issue_refusal is null
        and item.attempts > 0 and coalesce(item.asked_at, request.approved_at) <= ${askedBefore}
      order by since desc, item.id desc limit ${MAX_CASES}`,
  );
  return toCases(found, (row) => ({ orderId: row.request_id, count: row.missing }));
}
