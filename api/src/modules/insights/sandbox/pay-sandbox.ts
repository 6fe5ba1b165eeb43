import type { Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { insertSandboxInvoice } from '../../money/invoices/issue-invoice.ts';
import { postUnderLock } from '../../money/posting/post-under-lock.ts';
import { insertSandboxPayment } from './sandbox-store.ts';

export interface PaidInvoice {
  invoiceId: number;
  serial: number;
  sum: Kopecks;
  /** Unallocated money after the payment. */
  unallocated: Kopecks;
}

/**
 * Issues an invoice of a sandbox at its own day and pays it: the money comes from the sandbox's own `bank`, which is no
 * real bank. The caller has locked the sandbox's money and read `now` under that lock.
 */
export async function paySandbox(
  tx: Db,
  scope: CompanyScope,
  input: { sum: Kopecks; clockAt: Date; userId: number; now: Date },
): Promise<PaidInvoice> {
  const { companyId } = scope;
  const { sum, now, userId } = input;
  const invoice = await insertSandboxInvoice(tx, scope, {
    sum,
    issuedOn: moscowDay(input.clockAt),
    userId,
    now,
  });
  const id = await insertSandboxPayment(tx, scope, { invoiceId: invoice.id, sum, now });
  const [bank, unallocated] = [
    { companyId, kind: 'bank' },
    { companyId, kind: 'unallocated' },
  ] as const;
  const left = await postUnderLock(tx, now, {
    needs: { places: [bank, unallocated] },
    decide(books) {
      const posting = books.post([
        {
          requestId: `sandbox-payment:${id}`,
          kind: 'invoice-paid',
          from: bank,
          to: unallocated,
          amount: sum,
          subject: { kind: 'sandbox-payment', id },
        },
      ]);
      if (!posting.ok || posting.repeated) throw new Error(`payment ${id} of a sandbox is posted twice`);
      return books.account(unallocated).balance;
    },
  });
  return { invoiceId: invoice.id, serial: invoice.serial, sum, unallocated: left };
}
