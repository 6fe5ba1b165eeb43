/** Figures that the operator promises on the landing page, as its configuration file has them. */
export interface LandingFigures {
  /** The benefit beside the promise: «до 2,50 ₽» and «скидка с каждого литра дизеля». */
  benefit?: { figure: string; text: string } | undefined;
  litreDiscountRubles?: number | undefined;
}

/** The same figures for the page. It does not show what is null. */
export interface LandingOffer {
  benefit: { figure: string; text: string } | null;
  litreDiscountKopecks: number | null;
}

export function toLandingOffer({ benefit, litreDiscountRubles }: LandingFigures = {}): LandingOffer {
  return {
    benefit: benefit ?? null,
    litreDiscountKopecks: litreDiscountRubles === undefined ? null : Math.round(litreDiscountRubles * 100),
  };
}

/** Litres of the example that the page shows until a visitor enters their own: three trucks of a long haul. */
export const EXAMPLE_LITRES = 10_000;

/** Litres above this number are read as this number: the largest fleets burn less. */
export const MAX_LITRES_A_MONTH = 10_000_000;

/** Describes the saving of a carrier: litres of a month times the discount on a litre. */
export function describeSaving(
  litres: number,
  litreDiscountKopecks: number,
): { formula: string; month: string; year: string } {
  const month = litres * litreDiscountKopecks;
  return {
    formula: `${WHOLE.format(litres)}\u00a0л × ${formatSum(litreDiscountKopecks)}`,
    month: `${formatSum(month)} в\u00a0месяц`,
    year: `${formatSum(month * 12)} в\u00a0год`,
  };
}

const WHOLE = new Intl.NumberFormat('ru', { maximumFractionDigits: 0 });
const WITH_KOPECKS = new Intl.NumberFormat('ru', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `25 000 ₽` or `2,50 ₽`: a visitor needs no empty kopecks. */
export function formatSum(kopecks: number): string {
  return `${(kopecks % 100 === 0 ? WHOLE : WITH_KOPECKS).format(kopecks / 100)}\u00a0₽`;
}
