import { MoveManyCards } from '../../features/move-many/MoveManyCards.tsx';

/** /cabinet/cards-payout/{step}: money of many cards back to the account, by one code. */
export default function CardsPayoutPage() {
  return <MoveManyCards direction="from-card" />;
}
