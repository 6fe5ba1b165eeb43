import { CARD_STATUS } from '#contract/ids.ts';
import { SIGNAL_RULE } from '#contract/signal-rule.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { findCardHold } from '../../cards/cards/find-card-hold.ts';
import { holdCards } from '../../cards/cards/hold-cards.ts';
import { lockAnyCard } from '../../cards/cards/lock-any-card.ts';
import { tellOf } from '../../people/notices/tell-of.ts';
import { abilityOf } from '../rules/network-ability.ts';
import type { RuleChoice } from './choice-store.ts';
import { markClosing } from './closing-store.ts';
import type { NewSignal } from './signal-store.ts';

/**
 * Closes the cards of those signals whose rule closes, in the transaction that writes the signals: the word to the network is
 * stored with them, so a process that dies leaves both or neither. What was sold before the rule closed anything is told only.
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
  const byCard = [...Map.groupBy(closing, (one) => one.card_id)].toSorted(([one], [other]) => one - other);
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
  const ids = signals.map((one) => one.id);
  const isClosable = abilityOf(ctx, card.partnerId).blocksCards && card.statusId !== CARD_STATUS.notSetUp;
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
  await tellOf(tx, {
    kind: 'card-blocked',
    companyId: scope.companyId,
    facts: { cardId, card: card.cardNumber.slice(-4), by: 'signal', reason },
    about: `signal:${first.id}`,
    now,
  });
}
