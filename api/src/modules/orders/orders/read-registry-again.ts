import type { Context } from '../../../context.ts';
import { conflict, unavailable } from '../../../errors.ts';
import {
  RegistryUnavailable,
  type RegistryCompany,
} from '../../../gateways/company-registry/company-registry.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { readStaffOrder } from './read-order.ts';
import { writtenRegistry } from './registry-answer.ts';
import { setRegistry } from './staff-order-store.ts';

/**
 * Requests a company's data from the register and stores the answer with the card request. Refuses: 404, 409 the
 * register has no such company, 503 it does not respond.
 */
export async function readRegistryAgain(
  ctx: Context,
  { orderId, by }: { orderId: number; by: { userId: number; ip: string } },
): Promise<void> {
  const { company, registry } = await readStaffOrder(ctx.db.system, orderId);
  const found = await ask(ctx, company.inn);
  if (!found) throw conflict('Реестр не знает компании с этим ИНН');
  await ctx.db.inSystem(async (tx) => {
    const now = ctx.clock.now();
    await setRegistry(tx, { id: orderId, registry: writtenRegistry(found, now) });
    await recordEvent(tx, {
      at: now,
      what: 'registry-read',
      userId: by.userId,
      companyId: company.id,
      ip: by.ip,
      targets: [{ kind: 'request', id: orderId }],
      before: { status: 'state' in registry ? registry.state : null },
      after: { status: found.state },
    });
  });
}

async function ask(ctx: Context, inn: string): Promise<RegistryCompany | null> {
  try {
    return await ctx.registry.find(inn);
  } catch (error) {
    if (!(error instanceof RegistryUnavailable)) throw error;
    throw unavailable('Реестр компаний не отвечает. Попробуйте позже');
  }
}
