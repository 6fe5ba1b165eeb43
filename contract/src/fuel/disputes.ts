import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  absentWhenEmpty,
  day,
  id,
  idParams,
  listSchema,
  moment,
  optionalText,
  page,
  requiredText,
  rowsPerPage,
} from '../fields.ts';
import { positiveLargeMoney, rubles } from '../kopecks.ts';
import { pagination } from '../pagination.ts';

/** A dispute of one purchase: docs/calls.md 51, decisions 189 and 223. */

const DISPUTE_KINDS = ['doubled', 'not-mine', 'other-litres', 'other-price'] as const;
export type DisputeKind = (typeof DISPUTE_KINDS)[number];

export const DISPUTE_KIND_TITLE: Readonly<Record<DisputeKind, string>> = {
  doubled: 'Списано дважды',
  'not-mine': 'Не моя заправка',
  'other-litres': 'Другие литры',
  'other-price': 'Другая цена',
};

const DISPUTE_STATES = ['open', 'at-network', 'accepted', 'declined', 'withdrawn'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** Both sides read the same. */
export const DISPUTE_STATE_TITLE: Readonly<Record<DisputeState, string>> = {
  open: 'Подан',
  'at-network': 'Спросили сеть',
  accepted: 'Деньги вернули',
  declined: 'Отклонён',
  withdrawn: 'Отозван',
};

/** A purchase can be disputed for so many days. */
export const DISPUTE_WITHIN_DAYS = 60;
/** The company gets an answer within so many days. */
export const DISPUTE_ANSWER_DAYS = 10;

const PER_PAGE = 50;
const MAX_AT_ONCE = 200;

const kind = z.enum(DISPUTE_KINDS, { error: 'Выберите, что не так' });
const state = z.enum(DISPUTE_STATES, { error: 'Неизвестное состояние спора' });

const dispute = z.object({
  id: z.int(),
  operation: z.object({
    id: z.int(),
    number: z.string(),
    at: moment,
    card_number: z.string(),
    network: z.string(),
    goods: z.string(),
    litres: z.number(),
    sum: rubles,
    address: z.string(),
  }),
  kind,
  text: z.string(),
  evidence: z.array(z.string()).meta({ description: 'what the portal knew when the dispute was opened' }),
  photo: z.string().nullable().meta({ description: 'the name of the file' }),
  state,
  opened_at: moment,
  opened_by: z.string(),
  due: day.meta({ description: 'the company gets an answer by then' }),
  sent_at: moment.nullable(),
  answer: z.string().nullable(),
  held: rubles
    .nullable()
    .meta({ description: 'what the programme has put on hold for the client until the dispute ends' }),
  refund: rubles.nullable(),
  ended_at: moment.nullable(),
});

const staffDispute = dispute.extend({
  company: z.object({ id: z.int(), inn: z.string(), title: z.string() }),
});

/**
 * Refuses: 404 another company’s operation, or none that is a purchase; 409 a purchase that is disputed already, or that is
 * older than 60 days.
 */
export const disputeOperation = endpoint({
  name: 'disputeOperation',
  method: 'POST',
  path: '/api/operations/:id/dispute',
  summary: 'Disputes one purchase; the portal adds what it knows of it',
  caller: 'changeCard',
  params: idParams,
  body: z.object({ kind, text: requiredText(2000) }),
  data: dispute,
  idempotent: true,
  source: 'docs/calls.md 51',
});

export const listDisputes = endpoint({
  name: 'listDisputes',
  method: 'GET',
  path: '/api/disputes',
  summary: 'The company’s disputes of purchases, newest first',
  caller: 'read',
  query: z.object({
    state: absentWhenEmpty(state),
    operation_id: absentWhenEmpty(id),
    page,
    perPage: rowsPerPage(PER_PAGE),
  }),
  data: z.array(dispute),
  meta: z.object({ pagination }),
  source: 'docs/calls.md 51',
});

/** A later photo takes the place of the earlier one. Refuses: 404; 409 a dispute that has ended; `photo`. */
export const addDisputePhoto = endpoint({
  name: 'addDisputePhoto',
  method: 'POST',
  path: '/api/disputes/:id/photo',
  summary: 'A photo or a scan of the receipt: png, jpg or pdf by content, up to 10 MiB',
  caller: 'changeCard',
  params: idParams,
  file: 'photo',
  data: dispute,
  source: 'docs/calls.md 51',
});

export const downloadDisputePhoto = endpoint({
  name: 'downloadDisputePhoto',
  method: 'GET',
  path: '/api/disputes/:id/photo',
  summary: 'The photo of a dispute',
  caller: 'read',
  params: idParams,
  kind: 'file',
  source: 'docs/calls.md 51',
});

export const withdrawDispute = endpoint({
  name: 'withdrawDispute',
  method: 'POST',
  path: '/api/disputes/:id/withdraw',
  summary: 'The company takes its dispute back; 409 one that has ended',
  caller: 'changeCard',
  params: idParams,
  body: z.object({}),
  data: dispute,
  source: 'docs/calls.md 51',
});

export const listStaffDisputes = endpoint({
  name: 'listStaffDisputes',
  method: 'GET',
  path: '/staff/api/disputes',
  summary: 'Disputes of all companies: open ones first, oldest first; then the ended ones, newest first',
  caller: 'staff.read',
  query: z.object({
    state: absentWhenEmpty(state),
    q: optionalText(100).optional(),
    page,
    perPage: rowsPerPage(PER_PAGE),
  }),
  data: z.array(staffDispute),
  meta: z.object({ pagination }),
  source: 'docs/calls.md 51',
});

export const downloadStaffDisputePhoto = endpoint({
  name: 'downloadStaffDisputePhoto',
  method: 'GET',
  path: '/staff/api/disputes/:id/photo',
  summary: 'The photo of a dispute',
  caller: 'staff.read',
  params: idParams,
  kind: 'file',
  source: 'docs/calls.md 51',
});

/** Those that have ended, or were sent before, stay as they are. */
export const sendDisputes = endpoint({
  name: 'sendDisputes',
  method: 'POST',
  path: '/staff/api/disputes/sent',
  summary: 'Their networks are asked about these disputes',
  caller: 'staff.serveClients',
  body: z.object({
    ids: listSchema(id, MAX_AT_ONCE, `За один раз отмечается не больше ${MAX_AT_ONCE} споров`).refine(
      (list) => list.length > 0,
      'Выберите споры',
    ),
  }),
  data: z.object({ sent: z.int() }),
  source: 'docs/calls.md 51',
});

/**
 * The money is free again when the dispute ends. Refuses: 404; 409 a dispute that has ended or has money on hold, or a
 * purchase that is returned whole; `sum` above what is left of the purchase.
 */
export const holdDispute = endpoint({
  name: 'holdDispute',
  method: 'POST',
  path: '/staff/api/disputes/:id/hold',
  summary: 'Puts the programme’s money on hold for the client until the dispute ends',
  caller: 'staff.handleMoney',
  idempotent: true,
  params: idParams,
  body: z.object({ sum: positiveLargeMoney }),
  data: staffDispute,
  source: 'docs/calls.md 51',
});

/** Refuses: 404; 409 a dispute that has ended. */
export const declineDispute = endpoint({
  name: 'declineDispute',
  method: 'POST',
  path: '/staff/api/disputes/:id/decline',
  summary: 'Declines a dispute with the network’s answer, which the client reads',
  caller: 'staff.serveClients',
  params: idParams,
  body: z.object({ answer: requiredText(1000) }),
  data: staffDispute,
  source: 'docs/calls.md 51',
});

/**
 * Gives money back by a correction of the client’s balance; it always takes two people. Refuses: 404; 409 a dispute that
 * has ended, or a purchase that is returned whole; `sum` above what is left of the purchase.
 */
export const acceptDispute = endpoint({
  name: 'acceptDispute',
  method: 'POST',
  path: '/staff/api/disputes/:id/accept',
  summary: 'Accepts a dispute and gives money back to the client',
  caller: 'staff.handleMoney',
  needsFreshCode: true,
  secondPerson: true,
  idempotent: true,
  params: idParams,
  body: z.object({ sum: positiveLargeMoney, answer: requiredText(400) }),
  data: staffDispute,
  source: 'docs/calls.md 51',
});
