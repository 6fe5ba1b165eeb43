import type { Db } from '../../../db/database.ts';
import { tellOf } from '../../people/notices/tell-of.ts';
import type { ExceptionRow } from './exception-store.ts';

/** Tells those whose turn it is to answer, each by name; of the same turn once, however often it is tried. */
export async function tellAsked(
  tx: Db,
  asked: { companyId: number; exception: ExceptionRow; turn: string; userIds: readonly number[]; now: Date },
): Promise<void> {
  const { companyId, exception: one, turn, userIds, now } = asked;
  const facts = {
    cardId: one.card_id,
    card: one.card_number.slice(-4),
    exceptionId: one.id,
    who: one.asked_by ?? 'Портал',
    reason: one.reason,
    asks: one.asks,
    late: one.escalated_at !== null,
  };
  await tellOf(
    tx,
    ...userIds.map((userId) => ({
      kind: 'exception-asked' as const,
      companyId,
      userId,
      facts,
      about: `exception:${one.id}:${turn}:${userId}`,
      now,
    })),
  );
}
