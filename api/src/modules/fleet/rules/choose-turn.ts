import type { ExceptionTurn } from '#contract/exception-duty.ts';
import type { Db } from '../../../db/database.ts';
import { ANSWERING, listAnswerers } from './answerer-store.ts';

/** Whose turn it is to answer, and who of them is told. */
export interface Turn {
  turn: ExceptionTurn;
  /** The one person whose turn it is; null: several. */
  ownerId: number | null;
  userIds: readonly number[];
}

interface Named {
  /** Whose turn has passed; null: nobody's yet. */
  after: ExceptionTurn | null;
  /** Null: nobody is named. */
  firstId: number | null;
  secondId: number | null;
}

/**
 * The person on duty, then the second in line, then the admins; whoever may not answer any more is passed over. Where nobody
 * is named everybody who may answer is first.
 */
export async function chooseTurn(
  tx: Db,
  companyId: number,
  { after, firstId, secondId }: Named,
): Promise<Turn> {
  const persons = [
    { turn: 'first' as const, id: after === null ? firstId : null },
    { turn: 'second' as const, id: after === null || after === 'first' ? secondId : null },
  ];
  for (const { turn, id } of persons) {
    if (id === null) continue;
    const userIds = await listAnswerers(tx, companyId, { roles: ANSWERING, among: [id] });
    if (userIds.length > 0) return { turn, ownerId: id, userIds };
  }
  if (after === null && firstId === null)
    return {
      turn: 'anybody',
      ownerId: null,
      userIds: await listAnswerers(tx, companyId, { roles: ANSWERING }),
    };
  return { turn: 'admins', ownerId: null, userIds: await listAnswerers(tx, companyId, { roles: ['admin'] }) };
}
