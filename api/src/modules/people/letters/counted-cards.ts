const PLURAL = new Intl.PluralRules('ru');
const FORMS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'карта', few: 'карты' };

/** «1 карта», «3 карты», «10 карт» */
export function countedCards(count: number): string {
  return `${count}\u00a0${FORMS[PLURAL.select(count)] ?? 'карт'}`;
}
