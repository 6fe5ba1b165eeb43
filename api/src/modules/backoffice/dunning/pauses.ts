import { sql } from 'kysely';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { conflict, fieldRefusal, notFound } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { lockClient } from '../../money/transfers/client-accounts.ts';

/** No step is done for the client up to and including the day `until`. */
export interface DunningPause {
  until: string;
  reason: string;
  by: string;
  at: Date;
}

const MAX_PAUSE_DAYS = 366;

interface PauseInput {
  companyId: number;
  reason: string;
  staffId: number;
  ip: string;
}

/** Returns the pause of a client that stands today, or null. */
export function findPause(db: Db, companyId: number, today: string): Promise<DunningPause | null> {
  return firstRow(
    db,
    sql<DunningPause>`
      select pause.until, pause.reason, pause.started_at as at,
        coalesce(nullif(trim(concat_ws(' ', person.lastname, person.firstname)), ''), 'Сотрудник № ' || person.id) as by
      from dunning_pause pause join app_user person on person.id = pause.started_by
      where pause.company_id = ${companyId} and pause.ended_at is null and pause.until >= ${today}::date`,
  );
}

export async function listPausedClients(db: Db, today: string): Promise<Set<number>> {
  const found = await rows(
    db,
    sql<{ company_id: number }>`
      select company_id from dunning_pause where ended_at is null and until >= ${today}::date`,
  );
  return new Set(found.map((row) => row.company_id));
}

/** Pauses the collection of a client's debt; a pause that stands already gets the new day. 404 no client. */
export async function pauseDunning(ctx: Context, input: PauseInput & { until: string }): Promise<void> {
  const { companyId, until, reason, staffId, ip } = input;
  const now = ctx.clock.now();
  if (until < moscowDay(now)) throw fieldRefusal('last_day', 'Этот день уже прошёл');
  if (until > moscowDay(now, MAX_PAUSE_DAYS)) throw fieldRefusal('last_day', 'Пауза длится не больше года');
  await ctx.db.inSystem(async (tx) => {
    if (!(await lockClient(tx, companyId))) throw notFound('Клиент не найден');
    await endPause(tx, companyId, { staffId, now });
    await sql`
      insert into dunning_pause (company_id, until, reason, started_at, started_by)
      values (${companyId}, ${until}::date, ${reason}, ${now}, ${staffId})`.execute(tx);
    const details = { lastDay: until, reason };
    await recordEvent(tx, { at: now, what: 'dunning-paused', userId: staffId, companyId, ip, details });
  });
}

/** Ends a pause before its day. 409 where there is none. */
export async function resumeDunning(ctx: Context, input: PauseInput): Promise<void> {
  const { companyId, reason, staffId, ip } = input;
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    if (!(await lockClient(tx, companyId))) throw notFound('Клиент не найден');
    if (!(await findPause(tx, companyId, moscowDay(now)))) throw conflict('Взыскание не приостановлено');
    await endPause(tx, companyId, { staffId, now });
    const details = { reason };
    await recordEvent(tx, { at: now, what: 'dunning-resumed', userId: staffId, companyId, ip, details });
  });
}

async function endPause(
  tx: Db,
  companyId: number,
  { staffId, now }: { staffId: number; now: Date },
): Promise<void> {
  await sql`
    update dunning_pause set ended_at = ${now}, ended_by = ${staffId}
    where company_id = ${companyId} and ended_at is null`.execute(tx);
}
