import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParams, requiredText } from '../fields.ts';

/** Annulment of a document that the client has by EDM: docs/calls.md 43. */

/** Refuses: 404 it did not go by EDM; 409 the client does not have it, or an annulment is proposed already. */
export const proposeAnnulment = endpoint({
  name: 'proposeAnnulment',
  method: 'POST',
  path: '/staff/api/edm-documents/:id/annul',
  summary: 'Proposes to annul a document at the operator; a person signs the proposal there',
  caller: 'staff.runProgramme',
  params: idParams,
  body: z.object({ reason: requiredText(500) }),
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 43',
});

/** Refuses: 404 it did not go by EDM; 409 there is no proposal, or the client has it already. */
export const dropAnnulment = endpoint({
  name: 'dropAnnulment',
  method: 'POST',
  path: '/staff/api/edm-documents/:id/annul/drop',
  summary: 'Takes a proposal to annul back that nobody has signed yet',
  caller: 'staff.runProgramme',
  params: idParams,
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 43',
});
