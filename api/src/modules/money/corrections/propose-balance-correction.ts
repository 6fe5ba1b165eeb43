import {
  CORRECTION_DIRECTION_TITLE,
  CORRECTION_KIND_TITLE,
  type correctBalance,
} from '#contract/money/balance-corrections.ts';
import type { Call } from '../../../http/call.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import type { TwoPeopleRule } from '../../identity/approvals/approvals.ts';
import { checkCorrection } from './correct-balance.ts';

/** A correction has no document of a bank or of a network behind it, so it always takes two people. */
export const proposeBalanceCorrection: TwoPeopleRule = async (ctx, call) => {
  const { params, body } = call as unknown as Call<typeof correctBalance>;
  const { kind, direction, sum, note } = body;
  const { documentTitle, before, after } = await checkCorrection(ctx.db.system, {
    companyId: params.id,
    kind,
    direction,
    sum,
    documentId: body.document_id ?? null,
  });
  return {
    title: 'Исправить баланс клиента',
    companyId: params.id,
    details: [
      { title: 'Что сделать', value: CORRECTION_DIRECTION_TITLE[direction] },
      { title: 'Сумма', value: formatRubles(sum) },
      { title: 'Вид', value: CORRECTION_KIND_TITLE[kind] },
      { title: 'Документ', value: documentTitle ?? 'нет' },
      { title: 'Нераспределённые средства сейчас', value: formatRubles(before), movesByItself: true },
      { title: 'Станет', value: formatRubles(after), movesByItself: true },
      { title: 'Основание', value: note },
    ],
  };
};
