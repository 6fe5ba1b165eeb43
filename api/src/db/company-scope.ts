declare const minted: unique symbol;

/**
 * The right to see one company's rows. Only a session or a key creates it (http/session.ts, http/find-key.ts) and every
 * read of company data requires it, so a forgotten check is a type error. Row-level security is the second layer of
 * isolation.
 */
export interface CompanyScope {
  readonly companyId: number;
  readonly [minted]: true;
}

/** Returns the ids of companies for a query of several. Its caller has a scope of each. */
export function listIds(scopes: readonly CompanyScope[]): number[] {
  return scopes.map(({ companyId }) => companyId);
}

/** Called by the session hook, and by jobs that do what a company asked for earlier. */
export function mintCompanyScope(companyId: number): CompanyScope {
  return { companyId } as CompanyScope;
}
