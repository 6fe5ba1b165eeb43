import type { FastifyRequest } from 'fastify';
import { SHOWN_COMPANY_HEADER } from '#contract/companies/own-companies.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { otherCompany } from '../errors.ts';
import type { Session } from './session.ts';

/**
 * Refuses a call of a company whose screen shows another one than the session acts for: in another tab the person has entered
 * a further company. Calls without the header, and those that concern the person alone, pass.
 */
export function assertShownCompany(
  endpoint: AnyEndpoint,
  session: Session | null,
  request: FastifyRequest,
): void {
  const shown = request.headers[SHOWN_COMPANY_HEADER];
  if (!session || session.key || shown === undefined || shown === '') return;
  if (endpoint.caller === 'public' || endpoint.caller === 'signed-in') return;
  if (shown !== String(session.company?.id ?? ''))
    throw otherCompany('Вы перешли в другую компанию. Обновите страницу или вернитесь в прежнюю');
}
