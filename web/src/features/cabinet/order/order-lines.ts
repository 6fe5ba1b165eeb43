import type { z } from 'zod';
import { placeInOrderForm, type PartnerId } from '#contract/ids.ts';
import type { partner } from '#contract/orders/orders.ts';
import { getCount, type OrderDraft } from '../../../state/order-draft.ts';

export type Partner = z.infer<typeof partner>;

export type OrderLine = {
  partnerId: PartnerId;
  title: string;
  count: number;
  isVirtual: boolean;
  /** Rubles for all cards of this line. */
  sumRubles: number;
};

/** Returns the lines of the order: connected networks with a count, in the order of the form (spec section 7), plastic first. */
export function orderLines(draft: OrderDraft, partners: readonly Partner[]): OrderLine[] {
  const networks = sortLikeForm(partners).filter(({ active }) => active);
  return [false, true].flatMap((isVirtual) =>
    networks.flatMap((network) => toLine(network, isVirtual, getCount(draft, network.id, isVirtual))),
  );
}

function toLine(network: Partner, isVirtual: boolean, count: number): OrderLine[] {
  if (count === 0 || (isVirtual && !network.virtual)) return [];
  const { id: partnerId, title } = network;
  const sumRubles = (Math.round(network.card_price * 100) * count) / 100;
  return [{ partnerId, title, count, isVirtual, sumRubles }];
}

/** True when no card of these has to be delivered. */
export function areAllVirtual(lines: readonly Pick<OrderLine, 'isVirtual'>[]): boolean {
  return lines.length > 0 && lines.every(({ isVirtual }) => isVirtual);
}

export function sortLikeForm(partners: readonly Partner[]): Partner[] {
  return partners.toSorted((a, b) => placeInOrderForm(a.id) - placeInOrderForm(b.id));
}

/** Rubles, exact to the kopeck, with the delivery. */
export function sumOfLines(lines: readonly OrderLine[], deliveryRubles = 0): number {
  const delivery = Math.round(deliveryRubles * 100);
  return lines.reduce((kopecks, line) => kopecks + Math.round(line.sumRubles * 100), delivery) / 100;
}

export function countOfLines(lines: readonly OrderLine[]): number {
  return lines.reduce((count, line) => count + line.count, 0);
}
