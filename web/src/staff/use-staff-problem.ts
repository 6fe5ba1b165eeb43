import { staffCan, type StaffAction } from '#contract/staff-access.ts';
import { useSession } from '../server/session.ts';

/** Why this member of staff can't do something; null if he can. */
export function useStaffProblem(action: StaffAction): string | null {
  const role = useSession().profile?.staff_role;
  return staffCan(role, action) ? null : 'Это действие не входит в вашу роль';
}
