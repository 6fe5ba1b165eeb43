const RULES = new Intl.PluralRules('ru');

/** `12 карт`, with a no-break space: the number with the form for 1 (21), for 2 to 4 (22) or for the rest. */
export function counted(count: number, [one, few, many]: readonly [string, string, string]): string {
  const rule = RULES.select(count);
  return `${count}\u00a0${rule === 'one' ? one : rule === 'few' ? few : many}`;
}
