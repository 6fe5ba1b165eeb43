/** Returns SQL by which a transaction prevents all others from moving a company's money until it ends (`lockMoney`). */
export function holdMoney(companyId: number): string {
  return `select pg_advisory_xact_lock(hashtext('company-money'), ${companyId})`;
}
