import { sql } from 'kysely';
import { REQUEST_STATUS, type RequestStatusId } from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';
import { encodeBigints } from '../../../db/parameter.ts';

/** A version of a card request, as a message has shown it. */
interface ShownOrder {
  id: number;
  revision: number;
}

export const ORDER_EDITED = 'Компания изменила заявку. Прочитайте её в кабинете';

/** Returns those of these versions of requests that wait for no decision any more, with what became of each. */
export async function describeDecidedOrders(
  db: Db,
  shown: readonly ShownOrder[],
): Promise<(ShownOrder & { outcome: string })[]> {
  if (shown.length === 0) return [];
  const orders = await rows(
    db,
    sql<{ id: number; statusId: RequestStatusId; revision: number; withdrawnAt: Date | null }>`
      select id, status_id as "statusId", revision, withdrawn_at as "withdrawnAt" from card_request
      where id = any(${encodeBigints(shown.map(({ id }) => id))}::bigint[])`,
  );
  const known = new Map(orders.map((order) => [order.id, order]));
  return shown.flatMap(({ id, revision }) => {
    const order = known.get(id);
    if (!order) return [{ id, revision, outcome: 'Заявки больше нет' }];
    if (order.statusId !== REQUEST_STATUS.created) {
      const outcome = order.withdrawnAt ? 'Заявка отозвана' : DECIDED[order.statusId];
      return [{ id, revision, outcome }];
    }
    return order.revision === revision ? [] : [{ id, revision, outcome: ORDER_EDITED }];
  });
}

const DECIDED: Readonly<Record<Exclude<RequestStatusId, typeof REQUEST_STATUS.created>, string>> = {
  [REQUEST_STATUS.approved]: 'Заявка уже одобрена',
  [REQUEST_STATUS.issued]: 'Заявка уже одобрена, карты выпущены',
  [REQUEST_STATUS.rejected]: 'Заявка уже отклонена',
};
