import { KINDS_BELOW_LIMIT } from '#contract/money/balance-corrections.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Db } from '../../../db/database.ts';
import { conflict } from '../../../errors.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import { openProgrammeAccounts } from '../ledger/new-accounts.ts';
import { postUnderLock } from '../posting/post-under-lock.ts';
import { insertCorrection, type NewCorrection } from './corrections.ts';
import { notifyCorrected } from './notify-corrected.ts';

/**
 * Moves a correction between a client's unallocated funds and the programme, with its row, its line of the audit log and
 * the notice to the client.
 * What the client owes by a document or a contract may exceed the credit limit; nothing else may (409). The caller has
 * locked the company's money and read `now` under that lock.
 */
export async function bookCorrection(tx: Db, now: Date, correction: NewCorrection): Promise<number> {
  const { companyId, kind, direction, sum } = correction;
  const isFromClient = direction === 'from-client';
  const programme = { companyId, kind: 'programme' } as const;
  const unallocated = { companyId, kind: 'unallocated' } as const;
  await openProgrammeAccounts(tx, [companyId]);
  const id = await insertCorrection(tx, now, correction);
  const after = await postUnderLock(tx, now, {
    needs: { places: [programme, unallocated] },
    decide(books) {
      if (isFromClient && KINDS_BELOW_LIMIT.has(kind)) books.lowerFloor(unallocated, sum);
      const [from, to] = isFromClient ? [unallocated, programme] : [programme, unallocated];
      const { balance, floor } = books.account(unallocated);
      const subject = { kind: 'correction', id } as const;
      const { ok } = books.post([
        { requestId: `correction:${id}`, kind: 'correction', from, to, amount: sum, subject },
      ]);
      if (!ok) throw conflict(formatLimitRefusal(sum, Math.max(0, balance - (floor ?? 0))));
      return books.account(unallocated).balance;
    },
  });
  await recordEvent(tx, {
    at: now,
    what: 'balance-corrected',
    userId: correction.proposedBy,
    companyId,
    ip: correction.ip,
    ...(correction.documentId !== null && { targets: [{ kind: 'document', id: correction.documentId }] }),
    details: { correction: kind, direction, sumKopecks: sum, reason: correction.note },
  });
  await notifyCorrected(tx, { id, correction, balance: after, now });
  return id;
}

export function formatLimitRefusal(sum: number, left: number): string {
  return `До лимита кредита у клиента осталось ${formatRubles(left)}: списать ${formatRubles(sum)} нельзя`;
}
