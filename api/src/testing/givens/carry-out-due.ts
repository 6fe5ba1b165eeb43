import { carryOutOperation } from '../../modules/fuel/settlement/carry-out-operation.ts';
import { listDueOperations } from '../../modules/cards/commands/operations.ts';
import type { TestApi } from '../api.ts';

/** Carries out the commands that the queue would have sent by now, for tests that run no jobs. */
export async function carryOutDue({ ctx }: TestApi): Promise<void> {
  for (const partnerId of ctx.partnerIds('sandbox')) {
    const due = { partnerId, now: ctx.clock.now(), limit: 100 };
    for (const id of await listDueOperations(ctx.db.system, due)) await carryOutOperation(ctx, id);
  }
}
