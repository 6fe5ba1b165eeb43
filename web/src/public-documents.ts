import { downloadPersonalDataPolicy } from '#contract/identity/consents.ts';
import { downloadLetter, LETTER_YEARS } from '#contract/papers/documents.ts';
import { downloadTerms, downloadTermsOfUse } from '#contract/companies/terms.ts';
import { downloadFuelContract } from '#contract/orders/orders.ts';
import { downloadStationList } from '#contract/programme/stations.ts';
import { paths } from './paths.ts';

/** Documents that any visitor may read. */
export const PUBLIC_DOCUMENTS = [
  { title: 'Договор топливной программы', href: downloadFuelContract.path },
  { title: 'Рамочное соглашение', href: downloadTerms.path },
  { title: 'Условия использования', href: downloadTermsOfUse.path },
  { title: 'Персональные данные', href: downloadPersonalDataPolicy.path },
  { title: 'Список АЗС', href: downloadStationList.path },
  { title: 'Разработчикам', href: paths.developers },
] as const;

/** The yearly distribution letters, which only the landing page lists (spec section 1). */
export const LETTERS = LETTER_YEARS.map((year) => ({
  title: `Распределительное письмо ${year}`,
  href: downloadLetter.path.replace(':year', String(year)),
}));

/** `ООО «Магистраль», ИНН 7712345671`; empty until the operator is known. */
export function legalLine({ name, inn }: { name: string; inn: string }): string {
  return [name, inn && `ИНН\u00a0${inn}`].filter(Boolean).join(', ');
}

/** Contacts, requisites and documents of the operator, at the head and foot of every page (spec section 1). */
export function listContacts<Operator extends { legalName: string; inn: string }>(operator: Operator) {
  const legal = legalLine({ name: operator.legalName, inn: operator.inn });
  return { ...operator, documents: PUBLIC_DOCUMENTS, legal };
}
