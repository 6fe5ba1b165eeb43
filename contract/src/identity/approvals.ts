import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { absentWhenEmpty, id, idParams, moment, requiredText } from '../fields.ts';
import { largeMoneyOrZero, rubles } from '../kopecks.ts';

/** Actions that need two people: docs/calls.md 14. */

/** `waiting` is the only state that changes. An expired one was not decided within its days. */
export const APPROVAL_STATES = ['waiting', 'confirmed', 'declined', 'withdrawn', 'expired'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

export const APPROVAL_STATE_TITLE: Record<ApprovalState, string> = {
  waiting: 'Ждёт второго',
  confirmed: 'Подтверждено',
  declined: 'Отклонено',
  withdrawn: 'Отозвано',
  expired: 'Истекло',
};

export const APPROVAL_DAYS = 7;

/** The things that proposals are about; `network`, `tariff` and `member` also of what is still to be made; `programme` is the operator itself. */
const APPROVAL_SUBJECTS = [
  'advance-return',
  'client',
  'debt-rule',
  'dispute',
  'document',
  'limit',
  'member',
  'month',
  'movement',
  'network',
  'payment',
  'person',
  'phone-change',
  'purchase-term',
  'programme',
  'sale',
  'tariff',
  'terms',
] as const;
export type ApprovalSubject = (typeof APPROVAL_SUBJECTS)[number];

const member = z.object({ id: z.int(), firstname: z.string().nullable(), lastname: z.string().nullable() });

/** Answer (202) of a call that has no effect until another member confirms it. */
export const pendingApproval = z.object({ id: z.int(), deed: z.string(), proposed_by: member });

export const approval = pendingApproval.extend({
  about: z
    .object({
      kind: z.enum(APPROVAL_SUBJECTS),
      id: z.int().nullable(),
      key: z
        .record(z.string(), z.union([z.string(), z.number(), z.null()]))
        .optional()
        .meta({
          description:
            'what identifies the thing: the call’s path, or what names a new one, such as client, network and goods of a tariff',
        }),
    })
    .meta({ description: 'what the call is about; the id is null where it names none, as for a new tariff' }),
  title: z.string(),
  details: z.array(z.object({ title: z.string(), value: z.string() })),
  company: z.object({ id: z.int(), inn: z.string(), title: z.string() }).nullable(),
  state: z.enum(APPROVAL_STATES),
  proposed_at: moment,
  expires_at: moment,
  decided_by: member.nullable(),
  decided_at: moment.nullable(),
  reason: z.string().nullable().meta({ description: 'why it was declined or withdrawn' }),
  obstacle: z.string().nullable().meta({ description: 'why whoever asks can’t confirm it; null: he can' }),
  stale: z.string().nullable().meta({
    description:
      'of what waits: what has changed since, so that confirming would be refused; null: nothing has',
  }),
});

export const listApprovals = endpoint({
  name: 'listApprovals',
  method: 'GET',
  path: '/staff/api/approvals',
  summary: 'Deeds that a second member confirms: what waits first, then the newest',
  caller: 'staff.read',
  query: z.object({
    state: z.enum(APPROVAL_STATES, 'Неизвестное состояние').optional(),
    about: absentWhenEmpty(z.enum(APPROVAL_SUBJECTS, 'О таком предложений нет')).meta({
      description:
        'only those about such things; `client`: whatever concerns a client, his payments and documents too',
    }),
    about_id: absentWhenEmpty(id).meta({ description: 'of `about`: of this one alone' }),
  }),
  data: z.array(approval),
  meta: z.object({
    credit_above: rubles.meta({
      description: 'what one member may move alone in a day, in rubles; above it a second one confirms',
    }),
    left_today: rubles.meta({ description: 'what the caller may still move alone today' }),
  }),
  source: 'docs/calls.md 14',
});

/**
 * Carries the action out, in the name of the member who proposed it. Refuses: 403 one’s own proposal, or an action
 * outside one’s role; 409 it is decided already, or is just being decided; and all refusals of the action itself,
 * after which the proposal still waits.
 */
export const confirmApproval = endpoint({
  name: 'confirmApproval',
  method: 'POST',
  path: '/staff/api/approvals/:id/confirm',
  summary: 'Confirms what another member has proposed, and carries it out',
  caller: 'staff.change',
  needsFreshCode: true,
  params: idParams,
  data: z.object({ approval, outcome: z.unknown().meta({ description: 'the answer of the call itself' }) }),
  source: 'docs/calls.md 14',
});

/** The member who proposed it withdraws it by the same call. */
export const declineApproval = endpoint({
  name: 'declineApproval',
  method: 'POST',
  path: '/staff/api/approvals/:id/decline',
  summary: 'Declines what another member has proposed, or withdraws one’s own',
  caller: 'staff.change',
  params: idParams,
  body: z.object({ reason: requiredText(500) }),
  data: z.object({ approval }),
  source: 'docs/calls.md 14',
});

export const setApprovalLimit = endpoint({
  name: 'setApprovalLimit',
  method: 'PUT',
  path: '/staff/api/approval-limit',
  summary: 'How much money one member may move alone in a day; takes two people itself',
  caller: 'staff.manageStaff',
  needsFreshCode: true,
  secondPerson: true,
  body: z.object({ credit_above: largeMoneyOrZero }),
  data: z.object({ credit_above: rubles }),
  source: 'docs/calls.md 14',
});
