import type { SettleableKind } from '#contract/unsettled.ts';
import type { Context } from '../../../context.ts';
import { settleChoice } from '../../cards/cards/settle-choice.ts';
import { settleBlock } from '../../fuel/settlement/settle-block.ts';
import type { StaffWord } from '../../networks/commands/staff-word.ts';
import { refuseItem } from '../../orders/orders/refuse-item.ts';

/** Applies a person's decision to whichever of the three kinds it is about. */
export function settleChange(
  ctx: Context,
  about: { kind: SettleableKind; id: number },
  word: StaffWord,
): Promise<void> {
  return SETTLE[about.kind](ctx, about.id, word);
}

const SETTLE: Record<SettleableKind, (ctx: Context, id: number, word: StaffWord) => Promise<void>> = {
  block: settleBlock,
  choice: settleChoice,
  order: refuseItem,
};
