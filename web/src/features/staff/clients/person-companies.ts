import type { findPeople } from '#contract/companies/client-people.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { counted } from '#contract/values/counted.ts';

export type FoundPerson = EndpointData<typeof findPeople>[number];

/** Says for which companies a person acts: "ООО «Дальний рейс» и ещё 2 компании". */
export function formatPersonCompanies({ company, companies }: FoundPerson): string {
  if (company === null) return 'сейчас без компании';
  const others = companies - 1;
  return others > 0 ? `${company} и ещё ${counted(others, ['компания', 'компании', 'компаний'])}` : company;
}
