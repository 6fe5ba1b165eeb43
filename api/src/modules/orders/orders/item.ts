import { REQUEST_STATUS } from '#contract/ids.ts';
import type { NetworkCommand } from '../../../gateways/fuel-network/fuel-network.ts';
import type { ItemRecord } from './item-store.ts';

/** True while its network has been asked, or is about to be, and has not given a final answer. */
export function isAwaited(item: ItemRecord): boolean {
  return (
    item.orderStatusId === REQUEST_STATUS.approved && item.issuedAt === null && item.issueRefusal === null
  );
}

/** Issued, or given up under its present request id. */
export function hasEnded(item: ItemRecord): boolean {
  return item.issuedAt !== null || item.issueRefusal !== null;
}

/** How the reason begins when a network has issued some of the cards, and the rest is missing. */
export const TOO_FEW = 'Сеть выпустила ';

/** The command for its cards, or for the rest when the network has issued some of them. */
export function issueOf(item: ItemRecord): NetworkCommand {
  return {
    kind: 'issue',
    requestId: item.networkRequestId,
    count: item.count - item.made,
    reference: String(item.orderId),
  };
}
