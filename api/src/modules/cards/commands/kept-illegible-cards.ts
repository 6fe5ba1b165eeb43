import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { PartnerId } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';
import { tellIllegible, type TellIllegible } from '../../../gateways/fuel-network/tell-illegible.ts';
import type { Clock } from '../../../lib/clock.ts';

const TEXT_MAX_LENGTH = 4000;

/** Tells the log and keeps it for the staff's screen, shared by all processes; the reading itself goes on either way. */
export function keptIllegibleCards(
  db: Db,
  { partnerId, clock, log }: { partnerId: PartnerId; clock: Clock; log: Logger },
): TellIllegible {
  const logged = tellIllegible(log, partnerId);
  return async (records, of) => {
    await logged(records, of);
    await keepIllegibleCards(db, partnerId, { records, of, now: clock.now() }).catch((error: unknown) =>
      log.error({ err: error, partnerId }, 'illegible cards of a network were not kept'),
    );
  };
}

/** What stood in the list and reads well now is mended; what stands as it stood is left alone. */
async function keepIllegibleCards(
  db: Db,
  partnerId: PartnerId,
  told: { records: Parameters<TellIllegible>[0]; of: Parameters<TellIllegible>[1]; now: Date },
): Promise<void> {
  const { records, of, now } = told;
  const keys = records.map(({ key }) => key);
  await sql`
    update illegible_card set mended_at = ${now}
    where partner_id = ${partnerId} and list = ${of.list} and mended_at is null and key <> all(${keys}::text[])
      and (${of.covers === 'all'} or key = any(${of.covers === 'all' ? [] : of.covers}::text[]))`.execute(db);
  if (records.length === 0) return;
  await sql`
    insert into illegible_card as kept (partner_id, list, key, record, problem, seen_at)
    select distinct on (key) ${partnerId}::int, ${of.list}, key, record, problem, ${now}::timestamptz
    from unnest(${keys}::text[],
      ${records.map(({ text }) => text.slice(0, TEXT_MAX_LENGTH).toWellFormed().replaceAll('\0', ''))}::text[],
      ${records.map(({ problem }) => problem.toWellFormed().replaceAll('\0', ''))}::text[]) as said (key, record, problem)
    on conflict (partner_id, list, key) do update
      set record = excluded.record, problem = excluded.problem, seen_at = excluded.seen_at, mended_at = null
      where kept.mended_at is not null or kept.problem <> excluded.problem`.execute(db);
}
