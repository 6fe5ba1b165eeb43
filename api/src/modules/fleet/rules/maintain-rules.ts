import type { RuleKind } from '#contract/fleet/rule-values.ts';
import { CARD_STATUS } from '#contract/ids.ts';
import { markRecorded } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { changeHoldReason, endHoldsOfCards, findCardHold, holdCards } from '../../cards/cards/card-holds.ts';
import { type HoldableCard, lockAnyCard } from '../../cards/cards/lock-any-card.ts';
import { readCardRules } from './purchase/read-rules-of-cards.ts';
import { readFacts } from './purchase/read-facts.ts';
import { findClosingReason, type EffectiveRule } from './purchase/decide.ts';
import { escalateExceptions } from './exceptions/escalate-exceptions.ts';
import { ageExceptions } from './exceptions/exception-store.ts';
import { nextMoscowMidnight, getNextSwitch, type RuleHours } from './purchase/hours-of-rule.ts';
import {
  getNetworkAbility,
  toEnforcedRules,
  withoutRefused,
  findGaps,
  isSameLimit,
  isSameSet,
  type Gaps,
} from './purchase/network-ability.ts';
import type { PurchaseFacts } from './purchase/rule-kind.ts';
import { ruleNames } from './purchase/rule-names.ts';
import { addNewCards, listDue, lockRuleCard, setDue, findRuleCard, markAwaiting } from './rule-card-store.ts';
import { Refusal } from '../../../errors.ts';
import type { ChosenGoods, ChosenLimit } from '../../cards/cards/card-change.ts';
import { chooseGoods } from '../../cards/cards/choose-goods.ts';
import { chooseLimit } from '../../cards/cards/choose-limit.ts';
import { findRefusedChoices, type RefusedChoice } from '../../cards/cards/unclear-choices.ts';
import { assertNotInMaintenance } from '../../cards/cards/policy.ts';
import { lockOwnCard } from '../../cards/cards/cards.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { lockRules } from './rule-store.ts';
import { takeBackRefused } from './limits/take-back-refused.ts';

const BATCH_SIZE = 100;
/** A card's truck may have changed its group without a word. */
const RECHECK_MS = 3_600_000;
const TRY_AGAIN_MS = 60_000;

/** Checks the cards that are due: what their networks enforce, and whether to close or open them. */
export async function maintainRules(ctx: Context): Promise<void> {
  await addNewCards(ctx.db.system, ctx.clock.now());
  await escalateExceptions(ctx);
  await ctx.db.inSystem((tx) => {
    markRecorded(tx);
    return ageExceptions(tx, ctx.clock.now());
  });
  for (const { card_id: cardId } of await listDue(ctx.db.system, ctx.clock.now(), BATCH_SIZE))
    await maintainCardRules(ctx, cardId);
}

/**
 * Brings one card to the state that its rules demand. Safe to be killed anywhere and to be run twice: the card stays due
 * until all commands are requested, and each command is stored with its job before its network is called.
 */
export async function maintainCardRules(ctx: Context, cardId: number): Promise<void> {
  const { problem, refused, isLater } = await pushRules(ctx, cardId);
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    markRecorded(tx);
    if (!(await lockRuleCard(tx, cardId, false))) return;
    const card = await lockAnyCard(tx, cardId);
    if (!card) return;
    const { effective, facts, closing, allowedUntil } = await readClosing(ctx, tx, card, refused);
    await turnCard(ctx, tx, card, closing);
    const dueAt = isLater
      ? new Date(now.getTime() + TRY_AGAIN_MS)
      : earlier(getNextCheck(effective, facts), allowedUntil);
    await setDue(tx, cardId, { dueAt, problem, refused });
  });
}

/** The rule that closes a card, and why. */
interface Closing {
  rule: RuleKind;
  reason: string;
}

/** Returns why the rules close the card now; null when they do not. */
export async function readClosing(
  ctx: Context,
  tx: Db,
  card: HoldableCard,
  /** Parts that the card's network has refused to enforce. */
  refused: readonly string[],
): Promise<{
  effective: readonly EffectiveRule[];
  facts: PurchaseFacts;
  closing: Closing | null;
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
  const ability = withoutRefused(getNetworkAbility(ctx, card.partnerId), refused);
  const isClosable = ability.blocksCards && card.statusId !== CARD_STATUS.notSetUp;
  const guarded = isClosable
    ? toEnforcedRules(effective, ability).filter((heldRule) => heldRule.heldBy === 'portal')
    : [];
  const found = guarded.length > 0 ? findClosingReason(guarded, facts, await ruleNames(tx)) : null;
  return { effective, facts, closing: found && { rule: found.rule, reason: found.sentence }, allowedUntil };
}

