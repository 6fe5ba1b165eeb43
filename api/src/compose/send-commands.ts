import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../context.ts';
import { memoizePerOwner } from '../lib/turns/memoize-per-owner.ts';
import { createPlaces, type Places } from '../lib/places.ts';
import { carryOutOperation } from '../modules/fuel/settlement/carry-out-operation.ts';
import { runAsJob } from '../queue/run-as-job.ts';
import { enqueueJob } from '../queue/enqueue-job.ts';
import { taskOfNetwork, type JobPayloads } from '../queue/job.ts';
import { MAX_CONCURRENT_PER_NETWORK } from '../queue/lanes.ts';
import { callNetwork } from './call-network.ts';

/** Sends a command to its network, unless the network is silent. Companies take turns. */
export function sendCommand(
  ctx: Context,
  { operationId, partnerId, companyId }: JobPayloads['carry-out-operation'],
): Promise<void> {
  return placesAt(ctx)(partnerId).take(
    () => callNetwork(ctx, partnerId, () => carryOutOperation(ctx, operationId)),
    companyId,
  );
}

/**
 * Sends many commands, each as a job of its own would: it passes the breaker, gets its answer booked and leaves its lines in
 * the audit log by itself. Counting, sending and posting are done for all together. A command that fails goes on in a job of
 * its own, and the others are not sent again because of it.
 */
export async function sendCommands(
  ctx: Context,
  { operationIds, partnerId, companyIds = [] }: JobPayloads['carry-out-operations'],
): Promise<void> {
  const task = taskOfNetwork('carry-out-operation', partnerId);
  await Promise.all(
    operationIds.map(async (operationId, index) => {
      const companyId = companyIds[index];
      const payload = { operationId, partnerId, ...(companyId !== undefined && { companyId }) };
      try {
        await runAsJob(ctx, task, payload, () => sendCommand(ctx, payload));
      } catch (error) {
        ctx.log.warn({ err: error, operationId }, 'a command goes on in a job of its own');
        const key = `operation:${operationId}`;
        await enqueueJob(ctx.db.system, 'carry-out-operation', payload, { key });
      }
    }),
  );
}

/**
 * Places for simultaneous calls to a network. A network whose wire takes many commands in a call has that many times as
 * many.
 */
const placesAt = memoizePerOwner((ctx: Context) => {
  const known = new Map<PartnerId, Places>();
  return (partnerId: PartnerId): Places => {
    const isThere = ctx.networkIds('sandbox').includes(partnerId);
    const together = (): number => (isThere && ctx.getNetwork(partnerId).together?.maxBatch()) || 1;
    const places = known.get(partnerId) ?? createPlaces(() => MAX_CONCURRENT_PER_NETWORK * together());
    known.set(partnerId, places);
    return places;
  };
});
