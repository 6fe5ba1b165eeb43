import { staffCan, type StaffAction } from '#contract/staff-access.ts';
import { useSession } from '../server/session.ts';
import { NOT_IN_ROLE } from './use-may.ts';

/** Why this member of staff can't do something; null if he can. */
export function useStaffProblem(action: StaffAction): string | null {
  const role = useSession().profile?.staff_role;
  return staffCan(role, action) ? null : NOT_IN_ROLE;
}
