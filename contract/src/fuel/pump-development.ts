import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { absentWhenEmpty, id, numberAsText, optionalText, requiredText, wholeNumber } from '../fields.ts';
import { positiveLitres, rubles } from '../kopecks.ts';
import { AUTHORISATION_STATES, QR_PREFIX } from './authorisations.ts';

/** The simulated pump, and a driver’s SMS: calls of a development machine, docs/calls.md 8. */

/** Faults of a pump by name; `short`: half is filled. */
export const PUMP_FAULTS = [
  'none',
  'lost-authorisation',
  'lost-settlement',
  'twice',
  'late',
  'short',
] as const;
export type PumpFault = (typeof PUMP_FAULTS)[number];

/**
 * The pump asks the portal, sells and settles, or fails by name. 400 an unknown station or fuel, 404 where no networks are simulated.
 */
export const fuelAtSimulatedPump = endpoint({
  name: 'fuelAtSimulatedPump',
  method: 'POST',
  path: '/dev/pump',
  summary: 'A driver fuels at a simulated pump by card, code or QR, with a fault by name (development only)',
  caller: 'public',
  body: z.object({
    code: absentWhenEmpty(numberAsText(optionalText(20))),
    qr: absentWhenEmpty(optionalText(100)),
    card_number: absentWhenEmpty(numberAsText(optionalText(32))),
    station_id: id,
    goods_id: wholeNumber(1, 1000, 'Укажите вид топлива'),
    litres: positiveLitres,
    fault: z.enum(PUMP_FAULTS, { error: 'Неизвестный сбой' }).default('none'),
  }),
  data: z.object({
    request_id: z.string(),
    approved: z.boolean(),
    reason: z.string().nullable(),
    state: z.enum([...AUTHORISATION_STATES, 'waiting']),
    litres: z.number(),
    sum: rubles,
  }),
  source: 'docs/calls.md 8',
});

/** A phone of no driver is not answered. */
export const receiveDriverSms = endpoint({
  name: 'receiveDriverSms',
  method: 'POST',
  path: '/dev/phone/inbound',
  summary: 'An SMS from a driver to the programme’s number: «40 дт 4000» (development only)',
  caller: 'public',
  body: z.object({ phone: numberAsText(requiredText(30)), text: requiredText(200) }),
  data: z.object({ answered: z.boolean() }),
  source: 'docs/calls.md 8',
});

/** Reads what the driver has shown; null unless it is one of the three. */
export function readShown(shown: {
  card_number?: string | undefined;
  code?: string | undefined;
  qr?: string | undefined;
}): { cardNumber: string } | { code: string } | null {
  const { card_number: card, code, qr } = shown;
  if ([card, code, qr].filter((value) => value !== undefined).length !== 1) return null;
  if (card !== undefined) return { cardNumber: card.replace(/\s/g, '') };
  return { code: (code ?? qr?.replace(QR_PREFIX, '') ?? '').replace(/\s/g, '') };
}
