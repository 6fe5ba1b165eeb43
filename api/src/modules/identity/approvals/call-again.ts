import type { AnyEndpoint } from '#contract/endpoint.ts';
import { isStaffAction, staffCan } from '#contract/staff-access.ts';
import type { Db } from '../../../db/database.ts';
import { conflict } from '../../../errors.ts';
import { parseInput } from '../../../http/read-call.ts';
import type { ApprovableCall } from '../../../http/second-person.ts';
import type { Approval, Decision } from './approvals.ts';
import { findStaffRole } from './chain-of-grants.ts';
import type { Call } from '../../../http/call.ts';

/** Returns the call as it was made, by the rights that its author has now. */
export async function callAgain(
  db: Db,
  { endpoint }: ApprovableCall,
  approval: Approval,
  { from, request, session }: Pick<Decision, 'from' | 'request' | 'session'>,
): Promise<Call<AnyEndpoint>> {
  const { proposedBy, input } = approval;
  const staffRole = await findStaffRole(db, proposedBy.id);
  if (!isStaffAction(endpoint.caller) || !staffCan(staffRole, endpoint.caller))
    throw conflict('Тот, кто это предложил, больше не вправе этого делать. Отклоните предложение');
  const { params, query, fields } = parseInput(endpoint, input);
  // Staff's calls have no company. The type expresses this only for a known call.
  const staffCall: Omit<Call<AnyEndpoint>, 'scope'> & { scope: null } = {
    params,
    query,
    body: fields,
    file: null,
    session: { ...session, userId: proposedBy.id, staffRole, role: 'none', company: null },
    scope: null,
    from,
    requestKey: null,
    confirmedBy: session.userId,
    accessCode: undefined,
    input,
    request,
  };
  return staffCall as unknown as Call<AnyEndpoint>;
}
