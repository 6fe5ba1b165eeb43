import { CLOSING_KIND_TITLE, CLOSING_KINDS, type closeMonth } from '#contract/papers/closing.ts';
import { formatRubles } from '../../../../lib/money-format.ts';
import type { TwoPeopleRule } from '../../../identity/approvals/approvals.ts';
import { listSetAside } from './close-month.ts';
import { formatMonth } from './format-month.ts';
import { summarizePreview } from './preview-closing.ts';
import type { Call } from '../../../../http/call.ts';

/**
 * Requires two people to close a month, since its documents can't be taken back. Continuing a month that was started
 * takes one.
 */
export const proposeClosing: TwoPeopleRule = async (ctx, call) => {
  const { body } = call as unknown as Call<typeof closeMonth>;
  const aside = await listSetAside(ctx, { month: body.date, despite: body.despite });
  if (!aside) return null;
  const { clients, documents, sales } = await summarizePreview(ctx, body.date);
  const month = formatMonth(body.date);
  return {
    title: `Закрыть месяц: ${month}${aside.length > 0 ? ', несмотря на открытые вопросы' : ''}`,
    about: { date: body.date },
    details: [
      { title: 'Месяц', value: month },
      { title: 'Клиентов с документами', value: String(clients) },
      { title: 'Документов', value: String(documents) },
      { title: 'Продажи', value: formatRubles(sales) },
      ...CLOSING_KINDS.filter((kind) => body.despite.includes(kind)).map((kind) => ({
        title: CLOSING_KIND_TITLE[kind],
        value: String(aside.find((open) => open.kind === kind)?.count ?? 0),
      })),
      ...(body.despite.length > 0 ? [{ title: 'Основание', value: body.reason ?? '' }] : []),
    ],
  };
};
