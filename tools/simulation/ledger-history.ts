import type { Transaction } from './history.ts';
import { Failure, type World } from './world.ts';

interface Entry {
  register: string;
  requestId: string;
  before: number;
  after: number;
}

export interface LedgerHistory {
  transactions: Transaction[];
  /** The balances that each register had, oldest first. */
  versions: Map<string, number[]>;
}

/** The last transfer of a company now: what is written later belongs to the history. */
export async function readMark({ outside }: World): Promise<string> {
  const { rows } = await outside.owner.query<{ id: string }>(
    'select coalesce(max(id), 0) as id from ledger_transfer',
  );
  return rows[0]?.id ?? '0';
}

/**
 * Reads from the ledger the reads and writes of the actions since the mark: each entry has the balance that its action
 * found and the one that it left. Entries are only added, in the order of their transfers, so each is a version.
 */
export async function readHistory(
  { outside }: World,
  companyId: number,
  mark: string,
): Promise<LedgerHistory> {
  const { rows } = await outside.owner.query<Entry>(
    `select account.kind || coalesce(':' || account.partner_id, '') || coalesce(':' || account.card_id, '') as register,
       transfer.request_id as "requestId", entry.balance_before_kopecks::bigint as before, entry.balance_after_kopecks::bigint as after
     from ledger_entry entry join ledger_transfer transfer on transfer.id = entry.transfer_id
     join ledger_account account on account.id = entry.account_id
     where entry.company_id = $1 and entry.transfer_id > $2 order by entry.transfer_id, entry.account_id`,
    [companyId, mark],
  );
  const versions = new Map<string, number[]>();
  const byRequest = new Map<string, Transaction>();
  for (const { register, requestId, before, after } of rows) {
    const name = getRequestName(requestId);
    const transaction = byRequest.get(name) ?? { name, reads: [], writes: [] };
    byRequest.set(name, transaction);
    const known = versions.get(register) ?? [Number(before)];
    versions.set(register, known);
    const read = known.lastIndexOf(Number(before));
    if (read < 0) throw new Failure(`${name} found ${before} on ${register}, which nobody left there`);
    transaction.reads.push({ register, version: read });
    transaction.writes.push({ register, version: known.length });
    known.push(Number(after));
  }
  return { transactions: [...byRequest.values()], versions };
}

/** The transfers of one action are written together. The two halves of a card's movement are two actions. */
function getRequestName(requestId: string): string {
  const parts = requestId.split(':');
  const length =
    parts[0] === 'distribution' ? 2 : parts[0] === 'operation' || parts[0] === 'sale' ? 3 : parts.length;
  return parts.slice(0, length).join(':');
}
