import type { FastifyRequest } from 'fastify';
import { SHOWN_COMPANY_HEADER } from '#contract/companies/shown-company.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { noRoleInCompany } from '../errors.ts';
import type { Session } from './session.ts';

/**
 * Refuses a call of a company that names one in which the caller has no role, or names none that can be read. Calls without
 * the header, and those that concern the person alone, pass.
 */
export function assertShownCompany(
  endpoint: AnyEndpoint,
  session: Session | null,
  request: FastifyRequest,
): void {
  const shown = request.headers[SHOWN_COMPANY_HEADER];
  if (!session || session.key || shown === undefined || shown === '') return;
  if (endpoint.caller === 'public' || endpoint.caller === 'signed-in') return;
  if (shown !== String(session.company?.id ?? '')) throw noRoleInCompany();
}
