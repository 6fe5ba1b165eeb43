import type { Context } from '../../../context.ts';
import { hexHashOf } from '../../../lib/secrets.ts';
import { firstTerms } from './first-terms.ts';
import { findCurrentTerms } from './find-current-terms.ts';
import { insertFirstTerms } from './terms-store.ts';

/** A programme that has no framework agreement yet begins with ours. */
export async function prepareTerms(ctx: Context): Promise<void> {
  if (await findCurrentTerms(ctx.db.system, ctx.clock.now())) return;
  const text = firstTerms(ctx.config.operator);
  await insertFirstTerms(ctx.db.system, { text, sha256: hexHashOf(text), now: ctx.clock.now() });
}
