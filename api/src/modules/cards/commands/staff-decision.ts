import type { FinalAnswer } from '../../../gateways/fuel-network/fuel-network.ts';
import { conflict } from '../../../errors.ts';
import type { RequestKey } from '../../../http/request-key.ts';
import { UNCLEAR_AFTER_SECONDS } from './unclear-movement.ts';

/** Staff's finding about a command that its network does not answer for. */
export interface StaffDecision {
  executed: boolean;
  /** How the staff member knows. */
  reason: string;
  staffId: number;
  ip: string;
  requestKey: RequestKey | null;
}

const TOO_EARLY = 'Сеть ещё может ответить сама: подождите десять минут и решите потом';
const NOT_ASKED = 'Сети эту команду ещё не передавали: она ждёт своей очереди';

/** Refuses a staff decision in the first ten minutes, while the network may still answer. Throws 409. */
export function assertOverdue(since: Date, now: Date): void {
  if (now.getTime() - since.getTime() < UNCLEAR_AFTER_SECONDS * 1000) throw conflict(TOO_EARLY);
}

/** Also refuses one before the network has received the command. Throws 409. */
export function assertUnclear(args: { since: Date; attempts: number }, now: Date): void {
  assertOverdue(args.since, now);
  if (args.attempts === 0) throw conflict(NOT_ASKED);
}

/** The decision in the form of a network's answer; the company reads `refusal`. */
export function toFinalAnswer({ executed }: StaffDecision, refusal: string): FinalAnswer {
  return executed ? { state: 'done' } : { state: 'refused', reason: refusal };
}

export function formatNetworkAnswer(response: FinalAnswer): string {
  return response.state === 'done'
    ? 'Сеть успела ответить сама: исполнено'
    : `Сеть успела ответить сама: отказ (${response.reason})`;
}

/** The change for the audit log. */
export function changeSettled(
  decision: StaffDecision,
  about: { companyId: number; details: Record<string, unknown> },
) {
  const { executed, reason, staffId: userId, ip } = decision;
  return {
    what: 'change-settled' as const,
    userId,
    companyId: about.companyId,
    ip,
    details: { ...about.details, executed, reason },
  };
}
