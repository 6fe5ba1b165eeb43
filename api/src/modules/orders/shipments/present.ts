import type { EndpointData } from '#contract/endpoint.ts';
import type { z } from 'zod';
import type { orderDelivery } from '#contract/orders/order-delivery.ts';
import type { listShipments, readCardStock } from '#contract/orders/shipments.ts';
import type { Context } from '../../../context.ts';
import { listStock, listStockChanges, readCardLogistics, type NetworkStock } from './card-stock.ts';
import type { StaffShipment } from './shipment-list-store.ts';
import { getShipmentState, type Delivery } from './shipments.ts';

export function presentDelivery(delivery: Delivery): z.input<typeof orderDelivery> {
  return {
    state: getShipmentState(delivery),
    carrier: delivery.carrier,
    tracking: delivery.tracking,
    sent: delivery.sentOn,
    delivered: delivery.deliveredOn,
    received: delivery.receivedAt?.toISOString() ?? null,
    activates: delivery.activates,
  };
}

export function presentShipment(shipment: StaffShipment): EndpointData<typeof listShipments>[number] {
  return {
    ...presentDelivery(shipment),
    request_id: shipment.orderId,
    company: shipment.company,
    cards: shipment.cards,
    networks: shipment.networks,
    address: shipment.address,
    recipient: shipment.recipient,
    phone: shipment.phone,
    ready: shipment.readyAt.toISOString(),
  };
}

/** Reads the stock of all networks as it is now. */
export async function readStock(ctx: Context): Promise<EndpointData<typeof readCardStock>> {
  const { system } = ctx.db;
  const { activatesOnReceipt, lowBelow } = await readCardLogistics(system);
  const changes = await listStockChanges(system);
  return {
    networks: (await listStock(system)).map((stock) => presentStock(stock, lowBelow)),
    changes: changes.map(({ partnerTitle, ...change }) => ({ ...change, partner_title: partnerTitle })),
    activates_on_receipt: activatesOnReceipt,
    low_below: lowBelow,
  };
}

function presentStock({ partnerId, title, received, sent, isCounted }: NetworkStock, lowBelow: number) {
  const left = isCounted ? received - sent : null;
  return {
    partner_id: partnerId,
    partner_title: title,
    received,
    sent,
    left,
    low: left !== null && left < lowBelow,
  };
}
