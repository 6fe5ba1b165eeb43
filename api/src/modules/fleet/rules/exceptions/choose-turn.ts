import type { ExceptionTurn } from '#contract/fleet/exception-duty.ts';
import type { Db } from '../../../../db/database.ts';
import { ANSWERING_ROLES, listAnswerers } from './answerer-store.ts';

/** The turn to answer, and the users to notify. */
export interface Turn {
  turn: ExceptionTurn;
  /** The one person whose turn it is. Null means several. */
  ownerId: number | null;
  userIds: readonly number[];
}

interface TurnNames {
  /** The turn that has passed, or null before the first. */
  after: ExceptionTurn | null;
  /** Null when no user is named. */
  firstId: number | null;
  secondId: number | null;
}

/**
 * Chooses the person on duty, then the second in line, then the admins. Skips users who may not answer any more. When
 * no user is named, all who may answer are first.
 */
export async function chooseTurn(
  tx: Db,
  companyId: number,
  { after, firstId, secondId }: TurnNames,
): Promise<Turn> {
  const persons = [
    { turn: 'first' as const, id: after === null ? firstId : null },
    { turn: 'second' as const, id: after === null || after === 'first' ? secondId : null },
  ];
  for (const { turn, id } of persons) {
    if (id === null) continue;
    const userIds = await listAnswerers(tx, companyId, { roles: ANSWERING_ROLES, among: [id] });
    if (userIds.length > 0) return { turn, ownerId: id, userIds };
  }
  if (after === null && firstId === null)
    return {
      turn: 'anybody',
      ownerId: null,
      userIds: await listAnswerers(tx, companyId, { roles: ANSWERING_ROLES }),
    };
  return { turn: 'admins', ownerId: null, userIds: await listAnswerers(tx, companyId, { roles: ['admin'] }) };
}
