import type { Kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../../db/database.ts';
import type { AccountPlace } from '../../money/ledger/account.ts';
import { openDisputeAccounts } from '../../money/ledger/new-accounts.ts';
import { postUnderLock } from '../../money/posting/post-under-lock.ts';

/** Money of one dispute that is on hold, or is to be. */
interface DisputedMoney {
  id: number;
  companyId: number;
  sum: Kopecks;
}

/** Accounts of a hold: what the operator has set aside, and what is on hold for the client. */
function toPlaces({ companyId }: DisputedMoney): Record<'reserve' | 'hold', AccountPlace> {
  return { reserve: { companyId, kind: 'dispute-reserve' }, hold: { companyId, kind: 'dispute-hold' } };
}

/** Puts the operator's money on hold for the client of a dispute. The caller has locked the company's money. */
export async function holdDisputedMoney(tx: Db, now: Date, held: DisputedMoney): Promise<void> {
  await openDisputeAccounts(tx, held.companyId);
  const { reserve, hold } = toPlaces(held);
  await move(tx, now, held, { kind: 'hold-disputed', name: 'hold', from: reserve, to: hold });
}

/** Gives back what is on hold for a dispute, the whole of it. The caller has locked the company's money. */
export async function freeDisputedMoney(tx: Db, now: Date, held: DisputedMoney): Promise<void> {
  const { reserve, hold } = toPlaces(held);
  await move(tx, now, held, { kind: 'release-disputed', name: 'release', from: hold, to: reserve });
}

async function move(
  tx: Db,
  now: Date,
  { id, sum }: DisputedMoney,
  movement: {
    kind: 'hold-disputed' | 'release-disputed';
    name: string;
    from: AccountPlace;
    to: AccountPlace;
  },
): Promise<void> {
  const { kind, name, from, to } = movement;
  const subject = { kind: 'dispute', id } as const;
  await postUnderLock(tx, now, {
    needs: { places: [from, to] },
    decide(books) {
      const posted = books.post([
        { requestId: `dispute:${id}:${name}`, kind, from, to, amount: sum, subject },
      ]);
      if (!posted.ok) throw new Error('money of a dispute can’t be moved');
    },
  });
}
