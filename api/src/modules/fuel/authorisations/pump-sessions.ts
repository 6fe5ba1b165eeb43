import { sql } from 'kysely';
import type { PumpSessionState } from '#contract/fuel/pump-sessions.ts';
import type { PartnerId } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { encodeBigints } from '../../../db/parameter.ts';

/** A filling from the driver's side, from its code to its sale. */
export interface PumpSession {
  id: number;
  companyId: number;
  partnerId: PartnerId;
  cardId: number;
  cardNumber: string;
  /** The driver who has asked for it; null: the cabinet has. */
  driverId: number | null;
  how: 'code' | 'qr';
  state: PumpSessionState;
  reason: string | null;
  /** Null once it was used or its time is over. */
  code: string | null;
  station: string | null;
  goodsId: number | null;
  maxCentilitres: number;
  maxKopecks: Kopecks;
  filledCentilitres: number;
  tries: number;
  offeredAt: Date;
  expiresAt: Date;
  authorisedAt: Date | null;
  fuellingAt: Date | null;
  endedAt: Date | null;
}

const SESSION = sql`pump_session.id, pump_session.company_id as "companyId", pump_session.partner_id as "partnerId",
  pump_session.card_id as "cardId", (select card_number from card where card.id = pump_session.card_id) as "cardNumber",
  driver_id as "driverId", how, state, reason, code, station, goods_id as "goodsId", max_centilitres as "maxCentilitres", max_kopecks as "maxKopecks",
  filled_centilitres as "filledCentilitres", tries, offered_at as "offeredAt", expires_at as "expiresAt",
  authorised_at as "authorisedAt", fuelling_at as "fuellingAt", ended_at as "endedAt"`;

/** Holds while the driver who has the code is on its card; a code of the cabinet has no driver. */
const HAS_ITS_DRIVER = sql`(pump_session.driver_id is null or exists (
  select from card_driver on_card where on_card.company_id = pump_session.company_id
    and on_card.card_id = pump_session.card_id and on_card.driver_id = pump_session.driver_id))`;

/** Lists the company's sessions, newest first. */
export function listPumpSessions(
  db: Db,
  { companyId }: CompanyScope,
  filter: { cardId: number | null; state: PumpSessionState | null; max: number },
): Promise<PumpSession[]> {
  return rows(
    db,
    sql<PumpSession>`
      select ${SESSION} from pump_session
      where company_id = ${companyId} and (${filter.cardId}::bigint is null or card_id = ${filter.cardId})
        and (${filter.state}::text is null or state = ${filter.state})
      order by id desc limit ${filter.max}`,
  );
}

/** Finds a session of the company; null for another company's. */
export function findPumpSession(
  db: Db,
  { companyId }: CompanyScope,
  id: number,
): Promise<PumpSession | null> {
  return firstRow(
    db,
    sql<PumpSession>`select ${SESSION} from pump_session where company_id = ${companyId} and id = ${id}`,
  );
}

/** Finds the newest session of a card. */
export function findNewestSession(
  db: Db,
  { companyId }: CompanyScope,
  cardId: number,
): Promise<PumpSession | null> {
  return firstRow(
    db,
    sql<PumpSession>`
      select ${SESSION} from pump_session where company_id = ${companyId} and card_id = ${cardId}
      order by id desc limit 1`,
  );
}

/** Finds the session that offers this code in a network. */
export function findOfferedSession(
  tx: Db,
  { partnerId, code, now }: { partnerId: PartnerId; code: string; now: Date },
): Promise<PumpSession | null> {
  return firstRow(
    tx,
    sql<PumpSession>`
      select ${SESSION} from pump_session
      where partner_id = ${partnerId} and code = ${code} and state = 'offered' and expires_at > ${now}
        and ${HAS_ITS_DRIVER}`,
  );
}

/** Locks an offered session until the transaction ends. Returns null when it is not offered any more. */
export function lockOffer(
  tx: Db,
  { id, companyId, now }: { id: number; companyId: number; now: Date },
): Promise<PumpSession | null> {
  return firstRow(
    tx,
    sql<PumpSession>`
      select ${SESSION} from pump_session
      where company_id = ${companyId} and id = ${id} and state = 'offered' and expires_at > ${now}
      for no key update of pump_session`,
  );
}

export interface NewPumpSession extends Pick<
  PumpSession,
  | 'companyId'
  | 'partnerId'
  | 'cardId'
  | 'driverId'
  | 'how'
  | 'station'
  | 'goodsId'
  | 'maxCentilitres'
  | 'maxKopecks'
  | 'offeredAt'
  | 'expiresAt'
> {
  code: string;
  origin: 'cabinet' | 'driver' | 'sms';
  userId: number | null;
}

