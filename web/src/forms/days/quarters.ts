/** Returns the quarter of a day `YYYY-MM-DD`, as calls name it: `2026Q4`. */
export function getQuarter(day: string): string {
  return `${day.slice(0, 4)}Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
}

/** `2026Q4` → «4 квартал 2026». */
export function formatQuarter(quarter: string): string {
  return `${quarter.slice(5)}\u00a0квартал ${quarter.slice(0, 4)}`;
}
