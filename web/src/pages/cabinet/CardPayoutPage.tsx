import { CardMovement } from '../../features/money/CardMovement.tsx';

/** /cabinet/card-payout/{step}: «Оплата», from a card back to the account. */
export default function CardPayoutPage() {
  return <CardMovement direction="from-card" />;
}
