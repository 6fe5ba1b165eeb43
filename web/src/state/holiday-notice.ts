import { moscowDay } from '../lib/format.ts';

export type HolidayNotice = { title: string; text: string; from: string; to: string };

/** Key in the storage of the visit. It means that the notice has been shown. */
export const HOLIDAY_KEY = 'magistral.holiday-notice';

/**
 * Returns whether the operator's announcement is shown now: from its first to its last Moscow day, both included. Spec
 * section 2 does not define the trigger, so the dates in the operator's data do.
 */
export function isHolidayNoticeDue(notice: HolidayNotice | null, now: Date): notice is HolidayNotice {
  if (!notice) return false;
  const today = moscowDay(now);
  return notice.from <= today && today <= notice.to;
}
