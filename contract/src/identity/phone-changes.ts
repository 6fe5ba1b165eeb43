import { z } from 'zod';
import { NAME_MAX_LENGTH } from './auth.ts';
import { endpoint } from '../endpoint.ts';
import { idParams, moment, personName, requiredText } from '../fields.ts';
import { phoneField } from '../values/phone.ts';

/** A lost phone: another one is put in its place by two of the staff, a day later. docs/calls.md 16. */

export const PHONE_CHANGE_STATES = ['asked', 'allowed', 'done', 'declined', 'cancelled'] as const;
export type PhoneChangeState = (typeof PHONE_CHANGE_STATES)[number];

export const PHONE_CHANGE_STATE_TITLE: Record<PhoneChangeState, string> = {
  asked: 'Ждёт проверки',
  allowed: 'Ждёт сутки',
  done: 'Изменён',
  declined: 'Отказано',
  cancelled: 'Отменено владельцем',
};

/** Time between the confirmation by two people and the change itself. */
export const PHONE_CHANGE_HOURS = 24;

/**
 * The answer is the same whether the phone belongs to a user or not. Repeating the request while staff check it changes
 * nothing.
 */
export const askForPhone = endpoint({
  name: 'askForPhone',
  method: 'POST',
  path: '/api/lost-phone',
  summary: 'Asks the programme to let another phone sign in instead of a lost one',
  caller: 'public',
  body: z
    .object({
      phone: phoneField,
      new_phone: phoneField,
      name: personName(2 * NAME_MAX_LENGTH),
      comment: requiredText(1000),
    })
    .refine((input) => input.phone !== input.new_phone, {
      message: 'Это тот же номер',
      path: ['new_phone'],
    }),
  data: z.object({}),
  source: 'docs/calls.md 16',
});

export const phoneChange = z.object({
  id: z.int(),
  state: z.enum(PHONE_CHANGE_STATES),
  old_phone: z.string(),
  new_phone: z.string(),
  name: z.string().meta({ description: 'as whoever asks says it' }),
  comment: z.string(),
  asked_at: moment,
  person: z.object({
    id: z.int(),
    firstname: z.string().nullable(),
    lastname: z.string().nullable(),
    role: z.string(),
    company: z.object({ id: z.int(), inn: z.string(), title: z.string() }).nullable(),
    staff: z.boolean(),
    since: moment,
    seen_at: moment.nullable(),
  }),
  decided_by: z
    .object({ id: z.int(), firstname: z.string().nullable(), lastname: z.string().nullable() })
    .nullable(),
  reason: z.string().nullable(),
  effective_at: moment.nullable(),
  ended_at: moment.nullable(),
});

export const listPhoneChanges = endpoint({
  name: 'listPhoneChanges',
  method: 'GET',
  path: '/staff/api/phone-changes',
  summary: 'Lost phones: what waits first, then the newest',
  caller: 'staff.read',
  query: z.object({ state: z.enum(PHONE_CHANGE_STATES, 'Неизвестное состояние').optional() }),
  data: z.array(phoneChange),
  source: 'docs/calls.md 16',
});

/** Refuses: 404; 409 it is decided already, or the new phone is another person’s. */
export const allowPhoneChange = endpoint({
  name: 'allowPhoneChange',
  method: 'POST',
  path: '/staff/api/phone-changes/:id/allow',
  summary:
    'Allows another phone, by two people; it signs in a day later, and the old one and all admins are told',
  caller: 'staff.serveClients',
  secondPerson: true,
  params: idParams,
  body: z.object({ reason: requiredText(500) }),
  data: phoneChange,
  source: 'docs/calls.md 16',
});

export const declinePhoneChange = endpoint({
  name: 'declinePhoneChange',
  method: 'POST',
  path: '/staff/api/phone-changes/:id/decline',
  summary: 'Refuses another phone; also one that is allowed already, within its day',
  caller: 'staff.serveClients',
  params: idParams,
  body: z.object({ reason: requiredText(500) }),
  data: phoneChange,
  source: 'docs/calls.md 16',
});

export const readOwnPhoneChange = endpoint({
  name: 'readOwnPhoneChange',
  method: 'GET',
  path: '/api/users/phone-change',
  summary: 'Whether somebody has asked for another phone in one’s own name',
  caller: 'signed-in',
  data: z.object({
    pending: z.object({ new_phone: z.string(), effective_at: moment.nullable() }).nullable(),
  }),
  source: 'docs/calls.md 16',
});

export const cancelPhoneChange = endpoint({
  name: 'cancelPhoneChange',
  method: 'DELETE',
  path: '/api/users/phone-change',
  summary: 'Whoever still has the old phone stops it',
  caller: 'signed-in',
  data: z.object({}),
  source: 'docs/calls.md 16',
});

export type PhoneChange = z.infer<typeof phoneChange>;
