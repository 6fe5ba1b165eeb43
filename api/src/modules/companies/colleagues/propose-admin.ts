import { ROLE_TITLE } from '#contract/access.ts';
import { formatPhone } from '#contract/values/phone.ts';
import type { appointAdmin } from '#contract/identity/recovery.ts';
import { notFound } from '../../../errors.ts';
import type { TwoPeopleRule } from '../../identity/approvals/approvals.ts';
import { findCompany } from '../companies/companies.ts';
import { requirePhoneOwner } from './claimant.ts';
import { findPhoneOwner } from './colleague-store.ts';
import type { Call } from '../../../http/call.ts';

/** The call gives a company into other hands, so it always takes two people. */
export const proposeAdmin: TwoPeopleRule = async (ctx, call) => {
  const { params, body } = call as unknown as Call<typeof appointAdmin>;
  const company = await findCompany(ctx.db.system, params.id);
  if (!company?.clientSince) throw notFound('Клиент не найден');
  requirePhoneOwner(await findPhoneOwner(ctx.db.system, params.id, body.phone));
  return {
    title: 'Назначить администратора клиента',
    companyId: params.id,
    details: [
      { title: 'Кого', value: formatPhone(body.phone) },
      { title: 'Прежние администраторы', value: ROLE_TITLE[body.former_admins] },
      { title: 'Основание', value: body.reason },
    ],
  };
};
