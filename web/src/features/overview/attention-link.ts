import { BLOCKED_IN_FILTER, CARD_STATUS } from '#contract/ids.ts';
import type { AttentionKind } from '#contract/overview.ts';
import { counted } from '#contract/counted.ts';
import { CARD_FORMS } from '../../cards/describe-card.ts';
import { EMPTY_CARDS } from '../../cards/card-state.ts';
import { formatMoney } from '../../lib/format.ts';
import { paths } from '../../paths.ts';

export type Attention = { kind: AttentionKind; count: number; sum: number | null; late: boolean };

/** Describes what needs attention, and returns the page that shows exactly this. */
export function attentionLink({ kind, count, sum, late }: Attention): { words: string; to: string } {
  const cards = counted(count, CARD_FORMS);
  const money = sum === null ? '' : ` на ${formatMoney(sum)}`;
  switch (kind) {
    case 'debt':
      return {
        words: late ? `Просрочен долг${money}` : `Использован кредит${money}`,
        to: paths.payment(1),
      };
    case 'authority':
      return { words: 'Подтвердите полномочия', to: paths.permissions };
    case 'cards-not-set-up':
      return { words: `Не настроены: ${cards}`, to: paths.cardsIn(String(CARD_STATUS.notSetUp)) };
    case 'cards-blocked':
      return { words: `Заблокированы: ${cards}`, to: paths.cardsIn(String(BLOCKED_IN_FILTER)) };
    case 'cards-empty':
      return { words: `Без средств: ${cards}`, to: paths.cardsIn(EMPTY_CARDS) };
    case 'requests':
      return {
        words: `В работе: ${counted(count, ['заявка', 'заявки', 'заявок'])}`,
        to: `${paths.cabinet}#requests`,
      };
    case 'documents':
      return {
        words: `Подтвердить: ${counted(count, ['документ', 'документа', 'документов'])}`,
        to: paths.documents,
      };
    case 'invoices':
      return {
        words: `Не оплачены: ${counted(count, ['счёт', 'счёта', 'счетов'])}${money}`,
        to: paths.invoices,
      };
  }
}
