import { CardMovement } from '../../features/money/CardMovement.tsx';

/** /cabinet/card-payment/{step}: «Перевод средств» from the account to a card. */
export default function CardPaymentPage() {
  return <CardMovement direction="to-card" />;
}
