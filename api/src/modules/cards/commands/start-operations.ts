import type { OperationTypeId, PartnerId } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { drawIds } from '../../../db/columns.ts';
import type { Db } from '../../../db/database.ts';
import { enqueueCommands } from './enqueue-commands.ts';
import { insertCommands } from './insert-commands.ts';
import { commandOf } from './start-operation.ts';

/** As `startOperation`, for many cards at once, without money: a block or an unblock that the programme asks for. */
export async function startOperations(
  tx: Db,
  asked: {
    cards: readonly { id: number; companyId: number; partnerId: PartnerId }[];
    typeId: OperationTypeId;
    now: Date;
  },
): Promise<void> {
  const { cards, typeId, now } = asked;
  if (cards.length === 0) return;
  const ids = await drawIds(tx, 'operation_id_seq', cards.length);
  const commands = cards.map((card, index) =>
    commandOf(ids[index] as number, { card, typeId, sum: kopecks(0), authorId: null }, now),
  );
  await insertCommands(tx, commands, now);
  await Promise.all(enqueueCommands(tx, commands));
}
