import { BankStatementTooLong } from './bank-api.ts';

/** A busy account has some thousands of movements a day. */
const MAX_MOVEMENTS = 20_000;
const MAX_PAGES = 400;
const MAX_READING_MS = 5 * 60_000;

export interface ReadingLimits {
  maxMovements?: number;
  maxPages?: number;
  maxMs?: number;
}

/**
 * Returns a counter of the pages of one day's statement. It throws BankStatementTooLong at the first page beyond the
 * limit, so a bank can't make the reading endless.
 */
export function limitReading({
  maxMovements = MAX_MOVEMENTS,
  maxPages = MAX_PAGES,
  maxMs = MAX_READING_MS,
}: ReadingLimits = {}): (movements: number) => void {
  // This is not the injected clock. It bounds how long the machine waits, whatever day a test has set.
  const end = performance.now() + maxMs;
  let pages = 0;
  let total = 0;
  return (movements) => {
    pages += 1;
    total += movements;
    if (pages > maxPages) throw new BankStatementTooLong(`the bank: more than ${maxPages} pages`);
    if (total > maxMovements) throw new BankStatementTooLong(`the bank: more than ${maxMovements} movements`);
    if (performance.now() > end) throw new BankStatementTooLong('the bank: a statement takes too long');
  };
}
