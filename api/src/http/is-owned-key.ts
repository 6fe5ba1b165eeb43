import { sql } from 'kysely';

/**
 * SQL: whether the maker of a key (`key`) is an admin now of the company whose it is, a sandbox's key being its parent's
 * (`sandbox`, joined by the key's company). The one rule for who owns a key.
 */
export function isOwnedKey() {
  return sql`exists (select from membership where membership.user_id = key.made_by and membership.role = 'admin'
    and membership.company_id = coalesce(sandbox.parent_id, key.company_id) and membership.ended_at is null)`;
}
