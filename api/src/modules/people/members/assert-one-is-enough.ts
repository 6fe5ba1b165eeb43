import type { StaffRole } from '#contract/staff-access.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, fieldRefusal } from '../../../errors.ts';
import { countOwners, type Standing } from './member-store.ts';

/** These roles move money or give roles: a thief with one session must not make an accomplice of them. */
const STRONG_ROLES: readonly (StaffRole | null)[] = ['owner', 'treasurer'];

/**
 * Returns true where a change of role needs two owners: a treasurer or an owner is made, or an owner loses the role. The
 * only owner makes the second one alone, as there is nobody to confirm it; the chain of grants keeps the two apart for a day.
 */
export async function needsTwoOwners(
  db: Db,
  { from, to }: { from: StaffRole | null; to: StaffRole | null },
): Promise<boolean> {
  if (from === to) return false;
  if (from === 'owner') return true;
  if (!STRONG_ROLES.includes(to)) return false;
  return to !== 'owner' || (await countOwners(db)) !== 1;
}

/** Checks again under the lock: two requests at once make one second owner, not two. */
export async function assertOneIsEnough(
  tx: Db,
  change: { from: StaffRole | null; to: StaffRole | null },
): Promise<void> {
  if (await needsTwoOwners(tx, change))
    throw conflict('Состав владельцев только что изменился: предложите это второму владельцу');
}

export function assertMayJoin({ isMember, isColleague }: Standing): void {
  if (isMember) throw fieldRefusal('phone', 'Этот человек уже сотрудник программы');
  if (isColleague)
    throw fieldRefusal('phone', 'Этот человек работает в компании-клиенте: укажите другой телефон');
}
