import { createHash } from 'node:crypto';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { CodeInput } from '../../messaging/sms-codes/check-code.ts';
import type { CardDirection } from './card-movement.ts';

/** One line of a movement with many cards. */
export interface MovementLine {
  cardId: number;
  sum: Kopecks;
}

export function sumLines(lines: readonly MovementLine[]): Kopecks {
  return kopecks(lines.reduce((total, line) => total + line.sum, 0));
}

/**
 * Names a list for its code: how many cards, and a digest of the direction, of every card and of its sum, in any order.
 * Another card or another kopeck makes another list.
 */
export function listSubject({ purpose }: CardDirection, lines: readonly MovementLine[]): string {
  const written = [...lines].sort((a, b) => a.cardId - b.cardId).map(({ cardId, sum }) => `${cardId}=${sum}`);
  const digest = createHash('sha256')
    .update([purpose, ...written].join('\n'))
    .digest('hex');
  return `${lines.length}:${digest}`;
}

/** The code that confirms this list and no other: one for any operation does not do. */
export function codeOfList(
  input: { userId: number; sms: string },
  lines: readonly MovementLine[],
  direction: CardDirection,
): CodeInput {
  return {
    userId: input.userId,
    code: input.sms,
    purpose: `${direction.purpose}s`,
    subjects: [listSubject(direction, lines)],
    sumKopecks: sumLines(lines),
    strict: true,
  };
}

/** Returns how many cards a list has, by its name. Null if the name is not that of a list. */
export function readListSubject(subject: string): number | null {
  const count = /^([1-9]\d{0,2}):[0-9a-f]{64}$/.exec(subject)?.[1];
  return count === undefined ? null : Number(count);
}
