import type { setCardLogistics } from '#contract/orders/shipments.ts';
import type { Call } from '../../../http/call.ts';
import type { TwoPeopleRule } from '../../identity/approvals/approvals.ts';
import { readCardLogistics } from './card-stock.ts';

/**
 * Requires two people to change whether cards wait for their receipt, since it decides when every client's new cards
 * begin to work. How few blank cards are few, one person says.
 */
export const proposeCardLogistics: TwoPeopleRule = async (ctx, call) => {
  const { body } = call as unknown as Call<typeof setCardLogistics>;
  const { activatesOnReceipt, lowBelow } = await readCardLogistics(ctx.db.system);
  if (body.activates_on_receipt === activatesOnReceipt) return null;
  return {
    title: 'Изменить порядок выдачи карт',
    about: { setting: 'card-logistics' },
    details: [
      { title: 'Сейчас', value: describeActivation(activatesOnReceipt) },
      { title: 'Станет', value: describeActivation(body.activates_on_receipt) },
      {
        title: 'Предупреждать, если карт сети меньше',
        value: lowBelow === body.low_below ? String(lowBelow) : `${body.low_below} (было: ${lowBelow})`,
      },
    ],
  };
};

function describeActivation(activatesOnReceipt: boolean): string {
  return activatesOnReceipt
    ? 'новые карты работают, когда клиент подтвердит их получение'
    : 'новые карты работают сразу';
}
