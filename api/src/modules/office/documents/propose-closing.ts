import { CLOSING_KIND_TITLE, type closeMonth } from '#contract/closing.ts';
import type { Call } from '../../../http/bind.ts';
import type { TwoPeopleRule } from '../../people/approvals/approval.ts';
import { listSetAside } from './close-month.ts';
import { monthWords } from './month-words.ts';

/** A month is closed by one person, but against what is open by two. */
export const proposeClosing: TwoPeopleRule = async (ctx, call) => {
  const { body } = call as unknown as Call<typeof closeMonth>;
  if (body.despite.length === 0) return null;
  const aside = await listSetAside(ctx, { month: body.date, despite: body.despite });
  if (aside.length === 0) return null;
  return {
    title: `Закрыть месяц: ${monthWords(body.date)}, несмотря на открытые вопросы`,
    details: [
      ...aside.map(({ kind, count }) => ({ title: CLOSING_KIND_TITLE[kind], value: String(count) })),
      { title: 'Основание', value: body.reason ?? '' },
    ],
  };
};
