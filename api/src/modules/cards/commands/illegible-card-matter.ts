import type { CardList } from '../../../gateways/fuel-network/tell-illegible.ts';
import { findIllegibleCard } from './find-illegible-card.ts';
import { illegibleWords } from './illegible-words.ts';
import { listIllegibleCards } from './list-illegible-cards.ts';
import { listInWords } from './list-in-words.ts';
import type { Acknowledgeable, MatterKind } from './matter-kind.ts';

/** «Нечитаемые карты»: an entry of a network's list of cards that can't be read. */
export const illegibleCardMatter = {
  list: listInWords(listIllegibleCards, (one) => ({
    asked: TITLE[one.list],
    ...illegibleWords(one),
    deeds: ['acknowledge'],
  })),
  findUnread: findIllegibleCard,
} satisfies MatterKind & Acknowledgeable;

const TITLE: Record<CardList, string> = {
  cards: 'Карта в списке сети',
  purses: 'Кошелёк карты в списке сети',
  wallets: 'Кошелёк карты в списке сети',
  limits: 'Лимит в списке сети',
  restrictions: 'Услуги карты в списке сети',
};
