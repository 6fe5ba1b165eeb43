import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

/**
 * On another server transactions are numbered anew, for instance after a restore from a dump: events from now on follow all
 * that were carried over. Runs at every start and changes nothing where the server is the same.
 */
export async function continueEvents(ctx: Context): Promise<void> {
  await ctx.db.inSystem((tx) =>
    sql`
      update event_generation set generation = generation + 1, server = here.system_identifier::text
      from pg_control_system() here where event_generation.server <> here.system_identifier::text`.execute(
      tx,
    ),
  );
}
