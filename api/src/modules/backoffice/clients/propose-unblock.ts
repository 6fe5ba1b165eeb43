import type { unblockClient } from '#contract/companies/clients.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import { findCompany } from '../../companies/companies/companies.ts';
import { findCompanyBlock } from '../../companies/companies/company-block.ts';
import { readCredit } from '../../money/transfers/credit.ts';
import type { TwoPeopleRule } from '../../identity/approvals/approvals.ts';
import type { Call } from '../../../http/call.ts';

/** A client who is late with a debt goes to work again by two people, any other by one. */
export const proposeUnblock: TwoPeopleRule = async (ctx, call) => {
  const { params, body } = call as unknown as Call<typeof unblockClient>;
  const company = await findCompany(ctx.db.system, params.id);
  if (!company?.clientSince) throw notFound('Клиент не найден');
  // The action itself refuses a client that is not blocked.
  if (!(await findCompanyBlock(ctx.db.system, params.id))) return null;
  const { debt } = await readCredit(ctx, mintCompanyScope(params.id));
  if (!debt?.late) return null;
  return {
    title: 'Разблокировать должника',
    companyId: params.id,
    details: [
      { title: 'Долг', value: formatRubles(debt.sum) },
      { title: 'Основание', value: body.reason },
    ],
  };
};
