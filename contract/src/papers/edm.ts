import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParams } from '../fields.ts';
import { smsCodeField } from '../identity/sms-code.ts';

/** Electronic document exchange: spec sections 4 and 7, docs/calls.md 6. */

/**
 * `queued`: not handed over yet. `disagreed`: signed with disagreements. `cancelling`: one side proposes to annul the
 * document, `cancelled`: both have agreed.
 */
export const EDM_MESSAGE_STATES = [
  'queued',
  'sent',
  'delivered',
  'signed',
  'disagreed',
  'refused',
  'cancelling',
  'cancelled',
  'failed',
] as const;
export type EdmMessageState = (typeof EDM_MESSAGE_STATES)[number];

/** The state of a company's electronic document exchange; `uses_edo` is true in `accepted` only. */
export const EDM_STATES = [
  'none',
  'requested',
  'invited',
  'accepted',
  'rejected',
  'roaming_required',
  'failed',
] as const;

/** Operators by the first three characters of a participant's id. Others are named by these characters. */
const EDM_OPERATORS: Readonly<Record<string, string>> = {
  '2BM': 'Контур.Диадок',
  '2BE': 'СБИС',
  '2AL': 'Такском',
  '2AE': 'Калуга Астрал',
  '2JD': 'Калуга Астрал',
};

export function edmOperatorTitle(participantId: string): string {
  const code = participantId.slice(0, 3);
  return EDM_OPERATORS[code] ?? `оператор ${code}`;
}

export const readEdm = endpoint({
  name: 'readEdm',
  method: 'GET',
  path: '/api/edoRequest',
  summary: 'Where the company’s request for electronic document exchange stands',
  caller: 'read',
  data: z.object({
    state: z.enum(EDM_STATES),
    reason: z.string().nullable().meta({ description: 'why it failed, for a person' }),
    roaming: z.string().nullable().meta({
      description:
        'the company’s own operator, where it is another one than the programme’s: documents travel longer',
    }),
  }),
  source: 'docs/spec-lines.md 4',
});

/**
 * Sends again a document that did not arrive. Refuses: 404 no such document in the exchange; 409 the operator has it.
 */
export const resendDocument = endpoint({
  name: 'resendDocument',
  method: 'POST',
  path: '/api/doc/:id/send-again',
  summary: 'Hands a document that did not arrive to the operator of electronic documents once more',
  caller: 'confirmDocument',
  params: idParams,
  data: z.object({ id: z.int() }),
  source: 'docs/operations.md',
});

export const requestEdm = endpoint({
  name: 'requestEdm',
  method: 'POST',
  path: '/api/edoRequest',
  summary: 'Asks to connect electronic document exchange, confirmed by SMS',
  caller: 'confirmDocument',
  sentAs: 'form',
  body: z.object({ sms: smsCodeField }),
  data: z.object({ state: z.string() }),
  source: 'docs/spec-lines.md 4, 5, 7; docs/calls.md 6',
});
