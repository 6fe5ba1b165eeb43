import { LINK_COMPANY } from '#contract/companies/own-companies.ts';
import { paths } from '../../../paths.ts';

interface Address {
  pathname: string;
  search: string;
  hash: string;
}

/** Returns the company in which a link to the cabinet opens, or null for every other address. */
export function findLinkedCompany({ pathname, search }: Address): number | null {
  if (pathname !== paths.cabinet && !pathname.startsWith(`${paths.cabinet}/`)) return null;
  const linked = new URLSearchParams(search).get(LINK_COMPANY) ?? '';
  return /^[1-9]\d{0,14}$/.test(linked) ? Number(linked) : null;
}

/** Returns the address of the page once its company is entered. */
export function withoutLinkedCompany({ pathname, search, hash }: Address): string {
  const left = new URLSearchParams(search);
  left.delete(LINK_COMPANY);
  return `${pathname}${left.size > 0 ? `?${left.toString()}` : ''}${hash}`;
}
