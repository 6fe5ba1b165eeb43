declare const minted: unique symbol;

/**
 * The right to see one company's rows. Only a session mints it (http/session.ts), and every read of company data
 * demands it, so a forgotten check is a type error; row-level security holds the same wall a second time.
 */
export interface CompanyScope {
  readonly companyId: number;
  readonly [minted]: true;
}

/** To be called by the session hook and, for work that a company asked for earlier, by jobs. */
export function mintCompanyScope(companyId: number): CompanyScope {
  return { companyId } as CompanyScope;
}
