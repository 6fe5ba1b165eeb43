import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParams, moment, requiredText } from '../fields.ts';
import { smsCodeField } from './sms-code.ts';

/** Proofs that the first admin of a company may speak for it: decision 51, docs/calls.md 6 and 7. */

/** Proofs that the operator may accept, each with its text on the screens. */
const ADMIN_PROOF = {
  payment: 'Оплата со счёта компании',
  document: 'Документ о полномочиях',
  'registry-phone': 'Код на телефон из реестра',
} as const;
export type AdminProofWay = keyof typeof ADMIN_PROOF;
export const ADMIN_PROOF_WAYS = Object.keys(ADMIN_PROOF) as AdminProofWay[];

/** `staff`: two members of the programme's staff have named the admin. */
const ADMIN_PROOF_KINDS = [...ADMIN_PROOF_WAYS, 'staff'] as const;
export type AdminProofKind = (typeof ADMIN_PROOF_KINDS)[number];
export const ADMIN_PROOF_TITLE: Readonly<Record<AdminProofKind, string>> = {
  ...ADMIN_PROOF,
  staff: 'Решение сотрудников программы',
};

export const ADMIN_PROOF_STATES = ['waiting', 'confirmed', 'refused'] as const;

/** Reason shown while money waits because a payment is not a proof. */
export const ADMIN_UNCONFIRMED =
  'Деньги можно переводить на карты, когда подтверждены полномочия администратора: раздел «Доступ»';

const proof = z.object({
  id: z.int(),
  kind: z.enum(ADMIN_PROOF_KINDS),
  state: z.enum(ADMIN_PROOF_STATES),
  /** Present only for a document. */
  file: z.string().nullable(),
  reason: z.string().nullable().meta({ description: 'why it was refused, or why staff named the admin' }),
  created_at: moment,
  decided_at: moment.nullable(),
});

export const ownFirstAdmin = z.object({
  confirmed: z.boolean(),
  ways: z.array(z.enum(ADMIN_PROOF_WAYS)).meta({ description: 'what the operator counts as a proof' }),
  proofs: z.array(proof).meta({ description: 'what was given so far, newest first' }),
});

const staffAdminProof = proof.extend({
  given_by: z.object({ id: z.int(), firstname: z.string().nullable(), lastname: z.string().nullable() }),
  decided_by: z
    .object({ id: z.int(), firstname: z.string().nullable(), lastname: z.string().nullable() })
    .nullable()
    .meta({ description: 'of the programme’s staff; null: it was confirmed by itself' }),
  payment_id: z.int().nullable(),
  phone: z.string().nullable().meta({ description: 'masked: the registry’s phone that the code went to' }),
});

export const staffFirstAdmin = z.object({
  confirmed: z.boolean(),
  ways: z.array(z.enum(ADMIN_PROOF_WAYS)),
  proofs: z.array(staffAdminProof),
});

const SOURCE = 'docs/calls.md 6';

export const readFirstAdmin = endpoint({
  name: 'readFirstAdmin',
  method: 'GET',
  path: '/api/first-admin',
  summary: 'Whether the company’s first admin is confirmed, and by what he can be',
  caller: 'assignRoles',
  data: ownFirstAdmin,
  source: SOURCE,
});

export const giveAdminDocument = endpoint({
  name: 'giveAdminDocument',
  method: 'POST',
  path: '/api/first-admin/document',
  summary:
    'A document that the caller may speak for the company (png, jpg, pdf up to 10 MB); staff look at it',
  caller: 'assignRoles',
  body: z.object({}),
  file: 'file',
  data: ownFirstAdmin,
  source: SOURCE,
});

export const sendAdminCode = endpoint({
  name: 'sendAdminCode',
  method: 'POST',
  path: '/api/first-admin/code',
  summary:
    'Sends a code to the mobile phone that the register has for the company; three times a day at most',
  caller: 'assignRoles',
  body: z.object({}),
  data: z.object({ phone: z.string(), resend_after: z.int() }),
  source: SOURCE,
});

export const confirmAdminByCode = endpoint({
  name: 'confirmAdminByCode',
  method: 'POST',
  path: '/api/first-admin/confirm',
  summary: 'Confirms the first admin by that code',
  caller: 'assignRoles',
  body: z.object({ sms: smsCodeField }),
  data: ownFirstAdmin,
  source: SOURCE,
});

export const readClientAdmin = endpoint({
  name: 'readClientAdmin',
  method: 'GET',
  path: '/staff/api/clients/:id/first-admin',
  summary: 'Whether a client’s first admin is confirmed, by what, when and by whom',
  caller: 'staff.read',
  params: idParams,
  data: staffFirstAdmin,
  source: 'docs/calls.md 7',
});

export const downloadAdminDocument = endpoint({
  name: 'downloadAdminDocument',
  method: 'GET',
  path: '/staff/api/admin-proofs/:id/file',
  summary: 'The document that a first admin has given',
  caller: 'staff.serveClients',
  kind: 'file',
  params: idParams,
  source: 'docs/calls.md 7',
});

export const confirmAdminDocument = endpoint({
  name: 'confirmAdminDocument',
  method: 'POST',
  path: '/staff/api/admin-proofs/:id/confirm',
  summary: 'The document shows that the first admin may speak for the company',
  caller: 'staff.runProgramme',
  params: idParams,
  body: z.object({}),
  data: staffFirstAdmin,
  source: 'docs/calls.md 7',
});

export const refuseAdminDocument = endpoint({
  name: 'refuseAdminDocument',
  method: 'POST',
  path: '/staff/api/admin-proofs/:id/refuse',
  summary: 'The document shows it not; the admin reads the reason and can give another one',
  caller: 'staff.runProgramme',
  params: idParams,
  body: z.object({ reason: requiredText(500) }),
  data: staffFirstAdmin,
  source: 'docs/calls.md 7',
});
