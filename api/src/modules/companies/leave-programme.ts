import type { Db } from '../../db/database.ts';
import { recordEvent } from '../audit/record-event.ts';
import { isWithoutTrace, lockWithPeople, removePeople, unmarkClient } from './company-store.ts';

/**
 * An INN is nobody's secret, so whoever named it first does not keep the company after the programme has rejected his
 * order. A company with no request in work and nothing in the books leaves the programme, gives its INN back, and its
 * people leave it. The next who orders for this INN joins with a company of his own: orders, drivers and invoices of
 * those before are not his to read.
 */
export async function leaveProgramme(
  tx: Db,
  leaving: { companyId: number; orderId: number; by: { userId: number; ip: string }; now: Date },
): Promise<void> {
  const { companyId, orderId, by } = leaving;
  await lockWithPeople(tx, companyId);
  if (!(await isWithoutTrace(tx, companyId))) return;
  await unmarkClient(tx, companyId);
  const people = await removePeople(tx, companyId);
  await recordEvent(tx, {
    at: leaving.now,
    what: 'programme-left',
    userId: by.userId,
    companyId,
    ip: by.ip,
    details: { orderId, people },
  });
}
