import { conflict, type Refusal } from '../../../errors.ts';
import { formatDateShort, formatRubles } from '../../../lib/money-format.ts';
import type { AdvanceReturn } from './advance-return.ts';

export function bookedElsewhere({ number, datedOn, sum }: AdvanceReturn): Refusal {
  return conflict(
    `Документ № ${number} от ${formatDateShort(datedOn)} на ${formatRubles(sum)} этому получателю уже списан: ` +
      'другая выписка записала его иначе. Отметьте эту строку «Не возврат аванса»',
  );
}

/** `own`: what of the company's unallocated funds is its own. */
export function moreThanOwn({ company, sum }: AdvanceReturn, own: number): Refusal {
  return conflict(
    `${company.title}: своих нераспределённых средств ${formatRubles(own)}, списать ${formatRubles(sum)} нельзя. ` +
      'Кредит авансом не возвращают, а деньги с карт и счетов сетей компания сначала переводит обратно',
  );
}
