import { BUDGET_PERIODS, SPENDING_MEASURES, type SpendingMeasure } from '#contract/fleet/rule-values.ts';
import { HOLD_MINUTES } from '#contract/fuel/authorisations.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { AuditRecord } from '../../../audit/record-event.ts';
import { findGoods } from '../../../gateways/fuel-network/goods.ts';
import { makeSaleJudge } from '../../fleet/declines/judge-sale.ts';
import { countPending } from '../../fleet/rules/purchase/count-pending.ts';
import type { PurchaseFacts, SpentTogether } from '../../fleet/rules/purchase/rule-kind.ts';
import { nameRequest, type FuelQuestion, type NewAuthorisation } from './authorisations.ts';
import type { FoundForQuestions, QuestionFacts } from './find-for-questions.ts';
import { orError, repeatAnswer, type FuelDecision } from './fuel-answer.ts';
import type { PumpSession } from './pump-sessions.ts';
import { findCodeRefusal, limitByCode } from './shown-codes.ts';
import { weighFuel, type FuelGrant } from './weigh-fuel.ts';
import type { OpenQuestion, WaitingQuestion } from './waiting-question.ts';
import { findStateRefusal } from './weigh-wanted.ts';

const HOLD_MS = HOLD_MINUTES * 60_000;

/** An answer that is to be written. */
export interface DecidedQuestion {
  question: FuelQuestion;
  input: NewAuthorisation;
  grant: FuelGrant;
  /** The group whose budgets the fuel takes from; null where it has none. */
  budgetGroupId: number | null;
  session: PumpSession | null;
}

type Amounts = Record<SpendingMeasure, number>;

/**
 * Decides questions one after another, in memory, over what was read under the locks. What an earlier one may sell counts for
 * the later ones: the card's money, its limits, the budgets of its group.
 */
export function questionBooks(
  found: FoundForQuestions,
  record: (item: WaitingQuestion, event: AuditRecord) => void,
) {
  const written: DecidedQuestion[] = [];
  const answers = new Map<string, Parameters<typeof repeatAnswer>[0]>(found.answered);
  const heldOfCards = new Map<number, Kopecks>();
  const heldOfGroups = new Map<number, Amounts>();
  const { now } = found;

  function weigh(item: OpenQuestion, facts: QuestionFacts | null): FuelGrant {
    const { question, card } = item;
    const asked = found.cards.get(card.id);
    if (!asked) throw new Error(`card ${card.id} has no account`);
    const early = found.early.get(nameRequest(question));
    // The fuel is in the tank already: the question comes late, and its sale is booked next.
    if (early)
      return { granted: true, centilitres: early.centilitres, sum: kopecks(early.sumKopecks), reason: null };
    const known = findCodeRefusal(item.session, question);
    if (known) return known;
    const refusal = findStateRefusal(asked, findGoods(question.goodsId));
    if (refusal) return { granted: false, ...refusal };
    if (!facts) throw new Error('a question that the rules decide was not weighed');
    const { effective, price, budgetGroupId } = facts;
    const pending = found.pending.get(card.id) ?? [];
    const bought = countHeld(facts.facts, heldOfGroups.get(budgetGroupId ?? 0));
    const judge = makeSaleJudge(effective, countPending(bought, effective, pending), found.names);
    const balance = kopecks(asked.balance - (heldOfCards.get(card.id) ?? 0));
    const { centilitres, sum } = limitByCode(question, item.session);
    return weighFuel({ centilitres, sum, price, balance, judge });
  }

  function count(
    { card: { id }, question: { goodsId } }: OpenQuestion,
    {
      grant,
      held,
      budgetGroupId: groupId,
    }: { grant: FuelGrant; held: Kopecks; budgetGroupId: number | null },
  ): void {
    if (!grant.granted) return;
    const fuel = { goodsId, fillings: 1, centilitres: grant.centilitres, sumKopecks: grant.sum };
    found.pending.set(id, [...(found.pending.get(id) ?? []), fuel]);
    heldOfCards.set(id, kopecks((heldOfCards.get(id) ?? 0) + held));
    if (groupId === null) return;
    const { litres, sum } = heldOfGroups.get(groupId) ?? { litres: 0, sum: 0 };
    heldOfGroups.set(groupId, { litres: litres + grant.centilitres, sum: sum + grant.sum });
  }

  function decide(item: OpenQuestion, place: number): FuelDecision | Error {
    const { question, asked, card } = item;
    const name = nameRequest(question);
    const before = answers.get(name);
    if (before) return repeatAnswer(before, asked);
    const facts = found.weighed[place] ?? null;
    const grant = weigh(item, facts);
    const isEarly = found.early.has(name);
    const held = grant.granted && !isEarly ? grant.sum : kopecks(0);
    const isWeighed = !isEarly && findCodeRefusal(item.session, question) === null;
    const budgetGroupId = isWeighed ? (facts?.budgetGroupId ?? null) : null;
    const input = {
      ...question,
      companyId: card.companyId,
      cardId: card.id,
      asked,
      state: grant.granted ? ('approved' as const) : ('declined' as const),
      reason: grant.reason,
      maxCentilitres: grant.granted ? grant.centilitres : 0,
      maxKopecks: grant.granted ? grant.sum : kopecks(0),
      held,
      holdUntil: grant.granted ? new Date(now.getTime() + HOLD_MS) : now,
      askedAt: now,
    };
    written.push({ question, input, grant, budgetGroupId, session: item.session });
    answers.set(name, input);
    count(item, { grant, held, budgetGroupId });
    record(item, {
      at: now,
      what: grant.granted ? 'fuel-authorised' : 'fuel-declined',
      companyId: card.companyId,
      targets: [{ kind: 'card', id: card.id }],
      details: { requestId: question.requestId, heldKopecks: held, centilitres: input.maxCentilitres },
    });
    return { answer: input, refusal: grant.granted ? null : { ...grant, cardNumber: card.number } };
  }

  return {
    written,
    /** Returns the answer that an earlier question with the same id has got; null where there was none. */
    repeat({ question, asked }: WaitingQuestion): FuelDecision | Error | null {
      const before = answers.get(nameRequest(question));
      return before ? orError(() => repeatAnswer(before, asked)) : null;
    },
    isAnswered: (question: FuelQuestion): boolean => answers.has(nameRequest(question)),
    decide(item: OpenQuestion, place: number): FuelDecision | Error {
      return orError(() => decide(item, place));
    },
  };
}

/** Counts what a group's earlier questions may sell as bought together, in each period. */
function countHeld(facts: PurchaseFacts, held: Amounts | undefined): PurchaseFacts {
  if (!held) return facts;
  const spentTogether = structuredClone(facts.spentTogether) as SpentTogether;
  for (const period of BUDGET_PERIODS)
    for (const measure of SPENDING_MEASURES) spentTogether[period][measure] += held[measure];
  return { ...facts, spentTogether };
}
