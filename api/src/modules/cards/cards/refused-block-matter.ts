import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { listInWords } from '../commands/list-in-words.ts';
import type { Askable, MatterKind } from '../commands/matter-kind.ts';
import { blockHeldCard } from './block-held-card.ts';
import { listRefusedBlocks } from './list-refused-blocks.ts';

/** «Удержанные карты»: staff hold a card or its company, and the network has refused to block it. */
export const refusedBlockMatter = {
  list: listInWords(listRefusedBlocks, ({ reason }) => ({
    asked: 'Блокировка карты сотрудниками программы',
    details: [{ label: 'Почему', value: reason }],
    deeds: ['ask'],
  })),
  askAgain,
} satisfies MatterKind & Askable;

async function askAgain(ctx: Context, cardId: number): Promise<void> {
  const asked = await ctx.db.inSystem((tx) => blockHeldCard(tx, cardId, ctx.clock.now()));
  if (!asked) throw conflict('Карту уже блокируют, она заблокирована, или её больше не держат');
}
