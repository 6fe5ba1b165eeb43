import type { z } from 'zod';
import type { books } from '#contract/backoffice/books.ts';
import { toRubles } from '#contract/kopecks.ts';
import type { Books } from './read-books.ts';

export function presentBooks(read: Books): z.input<typeof books> {
  const { clients, programme } = read;
  return {
    date: read.day,
    clients: {
      unallocated: toRubles(clients.unallocated),
      partners: toRubles(clients.partners),
      cards: toRubles(clients.cards),
      in_transit: toRubles(clients.inTransit),
      debt: toRubles(clients.debt),
    },
    networks: read.networks.map(({ partnerId, sold, paid, balance, bonuses }) => ({
      partner_id: partnerId,
      sold: toRubles(sold),
      paid: toRubles(paid),
      balance: toRubles(balance),
      bonuses: toRubles(bonuses),
    })),
    programme: {
      discounts: toRubles(programme.discounts),
      surcharges: toRubles(programme.surcharges),
      fees: toRubles(programme.fees),
      card_fees: toRubles(programme.card_fees),
      corrections: toRubles(programme.corrections),
    },
    disputes: toRubles(read.disputes),
    received: toRubles(read.received),
    bank: read.bank.map(({ account, balance, byBank }) => ({
      account,
      balance: toRubles(balance),
      by_bank: byBank && toRubles(byBank.balance),
      by_bank_on: byBank && byBank.day,
    })),
    unplaced: toRubles(read.unplaced),
    difference: toRubles(read.difference),
  };
}
