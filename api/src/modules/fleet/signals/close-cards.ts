import { sql } from 'kysely';
import { CARD_STATUS } from '#contract/ids.ts';
import { SIGNAL_RULE } from '#contract/fleet/signal-rule.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { findCardHold, holdCards } from '../../cards/cards/card-holds.ts';
import { lockAnyCard } from '../../cards/cards/lock-any-card.ts';
import { notify } from '../../messaging/notices/notify.ts';
import { getNetworkAbility } from '../rules/purchase/network-ability.ts';
import type { RuleChoice } from './choice-store.ts';
import type { NewSignal } from './signal-store.ts';

/** Stores which signals have closed their card, and which still do. */

async function markClosing(
  tx: Db,
  scope: CompanyScope,
  { ids, closing }: { ids: readonly number[]; closing: 'closed' | 'unable' },
): Promise<void> {
  await sql`
    update fleet_signal set closing = ${closing}
    where company_id = ${scope.companyId} and id = any(${[...ids]}::bigint[])`.execute(tx);
}

/** Returns the card of a signal. `closes` is true while this signal counts among those that keep it closed. */
export function findClosing(
  db: Db,
  scope: CompanyScope,
  id: number,
): Promise<{ cardId: number; closes: boolean } | null> {
  return firstRow(
    db,
    sql<{ cardId: number; closes: boolean }>`
      select card_id as "cardId", closing is not distinct from 'closed' as closes from fleet_signal
      where id = ${id} and company_id = ${scope.companyId}`,
  );
}

/**
 * Releases the card from one signal, or from all of its signals. Returns true when none keeps the card closed any more.
 */
export async function releaseCard(
  tx: Db,
  scope: CompanyScope,
  { cardId, id }: { cardId: number; id: number | null },
): Promise<boolean> {
  await sql`
    update fleet_signal set closing = 'opened'
    where company_id = ${scope.companyId} and card_id = ${cardId} and closing = 'closed'
      and (${id}::bigint is null or id = ${id})`.execute(tx);
  const left = await rows(
    tx,
    sql<{ id: number }>`
      select id from fleet_signal
      where company_id = ${scope.companyId} and card_id = ${cardId} and closing = 'closed' limit 1`,
  );
  return left.length === 0;
}

/**
 * Closes the cards of those signals whose rule closes, in the transaction that writes the signals. The command to the
 * network is stored with them, so a process that dies leaves both or neither. Sales from before the rule closed cards
 * are only reported.
 */
export async function closeCards(
  ctx: Context,
  tx: Db,
  about: { scope: CompanyScope; fresh: readonly NewSignal[]; choices: readonly RuleChoice[] },
): Promise<void> {
  const since = new Map(about.choices.flatMap(({ rule, closes_since: at }) => (at ? [[rule, at]] : [])));
  const closing = about.fresh.filter(({ rule, sold_at: at }) => {
    const from = since.get(rule);
    return from !== undefined && at >= from;
  });
  const byCard = [...Map.groupBy(closing, (newSignal) => newSignal.card_id)].toSorted(
    ([one], [other]) => one - other,
  );
  for (const [cardId, signals] of byCard) await closeCard(ctx, tx, { scope: about.scope, cardId, signals });
}

async function closeCard(
  ctx: Context,
  tx: Db,
  { scope, cardId, signals }: { scope: CompanyScope; cardId: number; signals: readonly NewSignal[] },
): Promise<void> {
  const [first] = signals;
  const card = await lockAnyCard(tx, cardId);
  if (!first || !card || card.companyId !== scope.companyId) return;
  const ids = signals.map((signal) => signal.id);
  const isClosable =
    getNetworkAbility(ctx, card.partnerId).blocksCards && card.statusId !== CARD_STATUS.notSetUp;
  await markClosing(tx, scope, { ids, closing: isClosable ? 'closed' : 'unable' });
  if (!isClosable || (await findCardHold(tx, cardId, 'signal'))) return;
  const now = ctx.clock.now();
  const reason = `${SIGNAL_RULE[first.rule].title}: ${first.evidence}`;
  await holdCards(tx, [card], { kind: 'signal', reason, byId: null, now });
  await recordEvent(tx, {
    at: now,
    what: 'card-closed-by-signal',
    companyId: scope.companyId,
    targets: [{ kind: 'card', id: cardId }],
    details: { reason },
  });
  await notify(tx, {
    kind: 'card-blocked',
    companyId: scope.companyId,
    facts: { cardId, card: card.cardNumber.slice(-4), by: 'signal', reason },
    about: `signal:${first.id}`,
    now,
  });
}
