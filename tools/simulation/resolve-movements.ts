import { PARTNER_IDS } from '#contract/ids.ts';
import type { TakenCommand } from './network.ts';
import { Failure, type World } from './world.ts';

/** Request ids of commands that belong to a movement already. */
const matched = new WeakMap<World, Set<string>>();

/**
 * Matches each movement that the portal has accepted with exactly one command that its network has received, and vice
 * versa. The real effect at the network is the movement's outcome.
 */
export function resolveMovements(world: World): void {
  const known = matched.get(world) ?? new Set<string>();
  matched.set(world, known);
  const commandsByKey = new Map<string, TakenCommand[]>();
  for (const id of PARTNER_IDS)
    for (const takenCommand of world.outside.networks[id].taken.values()) {
      const { command } = takenCommand;
      if (
        known.has(command.requestId) ||
        (command.kind !== 'move-to-card' && command.kind !== 'move-from-card')
      )
        continue;
      const key = getMovementKey(command.cardNumber, command.kind === 'move-to-card', command.sumKopecks);
      commandsByKey.set(key, [...(commandsByKey.get(key) ?? []), takenCommand]);
    }
  const open = world.truth.companies.flatMap(({ movements }) =>
    movements.filter(({ done }) => done === null),
  );
  for (const movement of open) {
    const key = getMovementKey(movement.card.number, movement.toCard, movement.sum);
    const one = commandsByKey.get(key)?.shift();
    if (!one) throw new Failure(`the network never heard of an accepted movement: ${key}`);
    known.add(one.command.requestId);
    movement.done = one.effect === 'done';
    world.count(`movement ${one.effect === 'done' ? 'done' : 'not done'}`);
  }
  const left = [...commandsByKey].filter(([, commands]) => commands.length > 0);
  if (left.length > 0)
    throw new Failure(`a network was asked for what nobody asked the portal for: ${left[0]?.[0]}`);
}

function getMovementKey(cardNumber: string, toCard: boolean, sum: number): string {
  return `${toCard ? 'to' : 'from'} …${cardNumber.slice(-6)} ${sum}`;
}
