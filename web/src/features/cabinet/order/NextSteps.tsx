import { Button } from '../../../ui/Button.tsx';
import styles from './WaysOut.module.css';

type Props = { onOrderMore: () => void; onCabinet: () => void };

/** The next pages after an order was made. */
export function NextSteps({ onOrderMore, onCabinet }: Props) {
  return (
    <div className={styles.ways}>
      <Button variant="primary" onClick={onCabinet}>
        Личный Кабинет
      </Button>
      <Button onClick={onOrderMore}>Заказать еще</Button>
    </div>
  );
}
