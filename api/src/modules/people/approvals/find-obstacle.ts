import type { AnyEndpoint } from '#contract/endpoint.ts';
import { isStaffAction, staffCan, type StaffRole } from '#contract/staff-access.ts';
import type { Db } from '../../../db/database.ts';
import type { Approval } from './approval.ts';
import { findLastGift } from './role-gift-store.ts';

/** Whoever was given his role by the proposer is a second person only after this: two phones of one thief are one person. */
const TRUSTED_AFTER_MS = 24 * 3_600_000;

const OWN_PROPOSAL = 'Своё предложение подтверждает другой сотрудник';

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
  const gift = await findLastGift(db, userId);
  const isNew = gift && now.getTime() - gift.givenAt.getTime() < TRUSTED_AFTER_MS;
  if (isNew && gift.givenBy === approval.proposedBy.id)
    return 'Роль вам дал тот, кто это предложил: первые сутки его предложения подтверждает кто-то другой';
  return null;
}
