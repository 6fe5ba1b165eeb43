import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { absentWhenEmpty, day } from '../fields.ts';
import { rubles } from '../kopecks.ts';

/** The programme's own books: docs/calls.md 7. */
export const books = z.object({
  date: z.string().meta({ description: 'the Moscow day whose end is meant' }),
  clients: z.object({
    unallocated: rubles.meta({ description: 'below 0: more credit is in use than money is paid in' }),
    partners: rubles,
    cards: rubles,
    in_transit: rubles,
    debt: rubles.meta({ description: 'fuel that was sold and that nothing has paid; positive: clients owe' }),
  }),
  networks: z.array(
    z.object({
      partner_id: z.int(),
      sold: rubles.meta({ description: 'fuel sold to clients, less refunds, at the price of the station' }),
      paid: rubles.meta({ description: 'payments to the network that were recognised' }),
      balance: rubles.meta({ description: 'sold less paid: what the programme owes' }),
      bonuses: rubles.meta({
        description: 'payments of the network that were booked as its bonuses; not in paid',
      }),
    }),
  ),
  programme: z
    .object({ discounts: rubles, surcharges: rubles, fees: rubles, card_fees: rubles, corrections: rubles })
    .meta({ description: 'what each has added to the result: discounts are negative' }),
  disputes: rubles.meta({
    description: 'on hold for clients until their disputes end; the programme has set aside the same sum',
  }),
  received: rubles.meta({ description: 'payments credited to clients, less what was paid back to them' }),
  bank: z.array(
    z.object({
      account: z.string(),
      balance: rubles.meta({
        description: 'first opening balance that the bank states and all documents since',
      }),
      by_bank: rubles
        .nullable()
        .meta({ description: 'the closing balance that the bank stated last; null: none' }),
      by_bank_on: z.string().nullable().meta({ description: 'the last day of that statement' }),
    }),
  ),
  unplaced: rubles.meta({ description: 'received by the bank and on no client’s account' }),
  difference: rubles.meta({
    description: 'received less clients (debt deducted), sold and programme; anything but 0 is an alarm',
  }),
});

export type Books = z.infer<typeof books>;

/** Refuses: 400 on `date`: a day that has not come, or no day of the calendar. */
export const readBooks = endpoint({
  name: 'readBooks',
  method: 'GET',
  path: '/staff/api/books',
  summary: 'The trial balance at the end of a day, today unless asked otherwise',
  caller: 'staff.read',
  query: z.object({ date: absentWhenEmpty(day) }),
  data: books,
  source: 'docs/calls.md 7',
});
