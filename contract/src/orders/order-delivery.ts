import { z } from 'zod';
import { moment } from '../fields.ts';

/** How far the plastic cards of an order have come: docs/calls.md 3, decision 175. */

export const SHIPMENT_STATES = ['to-send', 'sent', 'delivered', 'received'] as const;
export type ShipmentState = (typeof SHIPMENT_STATES)[number];

export const SHIPMENT_STATE_TITLE: Record<ShipmentState, string> = {
  'to-send': 'Готовятся к отправке',
  sent: 'Отправлены',
  delivered: 'Доставлены',
  received: 'Получены',
};

export const orderDelivery = z.object({
  state: z.enum(SHIPMENT_STATES),
  carrier: z.string().nullable(),
  tracking: z.string().nullable().meta({ description: 'number of the parcel at its carrier' }),
  sent: z.string().nullable().meta({ description: 'YYYY-MM-DD' }),
  delivered: z.string().nullable().meta({ description: 'YYYY-MM-DD' }),
  received: moment.nullable().meta({ description: 'when the company confirmed that it has the cards' }),
  activates: z
    .boolean()
    .meta({ description: 'the cards can’t be set up before the company confirms that it has them' }),
});
