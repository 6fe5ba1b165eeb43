import { Money } from '../../ui/Money.tsx';
import type { Card } from '../../cards/describe-card.ts';
import styles from './SourceFunds.module.css';

type Props = { direction: 'to-card' | 'from-card'; unallocated: number; card: Card | null };

/** Where the money is taken from, and how much there is. */
export function SourceFunds({ direction, unallocated, card }: Props) {
  if (direction === 'from-card' && !card) return null;
  const [title, sum] =
    direction === 'to-card' ? ['Нераспределённые средства', unallocated] : ['На карте', card?.card_sum ?? 0];
  return (
    <div className={styles.funds}>
      <span className={styles.title}>{title}</span>
      <Money value={sum} size="title" />
    </div>
  );
}
