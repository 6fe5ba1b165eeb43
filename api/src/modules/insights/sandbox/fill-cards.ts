import type { Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { postUnderLock } from '../../money/posting/post-under-lock.ts';

/** Puts on new cards of a sandbox what their network has on them from the beginning. Its money is locked. */
export async function fillCards(
  tx: Db,
  { companyId }: CompanyScope,
  { cardIds, sum, now }: { cardIds: readonly number[]; sum: Kopecks; now: Date },
): Promise<void> {
  const bank = { companyId, kind: 'bank' } as const;
  const cards = cardIds.map((cardId) => ({ companyId, kind: 'card', cardId }) as const);
  await postUnderLock(tx, now, {
    needs: { places: [bank, ...cards] },
    decide(books) {
      const posting = books.post(
        cards.map((card) => ({
          requestId: `sandbox-card:${card.cardId}`,
          kind: 'invoice-paid',
          from: bank,
          to: card,
          amount: sum,
          subject: { kind: 'opening', id: card.cardId },
        })),
      );
      if (!posting.ok || posting.repeated) throw new Error('new cards of a sandbox were filled before');
    },
  });
}
