import { sql } from 'kysely';
import { kopecks, type Kopecks, toRubles } from '#contract/kopecks.ts';
import type { setApprovalLimit } from '#contract/identity/approvals.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import type { TwoPeopleRule } from './approvals.ts';
import type { Call } from '../../../http/call.ts';

/** Returns the limit, or null while it is as configured. */
async function findLimit(db: Db): Promise<Kopecks | null> {
  const row = await firstRow(
    db,
    sql<{ sum: number }>`select credit_above_kopecks as sum from approval_limit`,
  );
  return row && kopecks(row.sum);
}

async function upsertLimit(tx: Db, sum: Kopecks): Promise<void> {
  await sql`
    insert into approval_limit (credit_above_kopecks) values (${sum})
    on conflict (only_one) do update set credit_above_kopecks = excluded.credit_above_kopecks`.execute(tx);
}

/** Returns what one member of the staff may move alone in a day: as two people have set it, else as configured. */
export async function readLimit(ctx: Context, db: Db = ctx.db.system): Promise<Kopecks> {
  return (await findLimit(db)) ?? ctx.config.twoPeopleAbove;
}

/** The rule of two people is itself changed by two. */
export const proposeLimit: TwoPeopleRule = async (ctx, call) => {
  const { body } = call as unknown as Call<typeof setApprovalLimit>;
  return {
    title: 'Сколько сотрудник проводит один за день',
    about: {},
    details: [
      { title: 'Сейчас', value: formatRubles(await readLimit(ctx)) },
      { title: 'Станет', value: formatRubles(body.credit_above) },
    ],
  };
};

export async function setLimit(
  ctx: Context,
  args: { sum: Kopecks; userId: number; ip: string },
): Promise<void> {
  const before = await readLimit(ctx);
  await ctx.db.inSystem(async (tx) => {
    await upsertLimit(tx, args.sum);
    await recordEvent(tx, {
      at: ctx.clock.now(),
      what: 'approval-limit-changed',
      userId: args.userId,
      ip: args.ip,
      before: { credit_above: toRubles(before) },
      after: { credit_above: toRubles(args.sum) },
    });
  });
}
