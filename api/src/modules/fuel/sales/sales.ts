import { sql } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE, type CardStatusId, type PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import type { AccountPlace } from '../../money/ledger/account.ts';
import type { SaleAccount } from './sale-money.ts';

export interface SoldCard {
  id: number;
  companyId: number;
  /** Amount that its fuel has taken from other accounts so far. Valid while the turn lasts. */
  shortfall: Kopecks;
}

/** Processes that read the same feed take turns; a turn ends with the transaction. */
export async function takeTurn(tx: Db, partnerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('book-sales'), ${partnerId}::int)`.execute(tx);
}

/** Our cards of a network by their numbers. */
export async function findSoldCards(
  tx: Db,
  args: { partnerId: number; numbers: readonly string[] },
): Promise<Map<string, SoldCard>> {
  const { rows } = await sql<{
    id: number;
    company_id: number;
    card_number: string;
    shortfall_kopecks: number;
  }>`
    select id, company_id, card_number, shortfall_kopecks from card
    where card_number = any(${args.numbers}::text[]) and partner_id = ${args.partnerId}`.execute(tx);
  return new Map(
    rows.map((row) => [
      row.card_number,
      { id: row.id, companyId: row.company_id, shortfall: kopecks(row.shortfall_kopecks) },
    ]),
  );
}

/** Movements to and from these cards that wait for the network's answer. */
export async function listWaitingMovements(
  db: Db,
  args: { partnerId: number; numbers: readonly string[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select operation.id from card join operation on operation.card_id = card.id
    where card.card_number = any(${args.numbers}::text[]) and card.partner_id = ${args.partnerId}
      and operation.status_id = ${OPERATION_STATUS.inProgress}
      and operation.type_id in (${OPERATION_TYPE.topUp}, ${OPERATION_TYPE.payout})
    order by operation.id`.execute(db);
  return rows.map((row) => row.id);
}

/** Locks cards in the order of their ids, so that no other process starts a block of these cards meanwhile. */
export async function lockCardStatuses(
  tx: Db,
  cardIds: readonly number[],
): Promise<{ cardId: number; number: string; statusId: CardStatusId }[]> {
  const { rows } = await sql<{ id: number; card_number: string; status_id: CardStatusId }>`
    select id, card_number, status_id from card where id = any(${cardIds}::bigint[]) order by id for no key update`.execute(
    tx,
  );
  return rows.map((row) => ({ cardId: row.id, number: row.card_number, statusId: row.status_id }));
}

export interface ShortCard {
  id: number;
  companyId: number;
  partnerId: PartnerId;
  shortfall: Kopecks;
}

/** Cards that have money now and a shortfall to cover. */
export async function listCoverableCards(db: Db, limit: number): Promise<ShortCard[]> {
  const { rows } = await sql<ShortCardRow>`
    select ${SHORT_CARD} from card join ledger_account account on account.card_id = card.id
    where card.shortfall_kopecks > 0 and account.balance_kopecks > 0
    order by card.id limit ${limit}`.execute(db);
  return rows.map(toShortCard);
}

/** Finds one card that lacks money, as it is now. Call it within the turn of its network. */
export async function findShortCard(tx: Db, cardId: number): Promise<ShortCard | null> {
  const row = await firstRow(tx, sql<ShortCardRow>`select ${SHORT_CARD} from card where card.id = ${cardId}`);
  return row && toShortCard(row);
}

/** Counts how often a card's shortfall was repaid before. */
export async function countCovers(tx: Db, cardId: number): Promise<number> {
  const row = await firstRow(
    tx,
    sql<{ count: number }>`
      select count(distinct split_part(request_id, ':', 4)) as count from ledger_transfer
      where subject_kind = 'card' and subject_id = ${cardId}`,
  );
  return row?.count ?? 0;
}

interface ShortCardRow {
  id: number;
  company_id: number;
  partner_id: PartnerId;
  shortfall_kopecks: number;
}

const SHORT_CARD = sql`card.id, card.company_id, card.partner_id, card.shortfall_kopecks`;

function toShortCard(row: ShortCardRow): ShortCard {
  return {
    id: row.id,
    companyId: row.company_id,
    partnerId: row.partner_id,
    shortfall: kopecks(row.shortfall_kopecks),
  };
}

/** The accounts that pay for the fuel of a card. */
export function fuelPlaces(of: {
  companyId: number;
  cardId: number;
  partnerId: number;
}): Record<SaleAccount, AccountPlace> {
  const { companyId, cardId, partnerId } = of;
  return {
    card: { companyId, kind: 'card', cardId },
    partner: { companyId, kind: 'partner', partnerId },
    debt: { companyId, kind: 'debt', partnerId },
    network: { companyId, kind: 'network', partnerId },
  };
}
