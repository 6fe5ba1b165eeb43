import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { rows, type Db } from '../../../db/database.ts';
import { NOT_CONFIGURED } from '../../programme/partners/partners.ts';

/**
 * Returns the sentence why a request can't be approved: a network that should issue cards has no settings on this
 * server. Returns null if all can be called. This happens to an order made before its network lost its settings.
 */
export async function findUnreachableNetworks(
  ctx: Pick<Context, 'networkIds'>,
  db: Db,
  orderId: number,
): Promise<string | null> {
  const reachable = ctx.networkIds('sandbox');
  const missing = await rows(
    db,
    sql<{ title: string }>`
      select partner.title from card_request_item item join partner on partner.id = item.partner_id
      where item.request_id = ${orderId} and item.issued_at is null
        and not item.partner_id = any(${reachable}::bigint[])
      order by item.partner_id`,
  );
  if (missing.length === 0) return null;
  const titles = missing.map(({ title }) => `«${title}»`).join(', ');
  const what = missing.length === 1 ? `Сеть ${titles} не подключена` : `Сети ${titles} не подключены`;
  return `${what}: ${missing.length === 1 ? NOT_CONFIGURED : 'на сервере нет настроек с их ключами'}. Одобрить заявку нельзя, её можно отклонить`;
}
