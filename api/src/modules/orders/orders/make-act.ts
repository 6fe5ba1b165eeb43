import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, notFound } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { findCompany } from '../../companies/companies/find-company.ts';
import { paperParty } from '../../companies/companies/paper-party.ts';
import { actPdf } from './act-pdf.ts';
import { findOwnItem, listItemCards } from './item-store.ts';
import { actProblem } from './policy.ts';

/** The act of one item as a PDF to sign (spec §7.21); another company's item is 404; 409 before its cards are issued. */
export async function makeAct(
  ctx: Context,
  scope: CompanyScope,
  itemId: number,
): Promise<{ name: string; file: Buffer }> {
  const found = await ctx.db.inCompany(scope, async (tx) => ({
    item: await findOwnItem(tx, scope, itemId),
    company: await findCompany(tx, scope.companyId),
    cardNumbers: await listItemCards(tx, scope, itemId),
  }));
  const { item, company, cardNumbers } = found;
  if (!item || !company) throw notFound('Заявка не найдена');
  const problem = actProblem(item);
  if (problem !== null) throw conflict(problem);
  const { requisites } = ctx.config.operator;
  const file = await actPdf({
    number: `${item.orderId}/${item.id}`,
    date: moscowDay(item.issuedAt ?? item.createdAt),
    from: { ...requisites, signer: requisites.director },
    to: {
      ...paperParty(company),
      signer: `${item.recipient.lastname} ${item.recipient.firstname}`.trim(),
    },
    network: item.partnerTitle,
    count: item.count,
    cards: cardNumbers.map((number) => ({ network: item.partnerTitle, number })),
  });
  return { name: `Акт ${item.orderId}-${item.id}.pdf`, file };
}
