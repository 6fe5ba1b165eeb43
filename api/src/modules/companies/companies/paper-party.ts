import type { PaperParty } from '../../../lib/paper-blocks.ts';
import type { CompanyRecord } from './company.ts';

/** A company as papers name it; parts of the address that the register lacks are left out. */
export function paperParty({
  title,
  inn,
  kpp,
  ogrn,
  address,
}: Pick<CompanyRecord, 'title' | 'inn' | 'kpp' | 'ogrn' | 'address'>): PaperParty {
  const { city, street, house } = address;
  const parts = [city && `г. ${city}`, street, house && `д. ${house}`].filter(Boolean);
  return { name: title, inn, kpp, ogrn, address: parts.join(', ') || null };
}
