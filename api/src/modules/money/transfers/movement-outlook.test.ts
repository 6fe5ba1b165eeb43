import { expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { previewMovement, type MovableCard } from './movement-outlook.ts';

const card = (balance: number): MovableCard => ({
  partnerId: PARTNER.gpn,
  balance: kopecks(balance),
  shortfall: kopecks(0),
  onItsWay: kopecks(0),
});

test.each<[balance: number, toCard: boolean, level: number, message: string]>([
  [0, false, 0, 'На карте нет денег'],
  [50_00, false, 50_00, 'На карте не больше 50,00\u00a0₽'],
  [50_00, true, 50_00, 'На карте уже не меньше 50,00\u00a0₽'],
])(
  'a card with %i kopecks (to the card: %s) that is at %i says why nothing moves',
  (balance, toCard, level, message) => {
    const outlook = previewMovement(card(balance), { toCard, aim: 'level', sum: kopecks(level) });
    expect(outlook).toEqual({ outcome: 'needless', message, sum: 0, repays: 0, after: balance });
  },
);
