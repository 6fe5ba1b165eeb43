import type { ListMatters, MatterWords, WordedMatter } from './matter-kind.ts';
import type { Matter } from './matter.ts';

/** Adds to each matter of a list what staff read of it. */
export function listInWords<One extends Matter>(
  list: ListMatters<One>,
  wordsOf: (one: One) => MatterWords,
): ListMatters<WordedMatter> {
  return async (db, askedBefore) => {
    const { newest, total } = await list(db, askedBefore);
    return { newest: newest.map((one) => ({ ...one, ...wordsOf(one) })), total };
  };
}
