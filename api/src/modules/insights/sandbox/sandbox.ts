import type { z } from 'zod';
import type { sandboxState } from '#contract/companies/sandbox.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, notFound } from '../../../errors.ts';
import type { SimulatedNetworks } from '../../../gateways/fuel-network/simulator/start-simulated-networks.ts';
import { findOwnSandbox, findSandboxOfCompany, listSandboxCards, findUnallocated } from './sandbox-store.ts';
import { presentSandbox } from './present.ts';
import type { Sandbox, SandboxCard } from './sandbox-state.ts';

export const NO_SANDBOX = 'Песочницы нет: создайте её в разделе «Ключи»';

/** The open sandbox of a company. Refuses: 404 there is none. */
export async function requireSandbox(ctx: Context, { companyId }: CompanyScope): Promise<Sandbox> {
  const sandbox = await findSandboxOfCompany(ctx.db.system, companyId);
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
  const card = (await listSandboxCards(ctx.db.system, scope.companyId)).find(
    (sandboxCard) => sandboxCard.id === id,
  );
  if (!card) throw notFound('Такой карты в песочнице нет');
  return card;
}

export function requireNetwork({ sandboxes }: Context): SimulatedNetworks {
  if (!sandboxes) throw conflict('На этом портале песочниц нет');
  return sandboxes;
}

export async function readState(ctx: Context, sandbox: Sandbox): Promise<z.input<typeof sandboxState>> {
  const { companyId } = sandbox;
  const cards = await listSandboxCards(ctx.db.system, companyId);
  return presentSandbox(sandbox, { cards, unallocated: await findUnallocated(ctx.db.system, companyId) });
}
