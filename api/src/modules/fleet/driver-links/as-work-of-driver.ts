import type { FastifyRequest } from 'fastify';
import { getUserAgent } from '../../../http/call-work.ts';
import { runAsWork, createWork } from '../../../lib/work-at-hand.ts';
import type { FoundLink } from './driver-links.ts';

/** What a driver does on his page, as the audit log names it. */
export type DriverAction =
  | 'driverAsksCode'
  | 'driverEntersCode'
  | 'driverOpensCard'
  | 'driverAsks'
  | 'driverStartsTrip'
  | 'driverEndsTrip';

/** Whatever it writes to the audit log names the driver and his card: he has no session from which it could know. */
export function asWorkOfDriver<Result>(
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
