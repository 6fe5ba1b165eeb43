/**
 * The calendar by which the product names days: Moscow's, whatever the machine's zone is. A test asks for a day once, at
 * its beginning, so that it may run over midnight.
 */
const MOSCOW = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Moscow' });
const DAY_MS = 86_400_000;

/** `YYYY-MM-DD`: today, or this many days ago. */
export function moscowDay(daysAgo = 0): string {
  return MOSCOW.format(new Date(Date.now() - daysAgo * DAY_MS));
}

/** `2026-09-15` → `15.09.2026`, as in Russian documents and bank statements. */
export function russianDay(day: string): string {
  return day.split('-').reverse().join('.');
}

/** The address of the last week's statement: that of this month, which the page opens with, is empty on its first day. */
export function statementOfWeek(): string {
  return `/cabinet/statement?from=${moscowDay(7)}&to=${moscowDay()}`;
}
