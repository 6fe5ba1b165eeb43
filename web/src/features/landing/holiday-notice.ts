import { moscowDay } from '../../lib/format.ts';

export type HolidayNotice = { title: string; text: string; from: string; to: string };

/**
 * Whether the operator's announcement is shown at this moment: while its dates hold, both ends included, Moscow days.
 * Spec section 2 leaves open what triggers it; dates in the operator's data do.
 */
export function isHolidayNoticeDue(notice: HolidayNotice | null, now: Date): notice is HolidayNotice {
  if (!notice) return false;
  const today = moscowDay(now);
  return notice.from <= today && today <= notice.to;
}
