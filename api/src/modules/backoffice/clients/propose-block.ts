import type { blockClient } from '#contract/companies/clients.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import { listWorkingCards, type WorkingCard } from '../../cards/cards/list-working-cards.ts';
import { findCompany } from '../../companies/companies/companies.ts';
import { findCompanyBlock } from '../../companies/companies/company-block.ts';
import { readCredit } from '../../money/transfers/credit.ts';
import type { TwoPeopleRule } from '../../identity/approvals/approvals.ts';
import type { Call } from '../../../http/call.ts';

/** More of them are read on the client's page. */
const NAMED_CARDS = 20;

/**
 * A block stops a whole fleet on the road, so it takes two people. One card that looks stolen is still blocked by one
 * person.
 */
export const proposeBlock: TwoPeopleRule = async (ctx, call) => {
  const { params, body } = call as unknown as Call<typeof blockClient>;
  const company = await findCompany(ctx.db.system, params.id);
  if (!company?.clientSince) throw notFound('Клиент не найден');
  // The call itself refuses a client who is blocked.
  if (await findCompanyBlock(ctx.db.system, params.id)) return null;
  const { debt } = await readCredit(ctx, mintCompanyScope(params.id));
  const { cards, total } = await listWorkingCards(ctx.db.system, { companyId: params.id, max: NAMED_CARDS });
  return {
    title: 'Заблокировать клиента',
    companyId: params.id,
    details: [
      { title: 'Станет', value: 'Переводы, заказы и все карты клиента остановятся' },
      { title: 'Карты, которые остановятся', value: formatCards(cards, total), movesByItself: true },
      { title: 'Долг', value: formatRubles(debt?.sum ?? 0), movesByItself: true },
      { title: 'Основание', value: body.reason },
    ],
  };
};

function formatCards(cards: readonly WorkingCard[], total: number): string {
  if (total === 0) return 'нет';
  const lines = cards.map(({ number, network }) => `${network} ${number}`);
  const more = total - cards.length;
  return [`${total}:`, ...lines, ...(more > 0 ? [`и ещё ${more}`] : [])].join('\n');
}
