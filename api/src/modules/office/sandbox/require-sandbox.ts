import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, notFound } from '../../../errors.ts';
import type { SimulatedNetworks } from '../../../gateways/fuel-network/simulator/start-simulated-networks.ts';
import type { Sandbox, SandboxCard } from './sandbox.ts';
import { findOwnSandbox, findSandboxOf, listSandboxCards } from './sandbox-store.ts';

export const NO_SANDBOX = 'Песочницы нет: создайте её в разделе «Ключи»';

/** The open sandbox of a company. Refuses: 404 there is none. */
export async function requireSandbox(ctx: Context, { companyId }: CompanyScope): Promise<Sandbox> {
  const sandbox = await findSandboxOf(ctx.db.system, companyId);
  if (!sandbox) throw notFound(NO_SANDBOX);
  return sandbox;
}

/** The sandbox whose key calls. */
export async function requireOwnSandbox(ctx: Context, scope: CompanyScope): Promise<Sandbox> {
  const sandbox = await findOwnSandbox(ctx.db.system, scope);
  if (!sandbox) throw notFound(NO_SANDBOX);
  return sandbox;
}

/** Refuses: 404 no such card of the sandbox. */
export async function requireTestCard(ctx: Context, scope: CompanyScope, id: number): Promise<SandboxCard> {
  const card = (await listSandboxCards(ctx.db.system, scope.companyId)).find((one) => one.id === id);
  if (!card) throw notFound('Такой карты в песочнице нет');
  return card;
}

export function requireNetwork({ sandboxes }: Context): SimulatedNetworks {
  if (!sandboxes) throw conflict('На этой площадке песочниц нет');
  return sandboxes;
}
