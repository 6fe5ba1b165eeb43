import type { z } from 'zod';
import type { unclearMovement } from '#contract/corrections.ts';
import { OPERATION_TYPE } from '#contract/ids.ts';
import { toRubles } from '#contract/kopecks.ts';
import type { UnclearMovement } from '../../cards/commands/unclear-movement.ts';

export function presentUnclearMovement(one: UnclearMovement): z.input<typeof unclearMovement> {
  return {
    id: one.id,
    to_card: one.typeId === OPERATION_TYPE.topUp,
    sum: toRubles(one.sum),
    created_at: one.createdAt.toISOString(),
    company: one.company,
    card: { id: one.card.id, card_number: one.card.number },
    partner: one.partner,
    attempts: one.attempts,
    last_word: one.lastWord && { said: one.lastWord.said, heard_at: one.lastWord.heardAt.toISOString() },
  };
}
