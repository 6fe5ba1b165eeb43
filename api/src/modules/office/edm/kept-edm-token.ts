import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import type { TokenKeeper } from '../../../gateways/edm-operator/edm-operator.ts';
import type { Clock } from '../../../lib/clock.ts';
import { hashOf, openSealed, seal } from '../../../lib/secrets.ts';

/**
 * The operator's newest refresh token, encrypted with the client's secret: the database alone is not enough to use it. It
 * belongs to the configured token: once that is changed, the token stored for the old one is no longer read.
 */
export function keptEdmToken(
  db: Db,
  about: { configured: string; secret: string; clock: Clock },
): TokenKeeper {
  const configuredHash = hashOf(about.configured);
  return {
    async read() {
      const row = await firstRow(
        db,
        sql<{ sealed: Buffer }>`
          select sealed from edm_refresh_token where configured_hash = ${configuredHash}`,
      );
      return row && openSealed(row.sealed, about.secret);
    },
    async keep(refreshToken) {
      await sql`
        insert into edm_refresh_token (configured_hash, sealed, changed_at)
        values (${configuredHash}, ${seal(refreshToken, about.secret)}, ${about.clock.now()})
        on conflict (configured_hash) do update
          set sealed = excluded.sealed, changed_at = excluded.changed_at`.execute(db);
    },
  };
}
