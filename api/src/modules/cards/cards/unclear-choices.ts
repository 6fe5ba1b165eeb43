import { sql } from 'kysely';
import { LIMIT_PERIOD, SANDBOX_NETWORK } from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';
import {
  toCases,
  MAX_CASES,
  type StaffCase,
  type CaseRow,
  type Askable,
  type CaseKind,
  type Settleable,
} from '../commands/cases.ts';
import { type ChangeRow, findChange } from './card-changes.ts';
import {
  type CardChoice,
  type ChosenLimit,
  type EndedChoice,
  commandOfChange,
  type CardChange,
} from './card-change.ts';
import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { findGoods } from '../../../gateways/fuel-network/goods.ts';
import { formatMoney, formatRubles } from '../../../lib/money-format.ts';
import { listDescribed } from '../commands/network-health.ts';
import { enqueueSync } from './enqueue-sync.ts';
import { CHANGE_ENDED } from './finish-block.ts';
import { GOODS_GROUPS } from './goods-group.ts';
import type { FinalAnswer } from '../../../gateways/fuel-network/fuel-network.ts';
import { toAnswerOutcome, reportContradiction } from '../commands/contradictions.ts';
import { repeatable } from '../../../http/request-key.ts';
import { askNetworkOnceMore, UNDER_WAY } from '../commands/operation-lifecycle.ts';
import {
  toFinalAnswer,
  assertUnclear,
  changeSettled,
  formatNetworkAnswer,
  type StaffDecision,
} from '../commands/staff-decision.ts';
import { finishChange } from './finish-change.ts';

const NOT_EXECUTED = 'Сеть не исполнила изменение, на карте прежнее';

/**
 * Ends, by a person's decision, a choice of goods or of a limit whose outcome the network does not report: the choice
 * is valid, or the card is as before. The network is asked one last time first, and its answer takes precedence.
 */
async function settleChoice(ctx: Context, changeId: number, decision: StaffDecision): Promise<void> {
  await repeatable(ctx, decision.requestKey, async () => {
    const change = await requireWaiting(ctx, changeId);
    const answer = toFinalAnswer(decision, NOT_EXECUTED);
    const { partnerId, companyId, cardId } = change;
    const response = await askNetworkOnceMore(ctx, { partnerId, command: commandOfChange(change), answer });
    if (response) {
      await finishChange(ctx, change, response);
      throw conflict(formatNetworkAnswer(response));
    }
    await finishChange(ctx, change, answer, {
      requestKey: decision.requestKey,
      event: changeSettled(decision, { companyId, details: { changeId, cardId } }),
    });
  });
}

async function requireWaiting(ctx: Context, changeId: number): Promise<CardChange> {
  const now = ctx.clock.now();
  const found = await findChange(ctx.db.system, changeId);
  if (!found) throw notFound('Изменение не найдено');
  if (found.state !== 'waiting') throw conflict(CHANGE_ENDED);
  assertUnclear({ since: found.createdAt, attempts: found.change.attempts }, now);
  if (found.claimedUntil && found.claimedUntil > now) throw conflict(UNDER_WAY);
  return found.change;
}

/** A choice of goods or of a limit that was sent to the network and is unanswered. */
interface UnclearChoice extends StaffCase {
  choice: Pick<CardChoice, 'kind' | 'wanted'>;
}

type ChosenRow = CaseRow & Pick<ChangeRow, 'kind' | 'wanted'>;

/**
 * Lists choices of all companies made before this moment. A choice that waits behind another is not listed: the
 * network has not received it.
 */
async function listUnclearChoices(db: Db, chosenBefore: Date) {
  const found = await rows(
    db,
    sql<ChosenRow>`
      select change.id, change.created_at as since, change.kind, change.wanted, change.attempts,
        partner.id as partner_id, partner.title as partner_title, company.id as company_id, company.inn,
        company.title as company_title, card.card_number, change.network_said as said, change.heard_at,
        count(*) over () as total
      from card_change change
      join company on company.id = change.company_id
      join card on card.id = change.card_id
      join partner on partner.id = card.partner_id and partner.id <> ${SANDBOX_NETWORK}
      where change.state = 'waiting' and change.attempts > 0 and change.created_at <= ${chosenBefore}
      order by change.created_at desc, change.id desc limit ${MAX_CASES}`,
  );
  return toCases(found, ({ kind, wanted }) => ({ choice: { kind, wanted } as UnclearChoice['choice'] }));
}

/** «Услуги и лимиты»: a choice that its network has not answered. */
export const unclearChoiceCase = {
  list: listDescribed(listUnclearChoices, ({ choice }) => ({
    asked: choiceText(choice),
    deeds: ['ask', 'executed', 'not-executed'],
  })),
  retry,
  settle: settleChoice,
} satisfies CaseKind & Askable & Settleable;

async function retry(ctx: Context, changeId: number): Promise<void> {
  const found = await findChange(ctx.db.system, changeId);
  if (!found) throw notFound('Изменение не найдено');
  if (found.state !== 'waiting') throw conflict(CHANGE_ENDED);
  await enqueueSync(ctx.db.system, found.change);
}

function choiceText({ kind, wanted }: UnclearChoice['choice']): string {
  if (kind === 'limit') return limitText(wanted as ChosenLimit);
  const { goodsIds } = wanted as { goodsIds: number[] };
  return `Услуги: ${goodsIds.map((id) => findGoods(id)?.title ?? id).join(', ')}`;
}

function limitText(limit: ChosenLimit): string {
  if (!limit) return 'Снять лимит';
  const count = limit.unit === 'sum' ? formatRubles(limit.count) : `${formatMoney(limit.count)}\u00a0л`;
  const groups = GOODS_GROUPS.filter(({ treeItemId }) => limit.goodsGroups.includes(treeItemId));
  const text = `Лимит ${count} за ${LIMIT_PERIOD[limit.period].per}`;
  const isAll = groups.length === 0 || groups.length === GOODS_GROUPS.length;
  return isAll ? text : `${text}: ${groups.map(({ title }) => title).join(', ')}`;
}

export type RefusedChoice = Pick<CardChoice, 'kind' | 'wanted'> & { reason: string; createdAt: Date };

/** The card's last choices of goods and of a limit, where its network has refused them. */
export async function findRefusedChoices(db: Db, cardId: number): Promise<RefusedChoice[]> {
  const found = await rows(
    db,
    sql<RefusedChoice & { state: string }>`
      select last.kind, last.wanted, coalesce(last.reason, '') as reason, last.created_at as "createdAt", last.state
      from unnest(array['goods', 'limit']) as kinds (kind)
      cross join lateral (
        select kind, wanted, reason, created_at, state from card_change
        where card_change.card_id = ${cardId} and card_change.kind = kinds.kind and state <> 'superseded'
        order by id desc limit 1
      ) last`,
  );
  return found.flatMap(({ state, ...choice }) => (state === 'refused' ? [choice] : []));
}

/** Reports an answer to a choice that has ended otherwise. A waiting choice is polled by its own job. */
export async function reportLateChoice(
  ctx: Context,
  choice: EndedChoice,
  answer: FinalAnswer,
): Promise<void> {
  const { kind, state, reason, finishedAt, partnerId, requestId, companyId, cardNumber } = choice;
  if ((state !== 'done' && state !== 'refused') || state === answer.state) return;
  await reportContradiction(ctx, {
    kind: 'answer',
    partnerId,
    subject: requestId,
    companyId,
    cardNumber,
    ours: { deed: { kind }, state, reason, endedAt: finishedAt?.toISOString() ?? null },
    word: toAnswerOutcome(answer),
  });
}
