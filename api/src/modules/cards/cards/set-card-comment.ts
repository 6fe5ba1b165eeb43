import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { updateComment } from './locked-card-store.ts';
import { assertNotInMaintenance } from './policy.ts';
import { readCard } from './read-card.ts';

/** Writes the company's own words on a card (spec section 1); an empty text takes them off. */
export async function setCardComment(
  ctx: Context,
  args: { scope: CompanyScope; cardId: number; comment: string },
): Promise<void> {
  const card = await readCard(ctx, args.scope, args.cardId);
  await assertNotInMaintenance(ctx, card.partnerId);
  await ctx.db.inCompany(args.scope, (tx) => {
    recordChange(tx, { before: { comment: card.comment }, after: { comment: args.comment } });
    return updateComment(tx, args.scope, args);
  });
}
