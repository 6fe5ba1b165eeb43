import { OPERATION_TYPE, type OperationTypeId, type PartnerId } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { NetworkAnswer } from '../../../gateways/fuel-network/fuel-network.ts';
import { storableText } from '../../../lib/storable-text.ts';

/** A movement of money whose outcome the network has not reported for a long time. */
export interface UnclearMovement {
  id: number;
  typeId: OperationTypeId;
  sum: Kopecks;
  createdAt: Date;
  company: { id: number; inn: string; title: string };
  card: { id: number; number: string };
  partner: { id: PartnerId; title: string };
  attempts: number;
  lastWord: { text: string; heardAt: Date } | null;
}

/** Before this the network may still answer, so staff can't decide in its place. */
export const UNCLEAR_AFTER_SECONDS = 600;

export const MOVEMENTS: readonly OperationTypeId[] = [OPERATION_TYPE.topUp, OPERATION_TYPE.payout];

/**
 * The result of asking a network. Silence is not an answer, and neither is a fault of ours that repeating will not
 * cure.
 */
export type NetworkResponse = NetworkAnswer | { state: 'silent'; problem: string } | Fault;

export interface Fault {
  state: 'fault';
  problem: string;
  error: unknown;
}

export function toFault(error: unknown): Fault {
  return { state: 'fault', problem: error instanceof Error ? error.message : String(error), error };
}

/** Beginning of the text saved as the response of a network that did not answer. */
export const SILENT_TEXT = 'Не отвечает';

/** The network's words for the programme's staff. */
export function formatResponse(response: NetworkResponse): string {
  if (response.state === 'silent') return storableText(`${SILENT_TEXT} (${response.problem})`.slice(0, 500));
  if (response.state === 'fault')
    return storableText(`Команду не удалось передать (${response.problem})`.slice(0, 500));
  if (response.state === 'accepted') return response.unclear ?? 'Исполнение не подтверждено';
  return response.state === 'done' ? 'Исполнено' : response.reason;
}
