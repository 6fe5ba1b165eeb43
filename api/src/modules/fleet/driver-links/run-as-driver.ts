import type { FastifyRequest } from 'fastify';
import { getUserAgent } from '../../../http/call-work.ts';
import { runAsWork, createWork } from '../../../lib/current-work.ts';
import type { FoundLink } from './driver-links.ts';

/** A driver's action on the driver page, as the audit log names it. */
export type DriverAction =
  | 'driverAsksCode'
  | 'driverEntersCode'
  | 'driverOpensCard'
  | 'driverAsks'
  | 'driverAsksPumpCode'
  | 'driverCancelsPumpCode'
  | 'driverAssignsPurchase'
  | 'driverStartsTrip'
  | 'driverEndsTrip';

/** Makes audit log lines name the driver and the card, because a driver has no session to take them from. */
export function runAsDriver<Result>(
  action: DriverAction,
  { link, request }: { link: FoundLink; request: FastifyRequest },
  run: () => Promise<Result>,
): Promise<Result> {
  const work = createWork(action, {
    companyId: link.companyId,
    role: 'driver',
    by: { kind: 'driver', id: link.driverId },
    targets: [{ kind: 'card', id: link.cardId }],
    ip: request.ip,
    device: getUserAgent(request),
    requestId: request.id,
    leavesTrace: true,
  });
  return runAsWork(work, run);
}
