import type { z } from 'zod';
import type { sandboxState } from '#contract/sandbox.ts';
import type { Context } from '../../../context.ts';
import { presentSandbox } from './present.ts';
import type { Sandbox } from './sandbox.ts';
import { findUnallocated, listSandboxCards } from './sandbox-store.ts';

export async function readState(ctx: Context, sandbox: Sandbox): Promise<z.input<typeof sandboxState>> {
  const { companyId } = sandbox;
  const cards = await listSandboxCards(ctx.db.system, companyId);
  return presentSandbox(sandbox, { cards, unallocated: await findUnallocated(ctx.db.system, companyId) });
}
