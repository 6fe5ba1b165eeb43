import { OPERATION_TYPE_TITLE } from '#contract/ids.ts';
import { formatDateShort, formatMoney, formatRubles, formatTimeShort } from '../../../lib/money-format.ts';
import type { CaseSides } from './cases.ts';
import type { OurAnswer, AnswerOutcome, Contradiction, OurResale, SaleFacts } from './contradiction.ts';

type DatedContradiction = Contradiction & { since: Date };

/** Title of the action that a late answer was about. */
export function formatActionTitle(action: OurAnswer['deed']): string {
  switch (action.kind) {
    case 'operation': {
      const title = OPERATION_TYPE_TITLE[action.typeId];
      return action.sumKopecks > 0 ? `${title}, ${formatRubles(action.sumKopecks)}` : title;
    }
    case 'order':
      return `Заявка № ${action.orderId}, карт: ${action.ordered}`;
    case 'goods':
      return 'Услуги карты';
    case 'limit':
      return 'Лимит карты';
  }
}

export function contradictionProblem(contradiction: DatedContradiction): string {
  switch (contradiction.kind) {
    case 'answer':
      if (contradiction.ours.state === contradiction.word.state) return 'Сеть называет другие карты';
      return contradiction.word.state === 'done'
        ? 'У нас отказ, а сеть исполнила'
        : 'У нас исполнено, а сеть отказала';
    case 'resale':
      return RESALE_PROBLEM[contradiction.ours.state];
    case 'stray':
      return 'Такой команды у нас нет';
  }
}

const RESALE_PROBLEM: Record<OurResale['state'], string> = {
  booked: 'Продажа проведена, а сеть сообщила её иначе',
  waiting: 'Продажа ждёт разбора, а сеть сообщила её иначе',
  closed: 'Продажа закрыта, а сеть сообщила её иначе',
};

/** Our side and the network's, line by line. */
export function contradictionSides(contradiction: DatedContradiction): CaseSides {
  switch (contradiction.kind) {
    case 'answer':
      return describeAnswerSides(contradiction.ours, contradiction.word, contradiction.since);
    case 'resale':
      return saleSides(contradiction.ours, contradiction.word);
    case 'stray':
      return [{ label: 'Итог', ours: 'Команды нет', theirs: outcomeText(contradiction.word) }];
  }
}

function describeAnswerSides(ours: OurAnswer, theirs: AnswerOutcome, receivedAt: Date): CaseSides {
  const { deed: action, state, reason, endedAt } = ours;
  const own = state === 'done' ? 'Исполнено' : `Отказ: ${reason ?? 'без причины'}`;
  const made = action.kind === 'order' ? `, выпущено карт: ${action.made}` : '';
  return [
    { label: 'Итог', ours: own + made, theirs: outcomeText(theirs) },
    {
      label: 'Когда',
      ours: endedAt ? formatTimeShort(new Date(endedAt)) : 'Не сохранено',
      theirs: formatTimeShort(receivedAt),
    },
  ];
}

function outcomeText(theirs: AnswerOutcome): string {
  if (theirs.state === 'refused') return `Отказ: ${theirs.reason}`;
  return theirs.cardNumbers?.length ? `Исполнено, карты: ${theirs.cardNumbers.join(', ')}` : 'Исполнено';
}

const SALE_LINES: readonly { label: string; text: (facts: SaleFacts) => string }[] = [
  { label: 'Вид', text: ({ kind }) => (kind === 'sale' ? 'Продажа' : 'Возврат') },
  { label: 'Карта', text: ({ cardNumber }) => cardNumber },
  { label: 'Сумма', text: ({ sumKopecks }) => formatRubles(sumKopecks) },
  { label: 'Литры', text: ({ centilitres }) => formatMoney(centilitres) },
  { label: 'День', text: ({ day }) => dayText(day) },
];

function saleSides(ours: SaleFacts, theirs: SaleFacts): CaseSides {
  return SALE_LINES.map(({ label, text }) => ({ label, ours: text(ours), theirs: text(theirs) }));
}

/** A mistaken date may have a year that a document can't show. */
function dayText(day: string): string {
  return /^\d{4}-/.test(day) ? formatDateShort(day) : day;
}
