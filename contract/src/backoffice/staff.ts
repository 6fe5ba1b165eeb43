import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  beginning,
  absentWhenEmpty,
  ending,
  flag,
  id,
  idParams,
  moment,
  month,
  requiredText,
  wholeNumber,
} from '../fields.ts';
import { MAINTENANCE_OF_EVERYTHING, PARTNER_ID_MAX } from '../ids.ts';
import { largeMoneyOrZero, moneyOrZero, rubles } from '../kopecks.ts';
import { partner } from '../orders/orders.ts';

/** Calls of the programme's staff: docs/calls.md 7. For a customer they do not exist. */

/** Total as printed on the document, where it is about a sum. The sum includes the VAT. */
export const printedTotal = {
  sum: absentWhenEmpty(largeMoneyOrZero),
  vat: absentWhenEmpty(largeMoneyOrZero),
};

export const publishDocument = endpoint({
  name: 'publishDocument',
  method: 'POST',
  path: '/staff/api/documents',
  summary: 'Publishes a document for a company and month',
  caller: 'staff.runProgramme',
  body: z.object({ company_id: id, partner_id: id, date: month, title: requiredText(200), ...printedTotal }),
  file: 'file',
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 7',
});

const maintained = wholeNumber(0, PARTNER_ID_MAX, 'Партнёр: 0 для всего портала, иначе номер сети');

const maintenanceFields = z.object({
  message: requiredText(1000),
  start: beginning,
  end: ending,
  partner: maintained.default(MAINTENANCE_OF_EVERYTHING),
});

export const announceMaintenance = endpoint({
  name: 'announceMaintenance',
  method: 'PUT',
  path: '/staff/api/maintenance',
  summary: 'Announces maintenance of everything (0) or of one partner',
  caller: 'staff.runProgramme',
  // An invalid date has its own message: it is neither before nor after another.
  body: maintenanceFields.refine((fields) => !(fields.start > fields.end), {
    message: 'Начало позже окончания',
    path: ['start'],
  }),
  data: z.object({ partner: z.int() }),
  source: 'docs/calls.md 7',
});

export const endMaintenance = endpoint({
  name: 'endMaintenance',
  method: 'DELETE',
  path: '/staff/api/maintenance',
  summary: 'Ends maintenance; of one partner where `partner` is given',
  caller: 'staff.runProgramme',
  query: z.object({ partner: maintained.optional() }),
  // An empty partner is a mistake: read as "not sent", it would end the maintenance of all partners.
  body: z.object({ partner: maintained.optional() }),
  data: z.object({}),
  source: 'docs/calls.md 7',
});

export const updatePartner = endpoint({
  name: 'updatePartner',
  method: 'PUT',
  path: '/staff/api/partners/:id',
  summary: 'Connects a network or sets the price of its card',
  caller: 'staff.runProgramme',
  params: idParams,
  // Empty is a mistake here: connecting a network and setting a price are deliberate acts.
  body: z.object({ active: flag.optional(), card_price: moneyOrZero.optional() }),
  data: partner,
  source: 'docs/calls.md 7',
});

export const loadStations = endpoint({
  name: 'loadStations',
  method: 'POST',
  path: '/staff/api/stations',
  summary: 'Replaces the station list with a CSV file',
  caller: 'staff.runProgramme',
  body: z.object({
    version: absentWhenEmpty(wholeNumber(0)).meta({
      description: 'of the list that was previewed: 409 where another stands by now',
    }),
  }),
  file: 'file',
  data: z.object({ stations: z.int() }),
  source: 'docs/calls.md 7',
});

const creditDays = wholeNumber(0, 365, 'Целое число дней, от 0 до 365');

export const setCredit = endpoint({
  name: 'setCredit',
  method: 'PUT',
  path: '/staff/api/clients/:id/credit',
  summary: 'Credit limit and days of a client',
  caller: 'staff.handleMoney',
  needsFreshCode: true,
  secondPerson: true,
  params: idParams,
  body: z.object({
    creditSum: largeMoneyOrZero,
    creditDaysForPayment: absentWhenEmpty(creditDays),
    creditDaysWithoutPayment: absentWhenEmpty(creditDays),
    reason: absentWhenEmpty(requiredText(500)).meta({ description: 'why; kept with the change' }),
  }),
  data: z.object({
    id: z.int(),
    creditSum: rubles,
    creditDaysForPayment: z.int(),
    creditDaysWithoutPayment: z.int(),
  }),
  source: 'docs/calls.md 7',
});

export const publishTerms = endpoint({
  name: 'publishTerms',
  method: 'POST',
  path: '/staff/api/terms',
  summary: 'A new version of the framework agreement; closes the terms gate again',
  caller: 'staff.runProgramme',
  secondPerson: true,
  body: z.object({
    text: requiredText(200_000),
    begins: absentWhenEmpty(beginning).meta({
      description: 'its first day: until then the version before it is in force; now where none is said',
    }),
  }),
  data: z.object({ version: z.int() }),
  source: 'docs/calls.md 7',
});

export const reconciliation = z.object({
  id: z.int(),
  asked_by: z.enum(['nightly', 'by-hand', 'command']),
  started_at: moment,
  finished_at: moment,
  transfers: z.int().meta({
    description:
      'how many transfers were read: at night and by hand those since the last check, on command all',
  }),
  cards: z.int().meta({ description: 'how many cards were compared with their networks' }),
  networks: z.array(z.int()).meta({ description: 'networks that answered' }),
  silent: z
    .array(z.string())
    .meta({ description: 'titles of the other connected networks: their cards could not be compared' }),
  sides: z
    .array(
      z.object({
        network: z.string(),
        cards: z.int(),
        ours: rubles.meta({
          description: 'what our books expect on them, with what waits and is not booked yet',
        }),
        theirs: rubles.meta({ description: 'what the network has on them' }),
        difference: rubles,
      }),
    )
    .meta({ description: 'money of the compared cards on both sides; empty in reports of earlier versions' }),
  books: z
    .object({
      date: z.string(),
      received: rubles,
      clients: rubles.meta({ description: 'on all their accounts, less their debt for fuel' }),
      networks: rubles.meta({ description: 'owed to the networks' }),
      programme: rubles,
      unplaced: rubles,
      bank: rubles
        .nullable()
        .meta({ description: 'stated by the bank for all accounts; null: not for each' }),
      difference: rubles,
    })
    .nullable()
    .meta({
      description: 'the trial balance of a day (`/staff/api/books`); null in reports of earlier versions',
    }),
  differences: z.array(
    z.object({
      kind: z.string(),
      title: z.string(),
      details: z.array(z.object({ title: z.string(), value: z.string() })),
    }),
  ),
});

export const listReconciliations = endpoint({
  name: 'listReconciliations',
  method: 'GET',
  path: '/staff/api/reconciliations',
  summary: 'Reports of the looks through the books, newest first; a report mends nothing',
  caller: 'staff.read',
  data: z.array(reconciliation),
  source: 'docs/operations.md',
});

export const startReconciliation = endpoint({
  name: 'startReconciliation',
  method: 'POST',
  path: '/staff/api/reconciliations',
  summary: 'Looks through the books now',
  caller: 'staff.change',
  data: reconciliation,
  source: 'docs/operations.md',
});
