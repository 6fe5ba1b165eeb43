import { z } from 'zod';
import { advanceReturn } from './advance-returns.ts';
import { payment } from './bank.ts';
import { EDM_MESSAGE_STATES } from '../papers/edm.ts';
import { endpoint } from '../endpoint.ts';
import { absentWhenEmpty, flag, id, idParams, moment, requiredText, wholeNumber } from '../fields.ts';
import { rubles } from '../kopecks.ts';

/** Corrections that only the programme's staff can make: docs/money.md, "Correcting a mistake". */

export const unclearMovement = z.object({
  id: z.int().meta({ description: 'the operation' }),
  to_card: z.boolean().meta({ description: 'true: from the account to the card; false: back' }),
  sum: rubles,
  created_at: moment,
  company: z.object({ id: z.int(), inn: z.string(), title: z.string() }),
  card: z.object({ id: z.int(), card_number: z.string() }),
  partner: z.object({ id: z.int(), title: z.string() }),
  attempts: z.int().meta({ description: 'how often the network was asked' }),
  last_word: z
    .object({ said: z.string(), heard_at: moment })
    .nullable()
    .meta({ description: 'what the network last said; null: it has taken the command and said no more' }),
});

export const listUnclearMovements = endpoint({
  name: 'listUnclearMovements',
  method: 'GET',
  path: '/staff/api/unclear-movements',
  summary: 'Movements of money whose network has not said for ten minutes what became of them, oldest first',
  caller: 'staff.read',
  data: z.array(unclearMovement),
  source: 'docs/money.md',
});

/**
 * Staff decide the outcome of a movement when its network does not report it. The network is asked once more first.
 * Refuses: 404 no such movement; 409 it has ended already (by the network's answer or another person's decision), or a
 * command to the network may still be under way.
 */
export const settleMovement = endpoint({
  name: 'settleMovement',
  method: 'POST',
  path: '/staff/api/unclear-movements/:id/settle',
  summary: 'Says whether the network has carried out a movement; the money arrives or goes back',
  caller: 'staff.handleMoney',
  needsFreshCode: true,
  secondPerson: true,
  idempotent: true,
  params: idParams,
  body: z.object({ executed: flag, reason: requiredText(500) }),
  data: z.object({ id: z.int(), executed: z.boolean() }),
  source: 'docs/money.md',
});

/**
 * Takes a payment back from the company it was credited to by mistake and credits the named company, for its
 * invoice when one is named. Without a company the payment waits for a person again. Refuses: 404 no such payment;
 * 409 it is not credited, or the company has spent the money; `company_id` and `invoice_id` as in `assignPayment`,
 * and when it is credited there already.
 */
export const correctPayment = endpoint({
  name: 'correctPayment',
  method: 'POST',
  path: '/staff/api/payments/:id/correct',
  summary: 'Corrects a wrong crediting by a movement the other way',
  caller: 'staff.handleMoney',
  needsFreshCode: true,
  secondPerson: true,
  idempotent: true,
  params: idParams,
  body: z.object({
    company_id: absentWhenEmpty(id),
    invoice_id: absentWhenEmpty(id),
    reason: requiredText(500),
  }),
  data: payment,
  source: 'docs/money.md',
});

/**
 * Takes back a person's decision on a payment to a client, which waits again. What was booked returns to the client's
 * account. `revision` names the decision that was read. Refuses: 404 no such return; 409 it waits, or another decision
 * is in effect by now.
 */
export const reopenAdvanceReturn = endpoint({
  name: 'reopenAdvanceReturn',
  method: 'POST',
  path: '/staff/api/advance-returns/:id/reopen',
  summary: 'Takes back a wrong decision about a payment to a client, its money by a movement the other way',
  caller: 'staff.handleMoney',
  needsFreshCode: true,
  secondPerson: true,
  idempotent: true,
  params: idParams,
  body: z.object({ revision: wholeNumber(0), reason: requiredText(500) }),
  data: advanceReturn,
  source: 'docs/money.md',
});

export const stuckDocument = z.object({
  id: z.int(),
  title: z.string(),
  month: z.string(),
  company: z.object({ id: z.int(), inn: z.string(), title: z.string() }),
  state: z.enum(EDM_MESSAGE_STATES),
  reason: z.string().nullable(),
  attempts: z.int().meta({ description: 'how often it was handed over in vain' }),
  asked_at: moment,
});

export const listStuckDocuments = endpoint({
  name: 'listStuckDocuments',
  method: 'GET',
  path: '/staff/api/edm-documents',
  summary:
    'Documents that have not arrived through the operator of electronic documents; the failed ones first',
  caller: 'staff.read',
  data: z.array(stuckDocument),
  source: 'docs/operations.md',
});

export const resendStuckDocument = endpoint({
  name: 'resendStuckDocument',
  method: 'POST',
  path: '/staff/api/edm-documents/:id/send-again',
  summary: 'As the company’s own call: hands the document over once more',
  caller: 'staff.serveClients',
  params: idParams,
  data: z.object({ id: z.int() }),
  source: 'docs/operations.md',
});
