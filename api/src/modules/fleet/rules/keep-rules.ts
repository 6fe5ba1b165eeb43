import { CARD_STATUS } from '#contract/ids.ts';
import { noteRecorded } from '../../../audit/leave-trace.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import type { HoldableCard } from '../../cards/cards/card-hold.ts';
import { lockAnyCard } from '../../cards/cards/lock-any-card.ts';
import { endHoldsOfCards } from '../../cards/cards/end-holds-of-cards.ts';
import { findCardHold } from '../../cards/cards/find-card-hold.ts';
import { holdCards } from '../../cards/cards/hold-cards.ts';
import { readCardRules } from './read-card-rules.ts';
import { readFacts } from './read-facts.ts';
import { closingReason, type EffectiveRule } from './decide.ts';
import { escalateExceptions } from './escalate-exceptions.ts';
import { ageExceptions } from './exception-store.ts';
import { nextMoscowMidnight, nextTurn, type RuleHours } from './hours-of-rule.ts';
import { abilityOf, holdAll, withoutRefused } from './network-ability.ts';
import { pushRules } from './push-rules.ts';
import type { PurchaseFacts } from './rule-facts.ts';
import { ruleNames } from './rule-names.ts';
import { addNewCards, listDue, lockRuleCard, setDue } from './rule-card-store.ts';

const AT_ONCE = 100;
/** A card's truck may have changed its group without a word. */
const LOOK_AGAIN_MS = 3_600_000;
const TRY_AGAIN_MS = 60_000;

/** Looks at the cards whose time has come: what their networks hold, and whether they are to be closed or opened. */
export async function keepRules(ctx: Context): Promise<void> {
  await addNewCards(ctx.db.system, ctx.clock.now());
  await escalateExceptions(ctx);
  await ctx.db.inSystem((tx) => {
    noteRecorded(tx);
    return ageExceptions(tx, ctx.clock.now());
  });
  for (const { card_id: cardId } of await listDue(ctx.db.system, ctx.clock.now(), AT_ONCE))
    await keepCard(ctx, cardId);
}

/**
 * Brings one card to what its rules want. Safe to be killed anywhere and to be run twice: it stays due until all is asked
 * for, and each asking is stored with its job before its network is called.
 */
export async function keepCard(ctx: Context, cardId: number): Promise<void> {
  const { problem, refused, isLater } = await pushRules(ctx, cardId);
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    noteRecorded(tx);
    if (!(await lockRuleCard(tx, cardId, false))) return;
    const card = await lockAnyCard(tx, cardId);
    if (!card) return;
    const { effective, facts, reason, allowedUntil } = await readClosing(ctx, tx, card, refused);
    await turnCard(ctx, tx, card, reason);
    const dueAt = isLater
      ? new Date(now.getTime() + TRY_AGAIN_MS)
      : earlier(nextLook(effective, facts), allowedUntil);
    await setDue(tx, cardId, { dueAt, problem, refused });
  });
}

/** Why the card is to be closed now, by its rules; null when it is not. */
export async function readClosing(
  ctx: Context,
  tx: Db,
  card: HoldableCard,
  /** What the card's network has refused to hold. */
  refused: readonly string[],
): Promise<{
  effective: readonly EffectiveRule[];
  facts: PurchaseFacts;
  reason: string | null;
  allowedUntil: Date | null;
}> {
  const scope = mintCompanyScope(card.companyId);
  const at = ctx.clock.now();
  const { effective, allowedUntil } = await readCardRules(tx, scope, { cardId: card.id, at });
  const facts = await readFacts(tx, scope, effective, {
    card,
    at,
    goodsId: null,
    centilitres: 1,
    sumKopecks: 1,
    unitPriceKopecks: null,
    place: null,
  });
  const ability = withoutRefused(abilityOf(ctx, card.partnerId), refused);
  const isClosable = ability.blocksCards && card.statusId !== CARD_STATUS.notSetUp;
  const guarded = isClosable ? holdAll(effective, ability).filter((one) => one.heldBy === 'portal') : [];
  const reason = guarded.length > 0 ? closingReason(guarded, facts, await ruleNames(tx)) : null;
  return { effective, facts, reason, allowedUntil };
}

/** Closes or opens a locked card at its network, unless it is so already. */
export async function turnCard(
  ctx: Context,
  tx: Db,
  card: HoldableCard,
  reason: string | null,
): Promise<void> {
  const hold = await findCardHold(tx, card.id, 'rules');
  const word = { kind: 'rules', byId: null, now: ctx.clock.now() } as const;
  if (reason && !hold) await holdCards(tx, [card], { ...word, reason });
  if (!reason && hold) await endHoldsOfCards(tx, [card], { ...word, reason: 'Правила разрешают покупки' });
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** When the answer may be another one by the clock alone; null: never. */
function nextLook(effective: readonly EffectiveRule[], { at, openUntil }: PurchaseFacts): Date | null {
  if (effective.length === 0) return null;
  const turns = effective.flatMap(({ rule }) =>
    rule.kind === 'hours' && rule.value ? [nextTurn(rule.value as RuleHours, at)] : [],
  );
  const all = [
    nextMoscowMidnight(at),
    new Date(at.getTime() + LOOK_AGAIN_MS),
    ...turns,
    ...(openUntil ? [openUntil] : []),
  ];
  return new Date(Math.min(...all.map((one) => one.getTime())));
}
