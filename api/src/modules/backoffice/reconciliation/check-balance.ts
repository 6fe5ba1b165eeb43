import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { readBooks, type Books } from '../books/read-books.ts';
import { withSnapshot } from './check-log.ts';

/** The trial balance as a report of the check states it, in kopecks. */
export interface BooksSummary {
  /** Moscow, `YYYY-MM-DD`. */
  day: string;
  received: Kopecks;
  /** Sum of all accounts of clients, less their debt for fuel. */
  clients: Kopecks;
  /** Owed to the networks. */
  networks: Kopecks;
  programme: Kopecks;
  unplaced: Kopecks;
  /** Closing balances that the bank has stated for all our accounts. Null where one has none. */
  bank: Kopecks | null;
  difference: Kopecks;
}

/** Clients' payments are not what became of them. */
export interface BooksFinding {
  kind: 'books-not-balanced';
  details: Record<string, unknown>;
}

/** Reads the trial balance of a day, and finds it wrong unless it balances to 0. */
export async function checkBalance(
  ctx: Context,
  day: string,
): Promise<{ books: BooksSummary; findings: BooksFinding[] }> {
  const read = await withSnapshot(ctx, (tx) => readBooks(ctx, tx, day));
  const books = summarize(read);
  if (books.difference === 0) return { books, findings: [] };
  const details = {
    day,
    receivedKopecks: books.received,
    clientsKopecks: books.clients,
    soldKopecks: addUp(read.networks.map(({ sold }) => sold)),
    programmeKopecks: books.programme,
    differenceKopecks: books.difference,
  };
  return { books, findings: [{ kind: 'books-not-balanced', details }] };
}

function summarize({ day, received, clients, networks, programme, unplaced, bank, difference }: Books) {
  const { debt, ...funds } = clients;
  const stated = bank.flatMap(({ byBank }) => byBank?.balance ?? []);
  return {
    day,
    received,
    clients: kopecks(addUp(Object.values(funds)) - debt),
    networks: addUp(networks.map(({ balance }) => balance)),
    programme: addUp(Object.values(programme)),
    unplaced,
    bank: stated.length === bank.length && bank.length > 0 ? addUp(stated) : null,
    difference,
  };
}

function addUp(sums: readonly Kopecks[]): Kopecks {
  return kopecks(sums.reduce((total, sum) => total + sum, 0));
}
