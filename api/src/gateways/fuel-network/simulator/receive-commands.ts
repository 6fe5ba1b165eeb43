import type { Kysely } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import { isFlakyCard } from '../card-number.ts';
import type { NetworkCommand } from '../fuel-network.ts';
import { answerMovement } from './apply-command.ts';
import { changeBalances, findCardsLocked } from './card-store.ts';
import { addCommands, findCommands, lockRequests } from './command-store.ts';
import { listSilent } from './silent-cards.ts';
import { carryOut, receivedBefore, type ReceiveOptions, type Reception } from './receive-command.ts';

type Movement = Extract<NetworkCommand, { kind: 'move-to-card' | 'move-from-card' }>;

/**
 * Does the same as `receiveCommand` for many in one transaction, each with its own reception, in their order. Movements
 * of money take six statements together, however many they are. All other commands, and flaky cards, are
 * processed one by one.
 */
export async function receiveCommands(
  db: Kysely<unknown>,
  now: Date,
  partnerId: PartnerId,
  commands: readonly NetworkCommand[],
  options: ReceiveOptions,
): Promise<Reception[]> {
  const receptions = new Map<string, Reception>();
  await db.transaction().execute(async (trx) => {
    await lockRequests(
      trx,
      partnerId,
      commands.map((command) => command.requestId),
    );
    const known = await findCommands(trx, partnerId, commands);
    for (const [requestId, before] of known) receptions.set(requestId, receivedBefore(before));
    const fresh = commands.filter((command) => !known.has(command.requestId));
    const silent = await listSilent(trx, partnerId, fresh);
    const plain = fresh
      .filter((networkCommand) => isPlain(networkCommand, partnerId, options))
      .filter(({ cardNumber }) => !silent.has(cardNumber));
    // Locks before anything is done with one of them. All callers lock cards in the order of their numbers.
    const cards = await findCardsLocked(
      trx,
      fresh.flatMap((networkCommand) => (networkCommand.kind === 'issue' ? [] : [networkCommand.cardNumber])),
    );
    const changes = new Map<string, number>();
    const answered = plain.map((body) => {
      const card = cards.get(body.cardNumber);
      const moved = changes.get(body.cardNumber) ?? 0;
      const balance = card?.partnerId === partnerId ? card.balanceKopecks + moved : null;
      const { answer, byKopecks } = answerMovement(body, balance);
      changes.set(body.cardNumber, moved + byKopecks);
      return { body, answer };
    });
    if (answered.length > 0) {
      await changeBalances(trx, changes);
      await addCommands(trx, partnerId, answered);
    }
    for (const { body, answer } of answered) receptions.set(body.requestId, { outcome: 'answer', answer });
    for (const networkCommand of fresh)
      if (!receptions.has(networkCommand.requestId))
        receptions.set(
          networkCommand.requestId,
          await carryOut(trx, now, partnerId, networkCommand, options),
        );
  });
  return commands.map((command) => receptions.get(command.requestId) as Reception);
}

function isPlain(
  command: NetworkCommand,
  partnerId: PartnerId,
  { mood }: ReceiveOptions,
): command is Movement {
  if (command.kind !== 'move-to-card' && command.kind !== 'move-from-card') return false;
  return !isFlakyCard(command.cardNumber) && (mood?.(command, partnerId) ?? 'normal') === 'normal';
}
