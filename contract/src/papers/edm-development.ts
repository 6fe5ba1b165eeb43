import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, moment, requiredText } from '../fields.ts';

/** The embedded operator of electronic documents, as its people see it at `/dev/edm`: docs/calls.md 8. */

export const EMBEDDED_EDM_ANSWERS = ['signed', 'disagreed', 'refused'] as const;
export type EmbeddedEdmAnswer = (typeof EMBEDDED_EDM_ANSWERS)[number];

/** Actions on a document there, in the buyer's place, or in ours (`propose-annulment`). */
export const EMBEDDED_EDM_ACTIONS = [
  'sign',
  'disagree',
  'refuse',
  'ask-annulment',
  'accept-annulment',
  'reject-annulment',
  'propose-annulment',
] as const;

const embeddedEdmDocument = z.object({
  id: z.string(),
  inn: z.string(),
  kind: z.string(),
  name: z.string(),
  written_at: moment,
  stage: z.enum(['draft', 'sent', 'delivered']),
  answer: z.enum(EMBEDDED_EDM_ANSWERS).nullable(),
  annulment: z.enum(['ours', 'theirs', 'accepted', 'rejected']).nullable(),
  text: z.string(),
  deeds: z.array(z.enum(EMBEDDED_EDM_ACTIONS)).meta({ description: 'what can be done with it now' }),
});

export const listEmbeddedEdm = endpoint({
  name: 'listEmbeddedEdm',
  method: 'GET',
  path: '/dev/edm-documents',
  summary: 'What the embedded operator of electronic documents holds, the newest first (development only)',
  caller: 'public',
  data: z.object({
    companies: z.array(z.object({ inn: z.string(), by_hand: z.boolean() })),
    documents: z.array(embeddedEdmDocument),
  }),
  source: 'docs/calls.md 8',
});

/** Refuses: 404 no such document; 409 this can't be done with it now. */
export const answerEmbeddedEdm = endpoint({
  name: 'answerEmbeddedEdm',
  method: 'POST',
  path: '/dev/edm-documents',
  summary: 'Answers a document in the buyer’s place, or signs our annulment (development only)',
  caller: 'public',
  body: z.object({
    id: requiredText(100),
    deed: z.enum(EMBEDDED_EDM_ACTIONS, { error: 'Выберите ответ' }),
    text: z.string().trim().max(250, { error: 'Не больше 250 знаков' }).default(''),
  }),
  data: z.object({ id: z.string() }),
  source: 'docs/calls.md 8',
});

export const setEmbeddedEdm = endpoint({
  name: 'setEmbeddedEdm',
  method: 'POST',
  path: '/dev/edm-operator',
  summary:
    'Has a company answered for by hand or by itself, or the operator busy for a while (429; development only)',
  caller: 'public',
  body: z.object({
    inn: z.string().max(12).optional(),
    by_hand: flag.optional(),
    busy_seconds: z.int().min(0).max(600).optional(),
  }),
  data: z.object({ done: z.literal(true) }),
  source: 'docs/calls.md 8',
});
