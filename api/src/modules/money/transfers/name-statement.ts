import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { placeTitleOf, type StatementAsked } from './read-statement.ts';

/**
 * The name of a statement's file. It names the account, as the paper does: files of several accounts end up in one
 * folder. None is called an act of reconciliation, which is another paper, of a closed month. A card is named by all of its digits, because the last four are not unique.
 */
export async function nameStatement(
  ctx: Context,
  scope: CompanyScope,
  { place, period }: Pick<StatementAsked, 'place' | 'period'>,
  ending: 'csv' | 'pdf',
): Promise<string> {
  const dates = `${period.from} – ${period.to}`;
  if (place.kind === 'company') return `Выписка по счёту ${dates}.${ending}`;
  const account =
    place.kind === 'card'
      ? `Карта ${(await readCard(ctx, scope, place.cardId)).number}`
      : await placeTitleOf(ctx, scope, place);
  return `Выписка по счёту ${dates}, ${account.charAt(0).toLowerCase()}${account.slice(1)}.${ending}`;
}
