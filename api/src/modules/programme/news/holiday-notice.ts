import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { noticeOfFile, type Operator } from '../../../operator.ts';
import { recordEvent } from '../../../audit/record-event.ts';

interface NoticeInput {
  title: string;
  text: string;
  /** Moscow days. Null means that it is not shown. */
  from: string | null;
  to: string | null;
}

/** Returns the notice that staff have saved last, or null if there is none. */
function findSavedNotice(db: Db): Promise<NoticeInput | null> {
  return firstRow(
    db,
    sql<NoticeInput>`
      select title, text, first_day::text as "from", last_day::text as "to" from holiday_notice`,
  );
}

async function putNotice(
  tx: Db,
  { title, text, from, to, userId, now }: NoticeInput & { userId: number; now: Date },
): Promise<void> {
  await sql`
    insert into holiday_notice (place, title, text, first_day, last_day, changed_by, changed_at)
    values (1, ${title}, ${text}, ${from}, ${to}, ${userId}, ${now})
    on conflict (place) do update set title = excluded.title, text = excluded.text, first_day = excluded.first_day,
      last_day = excluded.last_day, changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(
    tx,
  );
}

/**
 * Returns the announcement of the cabinet: the one saved by staff or, until there is one, the one in the operator's
 * file.
 */
export async function findHolidayNotice(ctx: Context): Promise<Operator['holidayNotice']> {
  const input = await findSavedNotice(ctx.db.system);
  if (!input) return noticeOfFile(ctx.config, moscowDay(ctx.clock.now()));
  const { title, text, from, to } = input;
  return from === null || to === null ? null : { title, text, from, to };
}

/** Writes the announcement of the cabinet; without days it is taken down. */
export async function saveHolidayNotice(
  ctx: Context,
  input: NoticeInput & { userId: number; ip: string },
): Promise<void> {
  const { userId, ip, ...notice } = input;
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const before = await findSavedNotice(tx);
    await putNotice(tx, { ...notice, userId, now });
    await recordEvent(tx, {
      at: now,
      what: 'holiday-notice-changed',
      userId,
      ip,
      ...(before && { before: { ...before } }),
      after: { ...notice },
    });
  });
}
