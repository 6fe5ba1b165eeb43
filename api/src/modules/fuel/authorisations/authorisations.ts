import { sql } from 'kysely';
import type { HoldKind } from '#contract/companies/blocks.ts';
import type { AuthorisationState } from '#contract/fuel/authorisations.ts';
import { CARD_STATUS, type CardStatusId, type PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { encodeBigints } from '../../../db/parameter.ts';
import type { PendingFuel } from '../../fleet/rules/purchase/count-pending.ts';

/** The portal's answer to a network that asked before it sold. */
export interface Authorisation {
  id: number;
  companyId: number;
  partnerId: PartnerId;
  cardId: number;
  cardNumber: string;
  requestId: string;
  /** Digest of the question. */
  asked: Buffer;
  station: string;
  goodsId: number;
  state: AuthorisationState;
  reason: string | null;
  maxCentilitres: number;
  maxKopecks: Kopecks;
  held: Kopecks;
  holdUntil: Date;
  askedAt: Date;
  operationId: number | null;
  settledCentilitres: number | null;
  settledKopecks: Kopecks | null;
}

/** A network's question before it sells. */
export interface FuelQuestion {
  partnerId: PartnerId;
  requestId: string;
  /** The card by its number, or by a code that was made for one filling. */
  shown: { cardNumber: string } | { code: string };
  station: string;
  pump: string | null;
  goodsId: number;
  /** Null: as much as is allowed. */
  centilitres: number | null;
  sum: Kopecks | null;
}

const AUTHORISATION = sql`authorisation.id, authorisation.company_id as "companyId", authorisation.partner_id as "partnerId",
  authorisation.card_id as "cardId", (select card_number from card where card.id = authorisation.card_id) as "cardNumber",
  request_id as "requestId", asked, station, goods_id as "goodsId", state, reason, max_centilitres as "maxCentilitres",
  max_kopecks as "maxKopecks", held_kopecks as "held", hold_until as "holdUntil", asked_at as "askedAt",
  operation_id as "operationId", settled_centilitres as "settledCentilitres", settled_kopecks as "settledKopecks"`;

/** Finds what a network was answered under its own id. */
export function findAuthorisation(
  db: Db,
  { partnerId, requestId }: { partnerId: PartnerId; requestId: string },
): Promise<Authorisation | null> {
  return firstRow(
    db,
    sql<Authorisation>`
      select ${AUTHORISATION} from authorisation where partner_id = ${partnerId} and request_id = ${requestId}`,
  );
}

/** Lists what was answered under these ids of a network. */
export function listAuthorisations(
  db: Db,
  { partnerId, requestIds }: { partnerId: PartnerId; requestIds: readonly string[] },
): Promise<Authorisation[]> {
  if (requestIds.length === 0) return Promise.resolve([]);
  return rows(
    db,
    sql<Authorisation>`
      select ${AUTHORISATION} from authorisation
      where partner_id = ${partnerId} and request_id = any(${requestIds}::text[]) order by id`,
  );
}

export interface NewAuthorisation extends Pick<
  Authorisation,
  | 'companyId'
  | 'partnerId'
  | 'cardId'
  | 'requestId'
  | 'asked'
  | 'station'
  | 'goodsId'
  | 'reason'
  | 'maxCentilitres'
  | 'maxKopecks'
  | 'held'
  | 'holdUntil'
  | 'askedAt'
> {
  pump: string | null;
  state: 'approved' | 'declined';
}

/** Returns its id; null when the network has used its own id before. */
export async function insertAuthorisation(tx: Db, input: NewAuthorisation): Promise<number | null> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      insert into authorisation (company_id, partner_id, card_id, request_id, asked, station, pump, goods_id, state, reason,
        max_centilitres, max_kopecks, held_kopecks, hold_until, asked_at, ended_at)
      values (${input.companyId}, ${input.partnerId}, ${input.cardId}, ${input.requestId}, ${input.asked}, ${input.station},
        ${input.pump}, ${input.goodsId}, ${input.state}, ${input.reason}, ${input.maxCentilitres}, ${input.maxKopecks},
        ${input.held}, ${input.holdUntil}, ${input.askedAt},
        ${input.state === 'approved' ? null : input.askedAt}::timestamptz)
      on conflict do nothing returning id`,
  );
  return row?.id ?? null;
}

/** Lists the fuel that a card's open authorisations may still become. */
export function listPendingFuel(tx: Db, cardId: number): Promise<PendingFuel[]> {
  return rows(
    tx,
    sql<PendingFuel>`
      select goods_id as "goodsId", max_centilitres as centilitres, max_kopecks as "sumKopecks" from authorisation
      where card_id = ${cardId} and state = 'approved'`,
  );
}

/** Lists the company's open authorisations whose time is over. Call it under the lock of the company's money. */
export function listOverdue(tx: Db, companyId: number, now: Date): Promise<Authorisation[]> {
  return rows(
    tx,
    sql<Authorisation>`
      select ${AUTHORISATION} from authorisation
      where company_id = ${companyId} and state = 'approved' and hold_until <= ${now} order by id`,
  );
}

/** Lists companies that have authorisations whose time is over. */
export async function listCompaniesWithOverdue(db: Db, now: Date, max: number): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ companyId: number }>`
      select company_id as "companyId" from authorisation where state = 'approved' and hold_until <= ${now}
      group by company_id order by min(hold_until) limit ${max}`,
  );
  return found.map(({ companyId }) => companyId);
}

/** Ends open authorisations without a sale. */
export async function endAuthorisations(
  tx: Db,
  { ids, state, now }: { ids: readonly number[]; state: 'released' | 'expired'; now: Date },
): Promise<void> {
  await sql`
    update authorisation set state = ${state}, ended_at = ${now}
    where id = any(${encodeBigints(ids)}::bigint[]) and state = 'approved'`.execute(tx);
}

export interface SoldAuthorisation {
  id: number;
  operationId: number;
  centilitres: number;
  sum: Kopecks;
}

/** Ends authorisations, open or not, by the sales that the books have under their ids. */
export async function settleAuthorisations(
  tx: Db,
  sold: readonly SoldAuthorisation[],
  now: Date,
): Promise<void> {
  await sql`
    update authorisation set state = 'settled', ended_at = coalesce(ended_at, ${now}), operation_id = sold.operation_id,
      settled_centilitres = sold.centilitres, settled_kopecks = sold.kopecks
    from unnest(
      ${encodeBigints(sold.map(({ id }) => id))}::bigint[], ${encodeBigints(sold.map(({ operationId }) => operationId))}::bigint[],
      ${encodeBigints(sold.map(({ centilitres }) => centilitres))}::bigint[], ${encodeBigints(sold.map(({ sum }) => sum))}::bigint[]
    ) as sold (id, operation_id, centilitres, kopecks)
    where authorisation.id = sold.id`.execute(tx);
}

/** The card that a network asks about, with all that decides besides its rules. */
export interface AskedCard {
  id: number;
  companyId: number;
  number: string;
  statusId: CardStatusId;
  goodsIds: number[];
  isBlockedCompany: boolean;
  /** Why the portal holds the card closed; null when it does not. */
  holdKind: HoldKind | null;
  balance: Kopecks;
}

/** Finds a card of a network by its number, with its money as it is now. */
export async function findAskedCard(
  tx: Db,
  { partnerId, number }: { partnerId: PartnerId; number: string },
): Promise<AskedCard | null> {
  const found = await firstRow(
    tx,
    sql<AskedCard>`
      select card.id, card.company_id as "companyId", card.card_number as number, card.status_id as "statusId",
        card.goods_ids as "goodsIds", company.blocked_at is not null as "isBlockedCompany",
        (select hold.kind from card_hold hold where hold.card_id = card.id and hold.ended_at is null
          order by hold.kind = 'rules', hold.id limit 1) as "holdKind",
        account.balance_kopecks as balance
      from card join company on company.id = card.company_id
      join ledger_account account on account.card_id = card.id
      where card.partner_id = ${partnerId} and card.card_number = ${number}`,
  );
  return found && { ...found, balance: kopecks(found.balance) };
}

/** Finds the company of what a network was shown; null for a card or a code that no one has. */
export async function findAskedCompany(
  db: Db,
  { partnerId, shown }: Pick<FuelQuestion, 'partnerId' | 'shown'>,
): Promise<number | null> {
  const found = await firstRow(
    db,
    'code' in shown
      ? sql<{ companyId: number }>`
          select company_id as "companyId" from pump_session where partner_id = ${partnerId} and code = ${shown.code}`
      : sql<{ companyId: number }>`
          select company_id as "companyId" from card
          where partner_id = ${partnerId} and card_number = ${shown.cardNumber}`,
  );
  return found?.companyId ?? null;
}

/** Returns the price of a litre at the company's newest purchase of these goods in a network; null when there is none. */
export async function findLastPrice(
  tx: Db,
  { companyId, cardId, goodsId }: { companyId: number; cardId: number; goodsId: number },
): Promise<number | null> {
  const row = await firstRow(
    tx,
    sql<{ price: number | null }>`
      select unit_price_kopecks as price from operation
      where company_id = ${companyId} and card_id = ${cardId} and goods_id = ${goodsId} and unit_price_kopecks > 0
      order by created_at desc limit 1`,
  );
  return row?.price ?? null;
}

/** Lists a page of a network's active cards of companies that owe nothing. */
export async function listStandInCards(
  db: Db,
  { partnerId, after, max }: { partnerId: PartnerId; after: string; max: number },
): Promise<string[]> {
  const found = await rows(
    db,
    sql<{ number: string }>`
      select card.card_number as number from card join company on company.id = card.company_id
      where card.partner_id = ${partnerId} and card.card_number > ${after} and card.status_id = ${CARD_STATUS.active}
        and company.blocked_at is null
        and not exists (select from card_hold hold where hold.card_id = card.id and hold.ended_at is null)
        and not exists (
          select from ledger_account owed where owed.company_id = card.company_id
            and owed.kind in ('debt', 'unallocated') and owed.balance_kopecks < 0)
      order by card.card_number limit ${max}`,
  );
  return found.map(({ number }) => number);
}
