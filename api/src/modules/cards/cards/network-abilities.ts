import type { z } from 'zod';
import type { card } from '#contract/cards/cards.ts';
import type { PartnerId } from '#contract/ids.ts';
import { ALL_GOODS_ONLY, BLOCK_UNSUPPORTED, LIMIT_UNSUPPORTED } from '#contract/fuel/networks.ts';
import type { Context } from '../../../context.ts';
import { NETWORK_GOODS, type NetworkGoods } from '../../../gateways/fuel-network/goods.ts';
import { isLimitedPartner } from './limit-spending.ts';

/** Returns the goods that a network sells: as set for an added one, all goods for the first four. */
export function goodsOfPartner(
  { addedNetwork }: Pick<Context, 'addedNetwork'>,
  partnerId: PartnerId,
): readonly NetworkGoods[] {
  const added = addedNetwork(partnerId);
  return added ? NETWORK_GOODS.filter(({ id }) => added.goodsIds.includes(id)) : NETWORK_GOODS;
}

/** Lists the features that a network's cards lack, each with the sentence that a call for it would get. */
export function listInabilities(
  { addedNetwork }: Pick<Context, 'addedNetwork'>,
  partnerId: PartnerId,
): z.input<typeof card>['network_cannot'] {
  const added = addedNetwork(partnerId);
  if (!added) return isLimitedPartner({ addedNetwork }, partnerId) ? {} : { limit: LIMIT_UNSUPPORTED };
  return {
    ...(added.limitPeriods.length === 0 && { limit: LIMIT_UNSUPPORTED }),
    ...(!added.choosesGoods && { goods: ALL_GOODS_ONLY }),
    ...(!added.blocksCards && { block: BLOCK_UNSUPPORTED }),
  };
}
