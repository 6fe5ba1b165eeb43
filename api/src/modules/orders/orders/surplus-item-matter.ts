import { listInWords } from '../../cards/commands/list-in-words.ts';
import type { Acknowledgeable, MatterKind } from '../../cards/commands/matter-kind.ts';
import { findSurplusItem } from './find-surplus-item.ts';
import { listSurplusItems } from './list-surplus-items.ts';

/** «Лишние карты»: a network has issued more cards than were ordered. */
export const surplusItemMatter = {
  list: listInWords(listSurplusItems, ({ orderId, ordered, made, cardNumbers }) => ({
    asked: `Заявка № ${orderId}: заказано ${ordered}, выпущено ${made}`,
    problem: 'Сеть выпустила больше карт, чем заказано',
    details: [{ label: 'Карты заявки', value: cardNumbers.join(', ') }],
    deeds: ['acknowledge'],
  })),
  findUnread: findSurplusItem,
} satisfies MatterKind & Acknowledgeable;
