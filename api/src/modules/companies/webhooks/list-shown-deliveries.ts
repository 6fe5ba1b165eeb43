import type { EndpointData, EndpointQuery } from '#contract/endpoint.ts';
import type { listDeliveries } from '#contract/companies/webhooks.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { findDeliveries, type DeliveryRow } from './deliveries.ts';
import { hasWebhook } from './webhooks.ts';

interface ShownDeliveries {
  data: EndpointData<typeof listDeliveries>;
  meta: { pagination: { total_pages: number; current_page: number; total: number } };
}

/**
 * Lists the deliveries to one of a company's addresses, in the form that all calls share. Refuses with 404 when there
 * is no such address.
 */
export async function listShownDeliveries(
  ctx: Context,
  scope: CompanyScope,
  args: EndpointQuery<typeof listDeliveries> & { webhookId: number },
): Promise<ShownDeliveries> {
  const { webhookId, page, perPage, state } = args;
  const { found, total } = await ctx.db.inCompany(scope, async (tx) => {
    if (!(await hasWebhook(tx, scope, webhookId))) throw notFound('Вебхук не найден');
    return findDeliveries(tx, scope, { webhookId, page, perPage, state });
  });
  return {
    data: found.map(presentDelivery),
    meta: { pagination: { total_pages: Math.ceil(total / perPage), current_page: page, total } },
  };
}

function presentDelivery(delivery: DeliveryRow) {
  const { id, state, attempts, body } = delivery;
  return {
    id,
    type: delivery.event_type,
    state,
    attempts,
    created_at: delivery.created_at.toISOString(),
    last_at: delivery.last_at?.toISOString() ?? null,
    next_at: state === 'waiting' ? delivery.next_at.toISOString() : null,
    status: delivery.last_status,
    error: delivery.last_error,
    body,
  };
}
