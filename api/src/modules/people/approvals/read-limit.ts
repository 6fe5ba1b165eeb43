import type { Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { findLimit } from './approval-limit-store.ts';

/** Credit above this needs two people: as two people have set it, else as configured. */
export async function readLimit(ctx: Context): Promise<Kopecks> {
  return (await findLimit(ctx.db.system)) ?? ctx.config.twoPeopleAbove;
}
