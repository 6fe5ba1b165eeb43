import type { ExceptionTurn } from '#contract/exception-duty.ts';
import type { Db } from '../../../db/database.ts';
import { ANSWERING, listAnswerers } from './answerer-store.ts';
import type { Duty } from './duty-store.ts';

/** Whose turn it is to answer, and who of them is told. */
export interface Turn {
  turn: ExceptionTurn;
  /** The one person whose turn it is; null: several. */
  ownerId: number | null;
  userIds: readonly number[];
}

/** The person on duty, or the next who may still answer; everybody who may where nobody is named. */
export async function firstTurn(tx: Db, companyId: number, duty: Duty | null): Promise<Turn> {
  if (duty && (await mayAnswer(tx, companyId, duty.first_id))) return turnOf('first', duty.first_id);
  if (duty) return nextTurn(tx, companyId, { turn: 'first', secondId: duty.second_id });
  return {
    turn: 'anybody',
    ownerId: null,
    userIds: await listAnswerers(tx, companyId, { roles: ANSWERING }),
  };
}

/** Who comes when a turn has passed: the second in line, if he may, else the admins. */
export async function nextTurn(
  tx: Db,
  companyId: number,
  { turn, secondId }: { turn: ExceptionTurn; secondId: number | null },
): Promise<Turn> {
  if (turn === 'first' && secondId !== null && (await mayAnswer(tx, companyId, secondId)))
    return turnOf('second', secondId);
  return { turn: 'admins', ownerId: null, userIds: await listAnswerers(tx, companyId, { roles: ['admin'] }) };
}

function turnOf(turn: ExceptionTurn, ownerId: number): Turn {
  return { turn, ownerId, userIds: [ownerId] };
}

async function mayAnswer(tx: Db, companyId: number, userId: number): Promise<boolean> {
  return (await listAnswerers(tx, companyId, { roles: ANSWERING, among: [userId] })).length > 0;
}
