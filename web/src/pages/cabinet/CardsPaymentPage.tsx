import { MoveManyCards } from '../../features/move-many/MoveManyCards.tsx';

/** /cabinet/cards-payment/{step}: money from the account to many cards, by one code. */
export default function CardsPaymentPage() {
  return <MoveManyCards direction="to-card" />;
}
