import { can, type Action } from '#contract/access.ts';
import type { AnyEndpoint, Caller } from '#contract/endpoint.ts';
import { FACTOR_MESSAGES, FACTOR_REASON, type FactorAsk } from '#contract/identity/second-factor.ts';
import { isStaffAction } from '#contract/staff-access.ts';
import type { Config } from '../config/config.ts';
import { Refusal } from '../errors.ts';
import type { Session } from './session.ts';

/** Returns whether a person has a second factor and has not shown it yet. The code from an SMS alone opens nothing. */
export function isHalf(session: Session): boolean {
  return session.hasFactor && !session.factorConfirmed;
}

/** Returns what this session has to do about its second factor; null when nothing. */
export function getFactorAsk(config: Config, session: Session): FactorAsk | null {
  if (isHalf(session)) return 'confirm';
  return mustHaveFactor(config, session) && !session.hasFactor ? 'enrol' : null;
}

/**
 * Returns whether a second factor is required: for staff where the programme requires it, for colleagues who may
 * change something where their company requires it.
 */
export function mustHaveFactor(config: Config, session: Session): boolean {
  if (session.staffRole !== null && config.secondFactor.requiredOfStaff) return true;
  return session.company?.requiresFactor === true && can(session.role, 'moveMoney');
}

/**
 * Refuses with 403, the reason `factor` and the required step when a session lacks its factor. A user who only has to
 * connect one for their company can still read.
 */
export function assertFactor(config: Config, endpoint: AnyEndpoint, session: Session | null): void {
  if (!session || endpoint.caller === 'public' || endpoint.beforeFactor) return;
  const ask = getFactorAsk(config, session);
  if (ask === null) return;
  const staffMust = session.staffRole !== null && config.secondFactor.requiredOfStaff;
  if (ask === 'confirm' || staffMust || writes(endpoint)) throw factorNeeded(ask);
}

export function factorNeeded(ask: FactorAsk): Refusal {
  return new Refusal(403, FACTOR_REASON, FACTOR_MESSAGES[ask], { data: { factor: ask } });
}

/** A file that a writer's call gives is made by it: an invoice. */
function writes({ caller, method, kind }: AnyEndpoint): boolean {
  return isRightToWrite(caller) && (method !== 'GET' || kind === 'file');
}

const NO_RIGHT_TO_WRITE: readonly Caller[] = ['public', 'signed-in', 'company', 'read'];

function isRightToWrite(caller: Caller): caller is Exclude<Action, 'read'> | 'orderer' {
  return !NO_RIGHT_TO_WRITE.includes(caller) && !isStaffAction(caller);
}
