import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, idParams, requiredText } from '../fields.ts';
import { mailing } from '../insights/mailings.ts';

/** A client's mailings as staff see them: docs/calls.md 26. */

export const listClientMailings = endpoint({
  name: 'listClientMailings',
  method: 'GET',
  path: '/staff/api/clients/:id/mailings',
  summary: 'The reports that a client has sent to itself by mail',
  caller: 'staff.read',
  params: idParams,
  data: z.array(mailing),
  source: 'docs/calls.md 26',
});

/** The client may go on with it. Refuses: 404 no such mailing of this client; 409 it does not run. */
export const stopClientMailing = endpoint({
  name: 'stopClientMailing',
  method: 'POST',
  path: '/staff/api/clients/:id/mailings/:mailingId/stop',
  summary: 'Pauses a client’s mailing, with a reason that stands in its log',
  caller: 'staff.serveClients',
  params: z.object({ id, mailingId: id }),
  body: z.object({ reason: requiredText(500) }),
  data: z.object({}),
  source: 'docs/calls.md 26',
});
