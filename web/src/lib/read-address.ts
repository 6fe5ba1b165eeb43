/** Form of a valid id, used while the ids of a field are loading. */
export const ANY_ID = /^[1-9]\d{0,14}$/;

/** Returns a value of the address that a field offers, or that has the right form, otherwise ''. */
export function offeredValue(text: string | null, offered: readonly string[] | RegExp): string {
  if (text === null) return '';
  const isOffered = offered instanceof RegExp ? offered.test(text) : offered.includes(text);
  return isOffered ? text : '';
}

/** A page of the address; the first one for anything that is no page. */
export function parsePage(text: string | null): number {
  return text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 1;
}

/** A day of the calendar that a period's field accepts. Any other one is not asked for. */
export function parseDay(text: string | null): string | undefined {
  if (!text || !/^[2-9]\d{3}-\d{2}-\d{2}$/.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isFinite(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}

/** The address with these values; what is empty is taken off, and everything else stays: the view of a table, a tab. */
export function withValues(
  address: URLSearchParams,
  values: Readonly<Record<string, string | number | null | undefined>>,
): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null || value === '') next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}
