import { LIMIT_PERIOD } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { findGoods } from '../../../gateways/fuel-network/goods.ts';
import { formatMoney, formatRubles } from '../../../lib/money-format.ts';
import { listInWords } from '../commands/list-in-words.ts';
import type { Askable, MatterKind, Settleable } from '../commands/matter-kind.ts';
import type { ChosenLimit } from './card-change.ts';
import { enqueueSync } from './enqueue-sync.ts';
import { findChange } from './find-change.ts';
import { CHANGE_ENDED } from './finish-block.ts';
import { GOODS_GROUPS } from './goods-group.ts';
import { listUnclearChoices, type UnclearChoice } from './list-unclear-choices.ts';
import { settleChoice } from './settle-choice.ts';

/** «Услуги и лимиты»: a choice that its network has not answered. */
export const choiceMatter = {
  list: listInWords(listUnclearChoices, ({ choice }) => ({
    asked: choiceText(choice),
    deeds: ['ask', 'executed', 'not-executed'],
  })),
  askAgain,
  settle: settleChoice,
} satisfies MatterKind & Askable & Settleable;

async function askAgain(ctx: Context, changeId: number): Promise<void> {
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
