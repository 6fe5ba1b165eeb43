/** The last day, `YYYY-MM-DD`, of a month, `YYYY-MM`, or of the month of a day. */
export function getLastDay(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
