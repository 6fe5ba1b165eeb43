/**
 * Header by which a tab names the company for which its call acts, whichever one the session has entered. Without a role there
 * the call gets 409 with reason `company`.
 */
export const SHOWN_COMPANY_HEADER = 'x-company-id';

/** Returns the company that the headers of a request name, or null. */
export function parseNamedCompany(headers: Readonly<Record<string, unknown>>): number | null {
  const named = headers[SHOWN_COMPANY_HEADER];
  return typeof named === 'string' && /^[1-9]\d{0,14}$/.test(named) ? Number(named) : null;
}
