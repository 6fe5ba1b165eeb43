import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, idParams, moment, page, PERIOD_BACKWARDS } from '../fields.ts';
import { rubles } from '../kopecks.ts';
import { invoice } from '../money/money.ts';
import { statement } from '../money/statement.ts';
import { pagination } from '../pagination.ts';
import { tariff } from '../programme/tariffs.ts';

/** A client's invoices, statement, tariffs and agreement, for the programme's staff: docs/calls.md 9, decision 159. */

const clientCall = {
  method: 'GET',
  caller: 'staff.read',
  params: idParams,
  source: 'docs/calls.md 9',
} as const;

export const listClientInvoices = endpoint({
  ...clientCall,
  name: 'listClientInvoices',
  path: '/staff/api/clients/:id/invoices',
  summary: 'A client’s invoices, newest first',
  query: z.object({ page }),
  data: z.array(invoice),
  meta: z.object({ pagination }),
});

/** The statement that the client reads himself. Refuses: 404 no client; 400 a reversed period, too many movements. */
export const readClientStatement = endpoint({
  ...clientCall,
  name: 'readClientStatement',
  path: '/staff/api/clients/:id/statement',
  summary: 'Opening balance, every movement and closing balance of all the client’s money in a period',
  query: z
    .object({ date_from: day, date_to: day })
    .refine((query) => query.date_from <= query.date_to, { message: PERIOD_BACKWARDS, path: ['date_from'] }),
  data: statement,
});

export const listClientTariffs = endpoint({
  ...clientCall,
  name: 'listClientTariffs',
  path: '/staff/api/clients/:id/tariffs',
  summary: 'Tariffs that apply to a client, his own and those of all clients; those in force first',
  data: z.array(tariff),
});

export const listClientCharges = endpoint({
  ...clientCall,
  name: 'listClientCharges',
  path: '/staff/api/clients/:id/charges',
  summary:
    'What the programme has charged a client besides fuel: cards, deliveries, monthly fees; newest first',
  query: z.object({ page }),
  data: z.array(
    z.object({
      id: z.int(),
      title: z.string().meta({ description: 'as in the УПД' }),
      partner: z.string(),
      quantity: z.int(),
      sum: rubles,
      card: z.string().nullable().meta({ description: 'number of the issued card' }),
      request_id: z.int().nullable(),
      month: z.string().nullable().meta({ description: 'YYYY-MM, of a monthly fee' }),
      charged_at: moment,
    }),
  ),
  meta: z.object({ pagination }),
});

export const readClientAgreement = endpoint({
  ...clientCall,
  name: 'readClientAgreement',
  path: '/staff/api/clients/:id/agreement',
  summary: 'Which versions of the framework agreement a client has accepted, when and by whom',
  data: z.object({
    current: z
      .object({ version: z.int(), accepted: z.boolean() })
      .nullable()
      .meta({ description: 'the version in force' }),
    acceptances: z.array(z.object({ version: z.int(), accepted_at: moment, by: z.string() })),
  }),
});
