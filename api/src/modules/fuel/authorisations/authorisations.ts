import { sql } from 'kysely';
import type { AuthorisationState } from '#contract/fuel/authorisations.ts';
import type { PartnerId } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { hashAtPlace } from '../../../db/columns.ts';
import { encodeBigints, toParameter } from '../../../db/parameter.ts';
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

/** Names questions of any networks, as `named (network, named_id)`. */
function unnestNamed(named: readonly NamedRequest[]) {
  return sql`unnest(${named.map(({ partnerId }) => partnerId)}::int[], ${toParameter(named.map(({ requestId }) => requestId))}::text[])
    as named (network, named_id)`;
}

/** A network's question by its own id. */
export interface NamedRequest {
  partnerId: PartnerId;
  requestId: string;
}

/** Lists what networks were answered under their own ids. */
export function listAnswered(db: Db, named: readonly NamedRequest[]): Promise<Authorisation[]> {
  return rows(
    db,
    sql<Authorisation>`
      select ${AUTHORISATION} from ${unnestNamed(named)}
      join authorisation on authorisation.partner_id = named.network and authorisation.request_id = named.named_id`,
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

/** Returns the ids in the order given; null for a network's own id that it has used before. */
export async function insertAuthorisations(
  tx: Db,
  inputs: readonly NewAuthorisation[],
): Promise<(number | null)[]> {
  const list = <Value>(of: (input: NewAuthorisation) => Value) => toParameter(inputs.map(of));
  const found = await rows(
    tx,
    sql<{ id: number; partnerId: PartnerId; requestId: string }>`
      insert into authorisation (company_id, partner_id, card_id, request_id, asked, station, pump, goods_id, state, reason,
        max_centilitres, max_kopecks, held_kopecks, hold_until, asked_at, ended_at)
      select company_id, partner_id, card_id, request_id, ${hashAtPlace(inputs.map(({ asked }) => asked))}, station, pump,
        goods_id, state, reason, max_centilitres, max_kopecks, held_kopecks, hold_until, asked_at,
        case when state = 'approved' then null else asked_at end
      from unnest(
        ${encodeBigints(inputs.map((input) => input.companyId))}::bigint[], ${list((input) => input.partnerId)}::int[],
        ${encodeBigints(inputs.map((input) => input.cardId))}::bigint[], ${list((input) => input.requestId)}::text[],
        ${list((input) => input.station)}::text[], ${list((input) => input.pump)}::text[],
        ${list((input) => input.goodsId)}::int[], ${list((input) => input.state)}::text[],
        ${list((input) => input.reason)}::text[], ${encodeBigints(inputs.map((input) => input.maxCentilitres))}::bigint[],
        ${encodeBigints(inputs.map((input) => input.maxKopecks))}::bigint[],
        ${encodeBigints(inputs.map((input) => input.held))}::bigint[],
        ${list((input) => input.holdUntil)}::timestamptz[], ${list((input) => input.askedAt)}::timestamptz[]
      ) with ordinality as input (company_id, partner_id, card_id, request_id, station, pump, goods_id, state, reason,
        max_centilitres, max_kopecks, held_kopecks, hold_until, asked_at, place)
      on conflict do nothing returning id, partner_id as "partnerId", request_id as "requestId"`,
  );
  const ids = new Map(found.map((row) => [nameRequest(row), row.id]));
  return inputs.map((input) => ids.get(nameRequest(input)) ?? null);
}

/** Returns one text for a network and its own id. */
export function nameRequest({ partnerId, requestId }: NamedRequest): string {
  return `${partnerId}:${requestId}`;
}

/** Adds up by goods the fuel that a card's open authorisations may still become. */
export function listPendingFuel(tx: Db, cardId: number): Promise<PendingFuel[]> {
  return listPendingOfCards(tx, [cardId]);
}

/** Lists the same of many cards, each named with its fuel. */
export function listPendingOfCards(
  tx: Db,
  cardIds: readonly number[],
): Promise<(PendingFuel & { cardId: number })[]> {
  return rows(
    tx,
    sql<PendingFuel & { cardId: number }>`
      select card_id as "cardId", goods_id as "goodsId", count(*)::int as fillings,
        sum(max_centilitres)::bigint as centilitres, sum(max_kopecks)::bigint as "sumKopecks"
      from authorisation where card_id = any(${encodeBigints(cardIds)}::bigint[]) and state = 'approved'
      group by card_id, goods_id`,
  );
}

/** Lists the companies' open authorisations whose time is over. Call it under the lock of their money. */
export function listOverdue(tx: Db, companyIds: readonly number[], now: Date): Promise<Authorisation[]> {
  return rows(
    tx,
    sql<Authorisation>`
      select ${AUTHORISATION} from authorisation
      where state = 'approved' and hold_until <= ${now} and company_id = any(${encodeBigints(companyIds)}::bigint[])
      order by id`,
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
  // Found by their ids: as a parameter the state names no index of the open ones, which a plan for few of them would read.
  await sql`
    update authorisation set state = ${state}, ended_at = ${now}
    where id = any(${encodeBigints(ids)}::bigint[]) and state = ${'approved'}`.execute(tx);
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
