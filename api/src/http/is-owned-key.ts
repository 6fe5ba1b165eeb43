import { sql } from 'kysely';

/**
 * SQL: whether who made a key (`maker`, of `key`) is an admin now of the company whose it is, a sandbox's key being its
 * parent's (`sandbox`, joined by the key's company). The one rule for who owns a key.
 */
export function isOwnedKey() {
  return sql`coalesce(maker.role = 'admin' and maker.company_id = coalesce(sandbox.parent_id, key.company_id), false)`;
}
