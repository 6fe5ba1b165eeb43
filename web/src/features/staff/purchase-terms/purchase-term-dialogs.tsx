import {
  endPurchaseTerm,
  listPurchaseTerms,
  type PurchaseTermOnWire,
} from '#contract/programme/purchase-terms.ts';
import { readMargin } from '#contract/backoffice/margin.ts';
import { formatDate } from '../../../lib/format.ts';
import { defineReasonDialog } from '../../../staff/define-reason-dialog.tsx';
import { formatGoods, formatPricing } from './format-purchase-term.ts';

/** Sets the last day of a purchase term. */
export const EndPurchaseTermDialog = defineReasonDialog({
  title: 'Завершить условие закупки',
  submitLabel: 'Завершить',
  text: (term: PurchaseTermOnWire) => (
    <p>
      {term.partner.title}, {formatGoods(term)}. {formatPricing(term)} с {formatDate(term.first_day)}.
    </p>
  ),
  day: {
    label: 'Последний день',
    help: 'День раньше первого отзовёт условие совсем. Маржа этих дней пересчитается',
    wire: 'last_day',
  },
  label: 'Причина, останется в журнале',
  missing: 'Укажите причину',
  name: 'Завершение условия закупки',
  call: endPurchaseTerm,
  input: (term, reason, day) => ({ params: { id: term.id }, body: { reason, last_day: day } }),
  refresh: [listPurchaseTerms, readMargin],
});
