import { staffCan, type StaffAction } from '#contract/staff-access.ts';
import { useSession } from '../server/session.ts';

/** Returns whether the caller's role at the programme allows the action. The server decides again. */
export function useMay(action: StaffAction): boolean {
  return staffCan(useSession().profile?.staff_role, action);
}

export const NOT_IN_ROLE = 'Это действие не входит в вашу роль';
