import type { Context } from '../../../context.ts';
import { alignCardHolds } from '../../cards/cards/cards.ts';
import { findCompanyBlock } from '../../companies/companies/company-block.ts';
import { lockMoney } from '../../money/ledger/lock-money.ts';

const COMPANY_UNBLOCKED = 'Компания разблокирована';

/**
 * Blocks the cards of a company that is blocked, or unblocks those that its block had blocked. What the company's state
 * is, is read again under its lock for each part: a block that was ended meanwhile is not carried on with. Repeats are
 * harmless.
 */
export async function alignCompanyCards(ctx: Context, companyId: number): Promise<void> {
  let more = true;
  while (more) {
    more = await ctx.db.inSystem(async (tx) => {
      await lockMoney(tx, [companyId], ctx.config.companyTimeoutMs);
      const block = await findCompanyBlock(tx, companyId);
      const decision = {
        reason: block?.reason ?? COMPANY_UNBLOCKED,
        byId: block?.byId ?? null,
        now: ctx.clock.now(),
      };
      return alignCardHolds(tx, { companyId, blocked: block !== null, word: decision });
    });
  }
}
