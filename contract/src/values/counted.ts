const RULES = new Intl.PluralRules('ru');
const NUMBER = new Intl.NumberFormat('ru', { maximumFractionDigits: 2 });

/** The three Russian forms: for 1 (21, 101), for 2 to 4 (22), and for the rest: `['тендер', 'тендера', 'тендеров']`. */
export type PluralForms = readonly [one: string, few: string, many: string];

/** The form used after this number. A fraction takes the form of 2, as it is read aloud: 1,5 литра. */
export function plural(count: number, [one, few, many]: PluralForms): string {
  const rule = RULES.select(Math.abs(count));
  if (rule === 'one') return one;
  return rule === 'many' ? many : few;
}

/** `1 000 литров`, `1,5 литра`: a number with its noun, which no line break tears apart. */
export function counted(count: number, forms: PluralForms): string {
  return `${NUMBER.format(count)}\u00a0${plural(count, forms)}`;
}
