import { OPERATION_TYPE_TITLE } from '#contract/ids.ts';
import { formatDateShort, formatMoney, formatRubles, formatTimeShort } from '../../../lib/money-format.ts';
import type { AnswerOurs, AnswerWord, Contradiction, ResaleOurs, SaleFacts } from './contradiction.ts';
import type { MatterSides } from './matter-kind.ts';

type Heard = Contradiction & { since: Date };

/** What an answer that came too late was about. */
export function deedTitle(deed: AnswerOurs['deed']): string {
  switch (deed.kind) {
    case 'operation': {
      const title = OPERATION_TYPE_TITLE[deed.typeId];
      return deed.sumKopecks > 0 ? `${title}, ${formatRubles(deed.sumKopecks)}` : title;
    }
    case 'order':
      return `Заявка № ${deed.orderId}, карт: ${deed.ordered}`;
    case 'goods':
      return 'Услуги карты';
    case 'limit':
      return 'Лимит карты';
  }
}

export function contradictionProblem(heard: Heard): string {
  switch (heard.kind) {
    case 'answer':
      if (heard.ours.state === heard.word.state) return 'Сеть называет другие карты';
      return heard.word.state === 'done'
        ? 'У нас отказ, а сеть исполнила'
        : 'У нас исполнено, а сеть отказала';
    case 'resale':
      return RESALE_PROBLEM[heard.ours.state];
    case 'stray':
      return 'Такой команды у нас нет';
  }
}

const RESALE_PROBLEM: Record<ResaleOurs['state'], string> = {
  booked: 'Продажа проведена, а сеть сообщила её иначе',
  waiting: 'Продажа ждёт разбора, а сеть сообщила её иначе',
  closed: 'Продажа закрыта, а сеть сообщила её иначе',
};

/** Our side and the network's, line by line. */
export function contradictionSides(heard: Heard): MatterSides {
  switch (heard.kind) {
    case 'answer':
      return answerSides(heard.ours, heard.word, heard.since);
    case 'resale':
      return saleSides(heard.ours, heard.word);
    case 'stray':
      return [{ label: 'Итог', ours: 'Команды нет', theirs: outcomeText(heard.word) }];
  }
}

function answerSides(ours: AnswerOurs, word: AnswerWord, heardAt: Date): MatterSides {
  const { deed, state, reason, endedAt } = ours;
  const own = state === 'done' ? 'Исполнено' : `Отказ: ${reason ?? 'без причины'}`;
  const made = deed.kind === 'order' ? `, выпущено карт: ${deed.made}` : '';
  return [
    { label: 'Итог', ours: own + made, theirs: outcomeText(word) },
    {
      label: 'Когда',
      ours: endedAt ? formatTimeShort(new Date(endedAt)) : 'Не сохранено',
      theirs: formatTimeShort(heardAt),
    },
  ];
}

function outcomeText(word: AnswerWord): string {
  if (word.state === 'refused') return `Отказ: ${word.reason}`;
  return word.cardNumbers?.length ? `Исполнено, карты: ${word.cardNumbers.join(', ')}` : 'Исполнено';
}

const SALE_LINES: readonly { label: string; text: (facts: SaleFacts) => string }[] = [
  { label: 'Вид', text: ({ kind }) => (kind === 'sale' ? 'Продажа' : 'Возврат') },
  { label: 'Карта', text: ({ cardNumber }) => cardNumber },
  { label: 'Сумма', text: ({ sumKopecks }) => formatRubles(sumKopecks) },
  { label: 'Литры', text: ({ centilitres }) => formatMoney(centilitres) },
  { label: 'День', text: ({ day }) => dayText(day) },
];

function saleSides(ours: SaleFacts, word: SaleFacts): MatterSides {
  return SALE_LINES.map(({ label, text }) => ({ label, ours: text(ours), theirs: text(word) }));
}

/** A mistaken date may have a year that no paper can name. */
function dayText(day: string): string {
  return /^\d{4}-/.test(day) ? formatDateShort(day) : day;
}
