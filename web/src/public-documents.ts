import { downloadLetter, downloadTerms, LETTER_YEARS } from '#contract/documents.ts';
import { downloadFuelContract } from '#contract/orders.ts';
import { downloadStationList } from '#contract/stations.ts';

/** Documents that anybody may read. */
export const PUBLIC_DOCUMENTS = [
  { title: 'Договор топливной программы', href: downloadFuelContract.path },
  { title: 'Рамочное соглашение', href: downloadTerms.path },
  { title: 'Список АЗС', href: downloadStationList.path },
] as const;

/** The documents of the landing page, which also lists the yearly letters (spec section 1). */
export const LANDING_DOCUMENTS = [
  ...PUBLIC_DOCUMENTS,
  ...LETTER_YEARS.map((year) => ({
    title: `Распределительное письмо ${year}`,
    href: downloadLetter.path.replace(':year', String(year)),
  })),
];
