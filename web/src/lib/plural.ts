import { groupDigits, NO_BREAK_SPACE } from './format.ts';

/** The three Russian forms: for 1 (21, 101), for 2 to 4 (22), and for the rest: `['тендер', 'тендера', 'тендеров']`. */
export type PluralForms = readonly [one: string, few: string, many: string];

/** The form used after this number. A fraction takes the "few" form, as it is read aloud: 1,5 литра. */
export function plural(count: number, forms: PluralForms): string {
  const [one, few, many] = forms;
  const whole = Math.abs(count);
  if (!Number.isInteger(whole)) return few;
  const lastTwo = whole % 100;
  const last = whole % 10;
  if (lastTwo >= 11 && lastTwo <= 14) return many;
  if (last === 1) return one;
  return last >= 2 && last <= 4 ? few : many;
}

/** `12 карт`, with a no-break space between the number and its word. */
export function counted(count: number, forms: PluralForms): string {
  return `${groupDigits(String(count))}${NO_BREAK_SPACE}${plural(count, forms)}`;
}
