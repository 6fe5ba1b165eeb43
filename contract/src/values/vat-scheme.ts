/**
 * The operator's tax scheme: the general rate; УСН at 5 or 7 %; or no VAT at all, which documents show as «без НДС».
 */
export const VAT_SCHEMES = ['general', 'usn-5', 'usn-7', 'without'] as const;
export type VatScheme = (typeof VAT_SCHEMES)[number];

export const VAT_SCHEME_TITLE: Record<VatScheme, string> = {
  general: 'Общая ставка',
  'usn-5': 'УСН, НДС 5 %',
  'usn-7': 'УСН, НДС 7 %',
  without: 'Без НДС',
};
