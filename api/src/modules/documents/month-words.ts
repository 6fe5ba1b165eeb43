const MONTH = new Intl.DateTimeFormat('ru-RU', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** `2026-08` → «август 2026 г.» */
export function monthWords(month: string): string {
  return MONTH.format(new Date(`${month}-01`)).replaceAll(' ', '\u00a0');
}
