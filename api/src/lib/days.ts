const DAY_MS = 86_400_000;

/** Returns the day that is so many days later, or earlier; days are `YYYY-MM-DD`. */
export function addDays(day: string, count: number): string {
  return new Date(toTime(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the number of days from one day to another, below zero where the second is earlier. */
export function countDays(from: string, to: string): number {
  return Math.round((toTime(to) - toTime(from)) / DAY_MS);
}

/** Returns the moment at which a Moscow day begins. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00+03:00`);
}

export function getLaterDay(first: string, second: string): string {
  return first > second ? first : second;
}

export function getEarlierDay(first: string, second: string): string {
  return first < second ? first : second;
}

/** Returns the month after a month, both `YYYY-MM`. */
export function getNextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}

/** Returns the month before a month, both `YYYY-MM`. */
export function getPreviousMonth(month: string): string {
  return addDays(`${month}-01`, -1).slice(0, 7);
}

function toTime(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}
