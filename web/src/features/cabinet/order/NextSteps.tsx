import { Button } from '../../../ui/Button.tsx';
import styles from './WaysOut.module.css';

type Props = {
  onOrderMore: () => void;
  onCabinet: () => void;
  /** Leads to the payment of a virtual card, which needs nothing else; null where the user may not pay. */
  onPay?: (() => void) | null;
};

/** The next pages after an order was made. */
export function NextSteps({ onOrderMore, onCabinet, onPay = null }: Props) {
  return (
    <div className={styles.ways}>
      {onPay && (
        <Button variant="primary" onClick={onPay}>
          Пополнить счёт
        </Button>
      )}
      <Button variant={onPay ? 'secondary' : 'primary'} onClick={onCabinet}>
        Личный Кабинет
      </Button>
      <Button onClick={onOrderMore}>Заказать еще</Button>
    </div>
  );
}
