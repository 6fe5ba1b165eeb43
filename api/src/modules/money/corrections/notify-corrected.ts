import { describeCorrection } from '#contract/money/balance-corrections.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../../db/database.ts';
import { notify } from '../../messaging/notices/notify.ts';
import { getCorrection, type NewCorrection } from './corrections.ts';

interface Booked {
  id: number;
  correction: NewCorrection;
  /** Unallocated funds after it. */
  balance: Kopecks;
  now: Date;
}

/** Notifies the client of a booked correction: why it was made, and the balance after it. */
export async function notifyCorrected(tx: Db, { id, correction, balance, now }: Booked): Promise<void> {
  const { companyId, kind, direction, sum, note, reversesId } = correction;
  const { documentTitle } = await getCorrection(tx, id);
  await notify(tx, {
    kind: 'balance-corrected',
    companyId,
    facts: {
      title: describeCorrection({ kind, isReversal: reversesId !== null, documentTitle, note }),
      // The titles of the other kinds have it.
      reason: kind === 'ukd' ? note : null,
      sumKopecks: sum,
      toClient: direction === 'to-client',
      balanceKopecks: balance,
    },
    about: `correction:${id}`,
    now,
  });
}
