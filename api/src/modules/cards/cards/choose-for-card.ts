import { randomUUID } from 'node:crypto';
import { notFound } from '../../../errors.ts';
import { recordChange, type RecordedChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { assertNotBlocked } from '../../companies/companies/companies.ts';
import { withoutSource, type CardChoice } from './card-change.ts';
import { insertChange } from './card-changes.ts';
import { lockCard, type LockedCard } from './locked-card-store.ts';

/** If the process dies before it sends the change, the change is polled after this time. */
const POLL_AFTER_SECONDS = 5;

export interface CardAuthor {
  scope: CompanyScope;
  userId: number;
  cardId: number;
}

/**
 * Stores a choice for a card and enqueues the job that sends it to the network, in the caller's transaction. Returns
 * the choice's id. The choice is valid without the network: delivery to a silent one is retried. When the network
 * refuses, the previous state is restored, and a caller who waits (`awaitSync`) gets the reason.
 */
export async function chooseForCard(
  ctx: Context,
  tx: Db,
  author: CardAuthor,
  choose: (card: LockedCard) => Promise<CardChoice>,
): Promise<number> {
  const now = ctx.clock.now();
  const card = await lockCard(tx, author.scope, author.cardId);
  if (!card) throw notFound('Карта не найдена');
  await assertNotBlocked(tx, card.companyId);
  const choice = await choose(card);
  recordChange(tx, toRecordedChange(card.id, choice));
  const id = await insertChange(tx, {
    ...choice,
    companyId: card.companyId,
    cardId: card.id,
    requestId: randomUUID(),
    authorId: author.userId,
    nextAttemptAt: new Date(now.getTime() + POLL_AFTER_SECONDS * 1000),
    now,
  });
  await enqueueJob(tx, 'sync-card', { cardId: card.id, partnerId: card.partnerId });
  return id;
}

/** A limit's count is stored in hundredths of a ruble or a litre. */
function toRecordedChange(cardId: number, choice: CardChoice): RecordedChange {
  const targets = [{ kind: 'card', id: cardId }];
  if (choice.kind === 'goods')
    return {
      targets,
      before: { ...withoutSource(choice.before) },
      after: { ...withoutSource(choice.wanted) },
    };
  const input = (limit: typeof choice.wanted) =>
    limit === null ? 'нет' : { ...withoutSource(limit), count: limit.count / 100 };
  return { targets, before: { limit: input(choice.before) }, after: { limit: input(choice.wanted) } };
}
