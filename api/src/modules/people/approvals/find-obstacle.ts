import type { AnyEndpoint } from '#contract/endpoint.ts';
import { isStaffAction, staffCan, type StaffRole } from '#contract/staff-access.ts';
import type { Db } from '../../../db/database.ts';
import type { Approval } from './approval.ts';
import { isOneChain } from './chain-of-grants.ts';
import { listGrants } from './grant-store.ts';

const OWN_PROPOSAL = 'Своё предложение подтверждает другой сотрудник';
const ONE_CHAIN =
  'Роль вам или тому, кто это предложил, выдана меньше суток назад по одной цепочке: первые сутки такое подтверждает кто-то другой';

/** Why this member can't confirm it, in a sentence; null: he can. */
export async function findObstacle(
  db: Db,
  approval: Approval,
  asked: { endpoint: AnyEndpoint | undefined; userId: number; role: StaffRole | null; now: Date },
): Promise<string | null> {
  const { endpoint, userId, role, now } = asked;
  if (approval.proposedBy.id === userId) return OWN_PROPOSAL;
  const right = endpoint?.caller ?? 'public';
  if (!isStaffAction(right) || !staffCan(role, right)) return 'Это действие не входит в вашу роль';
  if (isOneChain(await listGrants(db), approval.proposedBy.id, userId, now)) return ONE_CHAIN;
  return null;
}
