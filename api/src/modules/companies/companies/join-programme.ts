import { can } from '#contract/access.ts';
import type { Db } from '../../../db/database.ts';
import { fieldRefusal, notAllowed } from '../../../errors.ts';
import type { RegistryCompany } from '../../../gateways/company-registry/company-registry.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { lockBelonging } from './company-store.ts';
import { markAdmin } from '../../people/users/mark-admin.ts';
import { lockOrInsertCompany } from './lock-or-insert-company.ts';
import { markClient } from './mark-client.ts';

/**
 * Makes a company a client with its first order, and the order's author its admin (docs/calls.md 3). Refuses on
 * `inn` a company that is a client already, because knowing an INN lets nobody in (docs/specification.md 2): of two
 * people who come at once with one INN, the second is refused. Somebody who has lost their role in another company
 * leaves it. `isNew`: it has no accounts yet.
 */
export async function joinProgramme(
  tx: Db,
  joining: {
    userId: number;
    company: RegistryCompany;
    ip: string;
    now: Date;
    /** The operator asks first admins for a proof (decision 51). */
    asksProof: boolean;
  },
): Promise<{ companyId: number; isNew: boolean }> {
  const belonging = await lockBelonging(tx, joining.userId);
  const company = await lockOrInsertCompany(tx, joining.company, joining.now);
  const isColleague = belonging.companyId === company.id;
  if (company.clientSince && isColleague && belonging.role !== 'none') {
    // The author has just joined a company, by another order or by an invitation.
    if (!can(belonging.role, 'orderCards')) throw notAllowed();
    return { companyId: company.id, isNew: false };
  }
  if (company.clientSince) {
    throw fieldRefusal(
      'inn',
      'Компания с этим ИНН уже подключена к программе. Доступ к ней открывает администратор компании',
    );
  }
  if (belonging.companyId !== null && !isColleague && belonging.role !== 'none') {
    throw fieldRefusal('inn', 'Вы уже работаете от имени другой компании');
  }
  await markClient(tx, company.id, joining.company, joining.now, { adminUnconfirmed: joining.asksProof });
  await markAdmin(tx, { userId: joining.userId, companyId: company.id });
  await recordEvent(tx, {
    at: joining.now,
    what: 'programme-joined',
    userId: joining.userId,
    companyId: company.id,
    ip: joining.ip,
  });
  return { companyId: company.id, isNew: true };
}
