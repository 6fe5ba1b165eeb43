import { counted, type PluralForms } from '../values/counted.ts';
import type { WaitingKind } from './overview.ts';

const FORMS: Record<Exclude<WaitingKind, 'debt'>, PluralForms> = {
  signals: ['заправка под вопросом', 'заправки под вопросом', 'заправок под вопросом'],
  exceptions: [
    'водитель просит разрешить заправку',
    'водителя просят разрешить заправку',
    'водителей просят разрешить заправку',
  ],
  stopped: [
    'карта стоит: бюджет группы исчерпан',
    'карты стоят: бюджет группы исчерпан',
    'карт стоит: бюджет группы исчерпан',
  ],
  declines: [
    'отказ на АЗС, можно разрешить',
    'отказа на АЗС, можно разрешить',
    'отказов на АЗС, можно разрешить',
  ],
  documents: ['документ ждёт подтверждения', 'документа ждут подтверждения', 'документов ждут подтверждения'],
  invoices: ['счёт к оплате', 'счёта к оплате', 'счетов к оплате'],
  orders: ['заявка на карты в работе', 'заявки на карты в работе', 'заявок на карты в работе'],
  cards: ['карта не настроена', 'карты не настроены', 'карт не настроено'],
};

/** `15 заправок под вопросом`: what waits, on the screen and in messages. */
export function describeWaiting({ kind, count }: { kind: WaitingKind; count: number }): string {
  return kind === 'debt' ? 'долг перед программой' : counted(count, FORMS[kind]);
}
