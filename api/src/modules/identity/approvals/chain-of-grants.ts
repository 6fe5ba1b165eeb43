import { sql } from 'kysely';
import { type StaffRole, isStaffAction, staffCan } from '#contract/staff-access.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import type { Approval } from './approvals.ts';

/** A role that one member gave to another; a removal is not a grant and breaks no chain. */
interface Grant {
  userId: number;
  givenBy: number;
  givenAt: Date;
}

/** Two phones of one thief are not two people: a new role counts as a second person only after this. */
const TRUSTED_AFTER_MS = 24 * 3_600_000;

/**
 * Returns true where one person may stand behind both members. That is so when grants of the last 24 hours lead from one
 * person to both, or when one of them is new and the other stands anywhere in the chain of grants that led to the role.
 */
function areInOneChain(grants: readonly Grant[], first: number, second: number, now: Date): boolean {
  const recent = grants.filter(({ givenAt }) => now.getTime() - givenAt.getTime() < TRUSTED_AFTER_MS);
  const firstMakers = findGrantors(recent, first);
  const secondMakers = findGrantors(recent, second);
  if ([...firstMakers].some((maker) => secondMakers.has(maker))) return true;
  const isNew = (member: number) => recent.some(({ userId }) => userId === member);
  return (
    (isNew(first) && findGrantors(grants, first).has(second)) ||
    (isNew(second) && findGrantors(grants, second).has(first))
  );
}

/** Returns the member and everyone whose grants led to the member's role, through any number of links. */
function findGrantors(grants: readonly Grant[], member: number): Set<number> {
  const makers = new Set([member]);
  // A set keeps its order while it grows, so the loop also visits what it adds.
  for (const maker of makers)
    for (const { userId, givenBy } of grants) if (userId === maker) makers.add(givenBy);
  return makers;
}

/** Returns every role that was ever given among the staff, with each person who gave it. */
function listGrants(db: Db): Promise<Grant[]> {
  return rows(
    db,
    sql<Grant>`
      select user_id as "userId", given_by as "givenBy", given_at as "givenAt" from staff_role_change where role is not null
      union all
      select user_id, confirmed_by, given_at from staff_role_change where role is not null and confirmed_by is not null`,
  );
}

/** Returns the user's current role among the staff, or null. */
export async function findStaffRole(db: Db, userId: number): Promise<StaffRole | null> {
  const row = await firstRow(
    db,
    sql<{ staff_role: StaffRole | null }>`select staff_role from app_user where id = ${userId}`,
  );
  return row?.staff_role ?? null;
}

const OWN_PROPOSAL = 'Своё предложение подтверждает другой сотрудник';
const ONE_CHAIN_REFUSAL =
  'Роль у вас или у автора предложения меньше суток, и получена она друг от друга или от одного человека: первые сутки предложение подтверждает другой сотрудник';

/** Why this member can't confirm it, in a sentence. Null means that he can. */
export async function findObstacle(
  db: Db,
  approval: Approval,
  args: { endpoint: AnyEndpoint | undefined; userId: number; role: StaffRole | null; now: Date },
): Promise<string | null> {
  const { endpoint, userId, role, now } = args;
  if (approval.proposedBy.id === userId) return OWN_PROPOSAL;
  const right = endpoint?.caller ?? 'public';
  if (!isStaffAction(right) || !staffCan(role, right)) return 'Это действие не входит в вашу роль';
  if (areInOneChain(await listGrants(db), approval.proposedBy.id, userId, now)) return ONE_CHAIN_REFUSAL;
  return null;
}
