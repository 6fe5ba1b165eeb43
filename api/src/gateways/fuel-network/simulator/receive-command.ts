import type { Kysely } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import { isFlakyCard } from '../card-number.ts';
import type { NetworkAnswer, NetworkCommand } from '../fuel-network.ts';
import { applyCommand } from './apply-command.ts';
import { countTransfer } from './card-store.ts';
import { addCommand, findCommand, lockRequest } from './command-store.ts';
import { addEvent } from './event-store.ts';
import { listSilent } from './silent-cards.ts';

/**
 * Reaction of a network to a command. `normal`: transfers, limits and goods at once, blocks and new cards after their
 * delay; `twice`: the same, and the answer is in the feed twice; `late`: accepted, carried out after `flakyMs`;
 * `never`: accepted, but never carried out or answered; `refuse`: refused at once; `drop`: as normal, but the
 * connection breaks before the answer is given.
 */
export type CardBehaviour = 'normal' | 'twice' | 'late' | 'never' | 'refuse' | 'drop';

export interface Delays {
  blockMs: number;
  issueMs: number;
  flakyMs: number;
}

export interface ReceiveOptions {
  delays: Delays;
  /** Undefined means the card decides. */
  mood?: (command: NetworkCommand, partnerId: PartnerId) => CardBehaviour | undefined;
}

export type Reception =
  | { outcome: 'answer' | 'drop'; answer: NetworkAnswer }
  | { outcome: 'another-command' };

const FLAKY_REFUSAL = 'Сеть отказала: карта в стоп-листе эмитента';

/** The effect, the stored answer and the events are one transaction, so none of them exists without the others. */
export async function receiveCommand(
  db: Kysely<unknown>,
  now: Date,
  partnerId: PartnerId,
  command: NetworkCommand,
  options: ReceiveOptions,
): Promise<Reception> {
  return db.transaction().execute(async (trx): Promise<Reception> => {
    await lockRequest(trx, partnerId, command.requestId);
    const known = await findCommand(trx, partnerId, command.requestId, command);
    return known ? receivedBefore(known) : carryOut(trx, now, partnerId, command, options);
  });
}

export function receivedBefore(known: { answer: NetworkAnswer; sameCommand: boolean }): Reception {
  return known.sameCommand ? { outcome: 'answer', answer: known.answer } : { outcome: 'another-command' };
}

/** A command that has not been received before. */
export async function carryOut(
  trx: Kysely<unknown>,
  now: Date,
  partnerId: PartnerId,
  command: NetworkCommand,
  options: ReceiveOptions,
): Promise<Reception> {
  const mood = options.mood?.(command, partnerId) ?? (await getCardBehaviour(trx, partnerId, command));
  const delayMs = getDelay(mood, command, options.delays);
  const answer = await firstAnswer(trx, partnerId, command, mood, delayMs);
  const dueAt = answer.state === 'accepted' && mood !== 'never' ? new Date(now.getTime() + delayMs) : null;
  const announcements = mood === 'twice' ? 2 : 1;
  await addCommand(trx, { partnerId, body: command, answer, dueAt, announcements });
  if (mood === 'twice' && answer.state !== 'accepted') {
    const event = { kind: 'answer', requestId: command.requestId, ...answer } as const;
    for (let input = 0; input < announcements; input++) await addEvent(trx, partnerId, now, event);
  }
  return { outcome: mood === 'drop' ? 'drop' : 'answer', answer };
}

/** docs/calls.md 8: a card ending in 13 refuses blocks, answers odd transfers twice and even ones after a minute. */
async function getCardBehaviour(
  db: Kysely<unknown>,
  partnerId: PartnerId,
  command: NetworkCommand,
): Promise<CardBehaviour> {
  if ((await listSilent(db, partnerId, [command])).size > 0) return 'never';
  if (command.kind === 'issue' || !isFlakyCard(command.cardNumber)) return 'normal';
  if (command.kind === 'block') return 'refuse';
  if (command.kind !== 'move-to-card' && command.kind !== 'move-from-card') return 'normal';
  return (await countTransfer(db, command.cardNumber)) % 2 === 1 ? 'twice' : 'late';
}

function getDelay(mood: CardBehaviour, command: NetworkCommand, delays: Delays): number {
  if (mood === 'late') return delays.flakyMs;
  if (command.kind === 'block' || command.kind === 'unblock') return delays.blockMs;
  return command.kind === 'issue' && !command.isVirtual ? delays.issueMs : 0;
}

async function firstAnswer(
  db: Kysely<unknown>,
  partnerId: PartnerId,
  command: NetworkCommand,
  mood: CardBehaviour,
  delayMs: number,
): Promise<NetworkAnswer> {
  if (mood === 'refuse') return { state: 'refused', reason: FLAKY_REFUSAL };
  if (mood === 'never' || delayMs > 0) return { state: 'accepted' };
  return applyCommand(db, partnerId, command);
}
