import { REQUEST_STATUS } from '#contract/ids.ts';
import type { NetworkCommand } from '../../gateways/fuel-network/fuel-network.ts';
import type { ItemRecord } from './item-store.ts';

/** Its network has been asked, or is about to be, and has not ended the matter. */
export function isAwaited(item: ItemRecord): boolean {
  return (
    item.orderStatusId === REQUEST_STATUS.approved && item.issuedAt === null && item.issueRefusal === null
  );
}

/** The order of its cards; of one that the network has carried out in part, of the rest. */
export function issueOf(item: ItemRecord): NetworkCommand {
  return {
    kind: 'issue',
    requestId: item.networkRequestId,
    count: item.count - item.made,
    reference: String(item.orderId),
  };
}
