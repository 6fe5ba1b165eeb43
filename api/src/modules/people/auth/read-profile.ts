import { PROFILE_HEADERS } from '#contract/auth.ts';
import { MAINTENANCE_OF_EVERYTHING } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { badRequest } from '../../../errors.ts';
import type { Session } from '../../../http/session.ts';
import { findMaintenance } from '../../programme/maintenance/find-maintenance.ts';
import { listAnnounced } from '../../programme/maintenance/list-announced.ts';
import type { CurrentMaintenance, MaintenanceRecord } from '../../programme/maintenance/maintenance.ts';
import { findLastRejection, type Rejection } from './rejection-store.ts';
import { readProfileCompany, type ProfileCompany } from './profile-store.ts';
import { moveSessionEnd } from './session-store.ts';
import { idleEnd } from './tokens.ts';
import { readPerson } from '../users/read-person.ts';
import type { Person } from '../users/user.ts';

export interface Profile {
  person: Person;
  company: ProfileCompany | null;
  /**
   * Maintenance of everything if there is any, otherwise that of the lowest partner id; null when there is none now.
   */
  maintenance: CurrentMaintenance | null;
  announced: MaintenanceRecord[];
  /** Of the request by which the person had joined; null for a member of a company. */
  rejection: Rejection | null;
}

type Headers = Record<string, string | string[] | undefined>;

/**
 * What the screens ask for on every route change. It moves the session's end to 3600 s from now (spec section 4), of staff to 900 s. A
 * wrong API key or version gets 400, a missing one is accepted (docs/calls.md 1).
 */
export async function readProfile(ctx: Context, session: Session, headers: Headers): Promise<Profile> {
  assertKnownClient(headers, ctx.config.publicApiKey);
  const now = ctx.clock.now();
  const scope = session.company?.scope;
  const [person, company, maintenance, announced, rejection] = await Promise.all([
    readPerson(ctx.db.system, session.userId),
    scope ? ctx.db.inCompany(scope, (tx) => readProfileCompany(tx, scope, now)) : null,
    findMaintenance(ctx.db.system, { partnerIds: [MAINTENANCE_OF_EVERYTHING, ...ctx.partnerIds()], now }),
    listAnnounced(ctx.db.system, now),
    scope ? null : findLastRejection(ctx.db.system, session.userId),
    moveSessionEnd(ctx.db.system, {
      sessionId: session.id,
      expiresAt: idleEnd(now, session.staffRole !== null),
    }),
  ]);
  return { person, company, maintenance, announced, rejection };
}

function assertKnownClient(headers: Headers, publicApiKey: string): void {
  const key = headers[PROFILE_HEADERS.apiKey];
  if (key !== undefined && key !== publicApiKey) throw badRequest('Неизвестный ключ приложения');
  const version = headers[PROFILE_HEADERS.apiVersion];
  if (version !== undefined && version !== PROFILE_HEADERS.version)
    throw badRequest('Неизвестная версия приложения');
}
