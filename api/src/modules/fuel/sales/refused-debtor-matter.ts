import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { listInWords } from '../../cards/commands/list-in-words.ts';
import type { Askable, MatterKind } from '../../cards/commands/matter-kind.ts';
import { blockDebtorAgain } from './block-debtor-again.ts';
import { findRefusedDebtor } from './find-refused-debtor.ts';
import { listRefusedDebtors } from './list-refused-debtors.ts';

/** «Карты с долгом»: a card that owes for fuel, and whose block its network has refused. */
export const refusedDebtorMatter = {
  list: listInWords(listRefusedDebtors, () => ({ asked: 'Блокировка карты с долгом', deeds: ['ask'] })),
  askAgain,
} satisfies MatterKind & Askable;

async function askAgain(ctx: Context, cardId: number): Promise<void> {
  const asked = await ctx.db.inSystem((tx) =>
    blockDebtorAgain(tx, { cardId, clock: ctx.clock, find: () => findRefusedDebtor(tx, cardId) }),
  );
  if (!asked) throw conflict('Карту уже блокируют, она заблокирована, или долга больше нет');
}