/** Closes or opens a locked card at its network, unless it is so already. */
export async function turnCard(
  ctx: Context,
  tx: Db,
  card: HoldableCard,
  closing: Closing | null,
): Promise<void> {
  const hold = await findCardHold(tx, card.id, 'rules');
  const decision = { kind: 'rules', byId: null, now: ctx.clock.now() } as const;
  if (closing && !hold) await holdCards(tx, [card], { ...decision, ...closing });
  if (closing && hold && hold.reason !== closing.reason) await changeHoldReason(tx, card.id, closing);
  if (!closing && hold)
    await endHoldsOfCards(tx, [card], { ...decision, reason: 'Правила разрешают покупки' });
}

function earlier(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

/** Returns when the answer may change by the clock alone, or null for never. */
function getNextCheck(effective: readonly EffectiveRule[], { at, openUntil }: PurchaseFacts): Date | null {
  if (effective.length === 0) return null;
  const turns = effective.flatMap(({ rule }) =>
    rule.kind === 'hours' && rule.value ? [getNextSwitch(rule.value as RuleHours, at)] : [],
  );
  const all = [
    nextMoscowMidnight(at),
    new Date(at.getTime() + RECHECK_MS),
    ...turns,
    ...(openUntil ? [openUntil] : []),
  ];
  return new Date(Math.min(...all.map((date) => date.getTime())));
}

interface Pushed {
  /** Sentence explaining why the network does not enforce the layers. Null when it does, or has been asked to. */
  problem: string | null;
  /** Parts that the network has refused since the last request for the rules. The portal guards them instead. */
  refused: ('limit' | 'goods')[];
  /** The network could not be called now, so another attempt is due soon. */
  isLater: boolean;
}

const NOTHING: Pushed = { problem: null, refused: [], isLater: false };

/**
 * Asks the card's network to enforce the layers: one limit and the goods. Nothing is sent when it enforces them
 * already. A refused part is not sent again until the rules are set again.
 */
async function pushRules(ctx: Context, cardId: number): Promise<Pushed> {
  const row = await findRuleCard(ctx.db.system, cardId);
  if (!row) return NOTHING;
  const scope = mintCompanyScope(row.company_id);
  await takeBackRefused(ctx, scope, cardId);
  const author = { scope, userId: row.asked_by, cardId };
  const at = ctx.clock.now();
  const known = await readCard(ctx, scope, cardId);
  if (known.statusId === CARD_STATUS.notSetUp) return NOTHING;
  try {
    return await ctx.db.inCompany(scope, async (tx) => {
      const before = await readCardRules(tx, scope, { cardId, at });
      if (isEmpty(findGaps(ctx, known, before, row.goods_before))) return NOTHING;
      // Another user may be changing them. The request uses the rules after that change.
      await lockRules(tx, scope.companyId);
      await markAwaiting(tx, cardId);
      const card = await lockOwnCard(tx, scope, cardId);
      const rules = await readCardRules(tx, scope, { cardId, at });
      const gaps = findGaps(ctx, card, rules, row.goods_before);
      const refused = await listRefused(tx, { cardId, gaps, since: row.asked_at });
      const kinds = refused.map(({ kind }) => kind);
      const limit = kinds.includes('limit') ? undefined : gaps.limit;
      const goods = kinds.includes('goods') ? undefined : gaps.goods;
      if (!isEmpty({ limit, goods })) await assertNotInMaintenance(ctx, card.partnerId);
      if (limit !== undefined) await chooseLimit(ctx, tx, author, limit);
      if (goods) await chooseGoods(ctx, tx, author, goods);
      const reasons = refused.map(({ reason }) => `Сеть отказала: ${reason}`);
      return { problem: reasons[0] ?? null, refused: kinds, isLater: false };
    });
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message, refused: [], isLater: true };
    throw error;
  }
}

function isEmpty({ limit, goods }: { [Part in keyof Gaps]: Gaps[Part] | undefined }): boolean {
  return limit === undefined && goods === undefined;
}

/** Choices of just what is lacking that the network has refused since the rules were asked for. */
async function listRefused(
  tx: Parameters<typeof findRefusedChoices>[0],
  { cardId, gaps, since }: { cardId: number; gaps: Gaps; since: Date | null },
): Promise<RefusedChoice[]> {
  const all = await findRefusedChoices(tx, cardId);
  return all.filter((choice) => {
    if (since !== null && choice.createdAt < since) return false;
    return choice.kind === 'limit'
      ? gaps.limit !== undefined && isSameLimit(choice.wanted as ChosenLimit, gaps.limit)
      : gaps.goods !== undefined && isSameSet((choice.wanted as ChosenGoods).goodsIds, gaps.goods.goodsIds);
  });
}
