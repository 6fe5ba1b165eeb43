import type { Db } from '../../../db/database.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { isWithoutTrace, lockWithPeople, unmarkClient } from './company-store.ts';
import { removePeople } from '../../people/users/remove-people.ts';

/**
 * Removes a company after its order was rejected. INNs are public, so whoever named one first must not keep the
 * company. A company with no open request and nothing in the books leaves the programme, frees its INN, and loses its
 * people. Whoever orders for this INN next joins with a new company and cannot read the orders, drivers and invoices
 * of the old one.
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
