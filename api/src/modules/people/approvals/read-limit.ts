import type { Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { findLimit } from './approval-limit-store.ts';

/** Returns what one member of the staff may move alone in a day: as two people have set it, else as configured. */
export async function readLimit(ctx: Context, db: Db = ctx.db.system): Promise<Kopecks> {
  return (await findLimit(db)) ?? ctx.config.twoPeopleAbove;
}
