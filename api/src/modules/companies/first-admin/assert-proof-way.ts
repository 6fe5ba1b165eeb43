import type { AdminProofWay } from '#contract/identity/first-admin.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';

/** Refuses a proof that the operator does not count: 409. */
export function assertProofWay(ctx: Context, way: AdminProofWay): void {
  if (!ctx.config.firstAdminProofs.includes(way))
    throw conflict('Так полномочия здесь не подтверждают: выберите другой способ');
}