/** Returns its id; null where the code is another's now. The caller has locked the card's company. */
export async function insertPumpSession(tx: Db, input: NewPumpSession): Promise<number | null> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      insert into pump_session (company_id, partner_id, card_id, how, origin, user_id, driver_id, state, code, station, goods_id,
        max_centilitres, max_kopecks, offered_at, expires_at)
      values (${input.companyId}, ${input.partnerId}, ${input.cardId}, ${input.how}, ${input.origin}, ${input.userId},
        ${input.driverId}, 'offered', ${input.code}, ${input.station}, ${input.goodsId}, ${input.maxCentilitres},
        ${input.maxKopecks}, ${input.offeredAt}, ${input.expiresAt})
      on conflict do nothing returning id`,
  );
  return row?.id ?? null;
}

/** Takes the code away: it was used, and the network may sell. */
export async function authoriseSession(
  tx: Db,
  input: {
    id: number;
    companyId: number;
    authorisationId: number;
    maxCentilitres: number;
    maxKopecks: Kopecks;
    until: Date;
    now: Date;
  },
): Promise<void> {
  await sql`
    update pump_session set state = 'authorised', code = null, reason = null, authorisation_id = ${input.authorisationId},
      max_centilitres = ${input.maxCentilitres}, max_kopecks = ${input.maxKopecks}, expires_at = ${input.until},
      authorised_at = ${input.now}
    where company_id = ${input.companyId} and id = ${input.id}`.execute(tx);
}

/** Counts a try that was declined; the last one ends the session. */
export async function countTry(
  tx: Db,
  {
    id,
    companyId,
    reason,
    now,
    max,
  }: { id: number; companyId: number; reason: string; now: Date; max: number },
): Promise<void> {
  await sql`
    update pump_session set tries = tries + 1, reason = ${reason},
      state = case when tries + 1 >= ${max} then 'failed' else state end,
      code = case when tries + 1 >= ${max} then null else code end,
      ended_at = case when tries + 1 >= ${max} then ${now}::timestamptz end
    where company_id = ${companyId} and id = ${id}`.execute(tx);
}

/** Records how much has run so far, of an open authorisation. Returns whether there was one. */
export async function recordFilled(
  tx: Db,
  { authorisationId, centilitres, now }: { authorisationId: number; centilitres: number; now: Date },
): Promise<void> {
  await sql`
    update pump_session set state = 'fuelling', fuelling_at = coalesce(fuelling_at, ${now}),
      filled_centilitres = greatest(filled_centilitres, ${centilitres}::bigint)
    where authorisation_id = ${authorisationId} and ended_at is null`.execute(tx);
}

type SessionEnd = Extract<PumpSessionState, 'settled' | 'cancelled' | 'expired' | 'failed'>;

/** Ends the sessions of authorisations that have ended. A sale that comes late settles what had ended otherwise. */
export async function endSessions(
  tx: Db,
  ends: readonly { authorisationId: number; state: SessionEnd; centilitres: number }[],
  now: Date,
): Promise<void> {
  if (ends.length === 0) return;
  await sql`
    update pump_session set state = ended.state, ended_at = coalesce(ended_at, ${now}),
      filled_centilitres = greatest(filled_centilitres, ended.centilitres)
    from unnest(
      ${encodeBigints(ends.map(({ authorisationId }) => authorisationId))}::bigint[], ${ends.map(({ state }) => state)}::text[],
      ${encodeBigints(ends.map(({ centilitres }) => centilitres))}::bigint[]
    ) as ended (authorisation_id, state, centilitres)
    where pump_session.authorisation_id = ended.authorisation_id
      and (pump_session.ended_at is null or ended.state = 'settled')`.execute(tx);
}

/** Ends an offered session of the company. Returns false when it is not offered any more. */
export async function cancelOffer(
  tx: Db,
  { companyId }: CompanyScope,
  { id, now }: { id: number; now: Date },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update pump_session set state = 'cancelled', code = null, ended_at = ${now}
      where company_id = ${companyId} and id = ${id} and state = 'offered' returning id`,
  );
  return row !== null;
}

/** Ends the offers whose time is over or whose driver has left the card, of all companies or of one card. Returns how many. */
export async function expireOffers(tx: Db, now: Date, cardId: number | null = null): Promise<number> {
  const ended = await rows(
    tx,
    sql<{ id: number }>`
      update pump_session set state = case when expires_at <= ${now} then 'expired' else 'cancelled' end, code = null,
        ended_at = ${now}
      where state = 'offered' and (expires_at <= ${now} or not ${HAS_ITS_DRIVER})
        and (${cardId}::bigint is null or card_id = ${cardId})
      returning id`,
  );
  return ended.length;
}
