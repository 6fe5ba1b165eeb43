/**
 * Holidays on the same day each year (Labour Code, article 112). Days off that are moved by a yearly decree are not
 * known here.
 */
const HOLIDAYS = new Set(
  '01-01 01-02 01-03 01-04 01-05 01-06 01-07 01-08 02-23 03-08 05-01 05-09 06-12 11-04'.split(' '),
);

const DAY_MS = 86_400_000;

/** The day that is `count` working days after `dayIso` (`YYYY-MM-DD`), which itself is not counted. */
export function addWorkingDays(dayIso: string, count: number): string {
  let day = new Date(`${dayIso}T00:00:00Z`);
  for (let left = count; left > 0;) {
    day = new Date(day.getTime() + DAY_MS);
    if (isWorkingDay(day)) left -= 1;
  }
  return day.toISOString().slice(0, 10);
}

function isWorkingDay(day: Date): boolean {
  const weekday = day.getUTCDay();
  return weekday !== 0 && weekday !== 6 && !HOLIDAYS.has(day.toISOString().slice(5, 10));
}
