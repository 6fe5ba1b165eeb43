import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { isBudgetKind } from '#contract/fleet/rule-values.ts';
import { findGoods } from '../../../gateways/fuel-network/goods.ts';
import { lockBudgets } from '../../fleet/rules/purchase/budget-use.ts';
import type { PendingFuel } from '../../fleet/rules/purchase/count-pending.ts';
import type { EffectiveRule } from '../../fleet/rules/purchase/decide.ts';
import { findPlacesOfSales, type RulePlace } from '../../fleet/rules/purchase/find-place.ts';
import { readFactsOfMany } from '../../fleet/rules/purchase/read-facts.ts';
import { readRulesAt } from '../../fleet/rules/purchase/read-rules-of-cards.ts';
import type { PurchaseFacts, RuleNames } from '../../fleet/rules/purchase/rule-kind.ts';
import { ruleNames } from '../../fleet/rules/purchase/rule-names.ts';
import { lockFreeMoney } from '../../money/ledger/lock-money.ts';
import { listAskedCards, listLastPrices, type AskedCard } from './asked-cards.ts';
import {
  listAnswered,
  listOverdue,
  listPendingOfCards,
  nameRequest,
  type Authorisation,
} from './authorisations.ts';
import { listWaitingSettlements, type EarlySettlement } from './early-settlements.ts';
import { expireOverdue } from './holds.ts';
import type { CardQuestion } from './waiting-question.ts';
import { findStatedPrice } from './weigh-wanted.ts';

/** Everything that decides on questions, read under the lock of their companies' money. */
export interface FoundForQuestions {
  now: Date;
  /** The companies whose money was free; nothing counts of the others. */
  free: ReadonlySet<number>;
  /** Answers given before, by `nameRequest`. */
  answered: ReadonlyMap<string, Authorisation>;
  /** Fillings settled before they were asked about, by `nameRequest`. */
  early: ReadonlyMap<string, EarlySettlement>;
  cards: ReadonlyMap<number, AskedCard>;
  /** Open authorisations of each card. */
  pending: Map<number, PendingFuel[]>;
  names: RuleNames;
  /** The rules, the facts and the price of each question; null for one that they do not decide. */
  weighed: (QuestionFacts | null)[];
}

export interface QuestionFacts {
  effective: readonly EffectiveRule[];
  facts: PurchaseFacts;
  /** Kopecks a litre; null where no one knows it. */
  price: number | null;
  /** The group whose budgets the fuel takes from, locked; null where it has none. */
  budgetGroupId: number | null;
}

/**
 * Locks the money of the questions' companies, ends their holds whose time is over, and reads what decides: each kind of fact
 * by one statement, and all that need not wait for another in one round trip. Leaves out companies whose money is not free
 * within `timeoutMs`.
 */
export async function findForQuestions(
  ctx: Context,
  tx: Db,
  asked: readonly CardQuestion[],
  timeoutMs: number,
): Promise<FoundForQuestions> {
  const companyIds = distinct(asked.map(({ card }) => card.companyId));
  const questions = asked.map(({ question }) => question);
  const since = ctx.clock.now();
  const [free, overdue, answered, early, ...rest] = await Promise.all([
    lockFreeMoney(tx, companyIds, timeoutMs),
    listOverdue(tx, companyIds, since),
    listAnswered(tx, questions),
    listWaitingSettlements(tx, questions),
    ...readCards(tx, asked),
    readRulesAt(
      tx,
      asked.map(({ card }) => ({ companyId: card.companyId, cardId: card.id })),
      since,
    ),
    findPlacesOfSales(
      tx,
      questions.map(({ station }) => station),
    ),
    ruleNames(tx),
  ]);
  const [, , rules, places, names] = rest;
  // Read under the lock: a question may have waited for it.
  const now = ctx.clock.now();
  const ended = distinct(overdue.map(({ companyId }) => companyId)).filter((id) => free.has(id));
  for (const companyId of ended) await expireOverdue(tx, companyId, now);
  const [cards, pending] =
    ended.length === 0 ? ([rest[0], rest[1]] as const) : await Promise.all(readCards(tx, asked));
  const weighed = await weighQuestions(tx, asked, { now, free, places, rules });
  return {
    now,
    free,
    answered: new Map(answered.map((item) => [nameRequest(item), item])),
    early: new Map(early.map((item) => [nameRequest(item), item])),
    cards: new Map(cards.map((card) => [card.id, card])),
    pending: Map.groupBy(pending, ({ cardId }) => cardId),
    names,
    weighed,
  };
}

function readCards(tx: Db, asked: readonly CardQuestion[]) {
  const ids = distinct(asked.map(({ card }) => card.id));
  return [listAskedCards(tx, ids), listPendingOfCards(tx, ids)] as const;
}

async function weighQuestions(
  tx: Db,
  asked: readonly CardQuestion[],
  {
    now,
    free,
    places,
    rules,
  }: {
    now: Date;
    free: ReadonlySet<number>;
    places: ReadonlyMap<string, RulePlace>;
    rules: Awaited<ReturnType<typeof readRulesAt>>;
  },
): Promise<(QuestionFacts | null)[]> {
  const open = asked.flatMap((item, index) => {
    const goods = findGoods(item.question.goodsId);
    if (!goods || !free.has(item.card.companyId)) return [];
    const place = places.get(item.question.station) ?? null;
    const { effective, groupId } = rules(item.card.id, now);
    const hasBudget = effective.some(({ rule }) => isBudgetKind(rule.kind));
    const price = findStatedPrice(item.question, place, goods);
    return [{ ...item, index, place, effective, price, budgetGroupId: hasBudget ? groupId : null }];
  });
  const groups = open.flatMap(({ card: { companyId }, budgetGroupId }) =>
    budgetGroupId === null ? [] : [{ companyId, groupId: budgetGroupId }],
  );
  const unpriced = open.filter(({ price }) => price === null);
  const [, lastPrices] = await Promise.all([
    groups.length === 0 ? null : lockBudgets(tx, groups),
    listLastPrices(
      tx,
      unpriced.map(({ card, question }) => ({
        companyId: card.companyId,
        cardId: card.id,
        goodsId: question.goodsId,
      })),
    ),
  ]);
  for (const [index, item] of unpriced.entries()) item.price = lastPrices[index] ?? null;
  const facts = await readFactsOfMany(
    tx,
    open.map(({ card, question, effective, place, price }) => ({
      effective,
      purchase: {
        card: {
          id: card.id,
          companyId: mintCompanyScope(card.companyId).companyId,
          partnerId: card.partnerId,
        },
        at: now,
        goodsId: question.goodsId,
        centilitres: question.centilitres ?? 0,
        unitPriceKopecks: price,
        sumKopecks: question.sum,
        place,
      },
    })),
  );
  const weighed: (QuestionFacts | null)[] = asked.map(() => null);
  for (const [place, { index, effective, price, budgetGroupId }] of open.entries())
    weighed[index] = { effective, facts: facts[place] as PurchaseFacts, price, budgetGroupId };
  return weighed;
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
