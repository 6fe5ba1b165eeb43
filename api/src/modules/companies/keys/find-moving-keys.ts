import { sql } from 'kysely';
import type { KeyScope } from '#contract/key-scopes.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import { rows, type Db } from '../../../db/database.ts';
import { isOwnedKey } from '../../../http/is-owned-key.ts';
import { moscowDay } from '../../../lib/money-format.ts';

/** What a movement of money needs to know of the key that asks for it. */
export interface MovingKey {
  id: number;
  companyId: number;
  scopes: KeyScope[];
  revokedAt: Date | null;
  expiresAt: Date | null;
  isOwned: boolean;
  dailySum: Kopecks | null;
  /** Null: any card of the company. */
  cardIds: number[] | null;
  /** What it has moved, by Moscow day, today and later. */
  moved: Record<string, Kopecks>;
}

/** The keys that movements name, with what they have moved: read under the locks of their companies' money. */
export function findMovingKeys(
  tx: Db,
  asked: readonly { companyId: number; keyId: number }[],
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
      from unnest(${asked.map((one) => one.companyId)}::bigint[], ${asked.map((one) => one.keyId)}::bigint[])
        as asked (company_id, key_id)
      join api_key key on key.id = asked.key_id and key.company_id = asked.company_id
      left join sandbox on sandbox.company_id = key.company_id
      left join app_user maker on maker.id = key.made_by`,
  );
}
