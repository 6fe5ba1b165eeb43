import type { z } from 'zod';
import type { unclearMovement } from '#contract/corrections.ts';
import { OPERATION_TYPE } from '#contract/ids.ts';
import { toRubles } from '#contract/kopecks.ts';
import type { UnclearMovement } from '../../cards/commands/unclear-movement.ts';

export function presentUnclearMovement(item: UnclearMovement): z.input<typeof unclearMovement> {
  return {
    id: item.id,
    to_card: item.typeId === OPERATION_TYPE.topUp,
    sum: toRubles(item.sum),
    created_at: item.createdAt.toISOString(),
    company: item.company,
    card: { id: item.card.id, card_number: item.card.number },
    partner: item.partner,
    attempts: item.attempts,
    last_word: item.lastWord && { said: item.lastWord.said, heard_at: item.lastWord.heardAt.toISOString() },
  };
}
