import { sql } from 'kysely';
import type { KeyScope } from '#contract/companies/key-scopes.ts';
import type { KeyState } from '#contract/companies/keys.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import { isOwnedKey } from '../../../http/is-owned-key.ts';
import { moscowDay } from '../../../lib/money-format.ts';

/** A key of a company, with the fields for admins and for the programme's staff. */
export interface CompanyKey {
  id: number;
  title: string;
  mark: string;
  scopes: KeyScope[];
  addresses: string[];
  dailySum: Kopecks | null;
  movedToday: Kopecks;
  cards: { id: number; number: string }[] | null;
  madeAt: Date;
  madeBy: string;
  isOwned: boolean;
  expiresAt: Date | null;
  revokedAt: Date | null;
  revokeReason: string | null;
  usedAt: Date | null;
  usedIp: string | null;
  calls: number;
}

export function getKeyState({ revokedAt, expiresAt, isOwned }: CompanyKey, now: Date): KeyState {
  if (revokedAt) return 'revoked';
  if (expiresAt && expiresAt <= now) return 'expired';
  return isOwned ? 'active' : 'ownerless';
}

export interface NewKey {
  companyId: number;
  madeBy: number;
  title: string;
  hash: Buffer;
  mark: string;
  scopes: readonly KeyScope[];
  addresses: readonly string[];
  dailySum: Kopecks | null;
  cardIds: readonly number[] | null;
  madeAt: Date;
  expiresAt: Date | null;
}

export async function insertKey(tx: Db, made: NewKey): Promise<number> {
  const { id } = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into api_key (company_id, made_by, title, hash, mark, scopes, addresses, daily_sum, card_ids, made_at, expires_at)
      values (${made.companyId}, ${made.madeBy}, ${made.title}, ${made.hash}, ${made.mark}, ${made.scopes}::text[],
        ${made.addresses}::text[], ${made.dailySum}, ${made.cardIds}::bigint[], ${made.madeAt}, ${made.expiresAt})
      returning id`,
  );
  return id;
}

/** Counts the keys that are neither revoked nor over. */
export async function countOpenKeys(tx: Db, { companyId }: CompanyScope, now: Date): Promise<number> {
  const { count } = await getOnlyRow(
    tx,
    sql<{ count: number }>`
      select count(*) as count from api_key
      where company_id = ${companyId} and revoked_at is null and (expires_at is null or expires_at > ${now})`,
  );
  return count;
}

/** Counts how many of these cards are the company's. */
export async function countOwnCards(
  tx: Db,
  { companyId }: CompanyScope,
  ids: readonly number[],
): Promise<number> {
  const { count } = await getOnlyRow(
    tx,
    sql<{ count: number }>`
      select count(*) as count from card where company_id = ${companyId} and id = any(${ids}::bigint[])`,
  );
  return count;
}

/** A longer list is not read: a company has fifty in use at most. */
const MAX_LISTED = 300;
const DAYS_COUNTED = 30;

/** Lists the keys in use and then the others, the newest first. */
export function listKeys(db: Db, companyId: number, now: Date): Promise<CompanyKey[]> {
  const today = moscowDay(now);
  return rows(
    db,
    sql<CompanyKey>`
      select key.id, key.title, key.mark, key.scopes, key.addresses, key.daily_sum as "dailySum",
        coalesce(spent.moved, 0) as "movedToday", key.made_at as "madeAt", key.expires_at as "expiresAt",
        key.revoked_at as "revokedAt", key.revoke_reason as "revokeReason",
        concat_ws(' ', maker.firstname, maker.lastname) as "madeBy",
        ${isOwnedKey()} as "isOwned",
        used.last_at as "usedAt", used.last_ip as "usedIp", coalesce(used.calls, 0) as calls,
        case when key.card_ids is not null then coalesce((
          select json_agg(json_build_object('id', card.id, 'number', card.card_number) order by card.id)
          from card where card.company_id = key.company_id and card.id = any(key.card_ids)), '[]') end as cards
      from api_key key
      left join app_user maker on maker.id = key.made_by
      left join sandbox on sandbox.company_id = key.company_id
      left join api_key_spending spent on spent.company_id = key.company_id and spent.key_id = key.id and spent.day = ${today}::date
      left join lateral (
        select max(one.last_at) as last_at, (array_agg(one.last_ip order by one.day desc))[1] as last_ip,
          sum(one.calls) filter (where one.day > ${today}::date - ${DAYS_COUNTED}::int)::bigint as calls
        from api_key_use one where one.company_id = key.company_id and one.key_id = key.id
      ) used on true
      where key.company_id = ${companyId}
      order by key.revoked_at is not null, coalesce(key.expires_at <= ${now}, false), key.id desc limit ${MAX_LISTED}`,
  );
}

/** Revokes a key of the company that is not revoked yet; returns its title and mark, or null. */
export function closeKey(
  tx: Db,
  end: { id: number; companyId: number; by: number; reason: string | null; now: Date },
): Promise<{ title: string; mark: string } | null> {
  return firstRow(
    tx,
    sql<{ title: string; mark: string }>`
      update api_key set revoked_at = ${end.now}, revoked_by = ${end.by}, revoke_reason = ${end.reason}
      where id = ${end.id} and company_id = ${end.companyId} and revoked_at is null
      returning title, mark`,
  );
}

/** Data of the requesting key that a movement of money needs. */
export interface MovingKey {
  id: number;
  companyId: number;
  scopes: KeyScope[];
  revokedAt: Date | null;
  expiresAt: Date | null;
  isOwned: boolean;
  dailySum: Kopecks | null;
  /** Null allows any card of the company. */
  cardIds: number[] | null;
  /** Amounts moved, by Moscow day, today and later. */
  moved: Record<string, Kopecks>;
}

/** The keys that movements name, with what they have moved: read under the locks of their companies' money. */
export function findMovingKeys(
  tx: Db,
  args: readonly { companyId: number; keyId: number }[],
  now: Date,
): Promise<MovingKey[]> {
  return rows(
    tx,
    sql<MovingKey>`
      select key.id, key.company_id as "companyId", key.scopes, key.revoked_at as "revokedAt", key.expires_at as "expiresAt",
        ${isOwnedKey()} as "isOwned",
        key.daily_sum as "dailySum", key.card_ids as "cardIds",
        coalesce((select json_object_agg(spent.day, spent.moved) from api_key_spending spent
          where spent.key_id = key.id and spent.company_id = key.company_id and spent.day >= ${moscowDay(now)}::date),
          '{}') as moved
      from unnest(${args.map((item) => item.companyId)}::bigint[], ${args.map((item) => item.keyId)}::bigint[])
        as asked (company_id, key_id)
      join api_key key on key.id = asked.key_id and key.company_id = asked.company_id
      left join sandbox on sandbox.company_id = key.company_id`,
  );
}

/** Closes every key of a company, and returns how many were open. */
export async function revokeKeys(
  tx: Db,
  { companyId, by, now }: { companyId: number; by: number; now: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update api_key set revoked_at = ${now}, revoked_by = ${by}
    where company_id = ${companyId} and revoked_at is null`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
