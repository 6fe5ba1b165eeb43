import type { Role } from '../access.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, idParams, requiredText } from '../fields.ts';
import { phoneField } from '../values/phone.ts';

/** Access that staff restore for users who cannot sign in, always by two people: docs/calls.md 14. */

/** Refuses with 404 an unknown person. All sessions of the person end, and the next sign-in connects a factor again. */
export const removeFactors = endpoint({
  name: 'removeFactors',
  method: 'POST',
  path: '/staff/api/people/:id/remove-factors',
  summary: 'Frees a member of the staff or a client’s person who has lost the second factor',
  caller: 'staff.manageStaff',
  secondPerson: true,
  params: idParams,
  body: z.object({ reason: requiredText(500) }),
  data: z.object({ removed: z.int() }),
  source: 'docs/calls.md 14',
});

/** New role of the previous admins. */
const PREVIOUS_ADMINS = ['admin', 'specialist', 'none'] as const satisfies readonly Role[];
export type PreviousAdmin = (typeof PREVIOUS_ADMINS)[number];

/** Refuses: 404 no such client; `phone` unknown, of the staff, or of another company’s colleague. */
export const appointAdmin = endpoint({
  name: 'appointAdmin',
  method: 'POST',
  path: '/staff/api/clients/:id/admin',
  summary: 'Makes a claimant the admin of a client whose admin somebody else became first, or is gone',
  caller: 'staff.serveClients',
  secondPerson: true,
  params: idParams,
  body: z.object({
    phone: phoneField,
    former_admins: z.enum(PREVIOUS_ADMINS, 'Укажите, кем станут прежние администраторы'),
    reason: requiredText(500),
  }),
  data: z.object({ id }),
  source: 'docs/calls.md 14',
});
