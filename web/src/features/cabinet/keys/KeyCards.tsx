import { listCards } from '#contract/cards/cards.ts';
import { CardField } from '../../../forms/CardField.tsx';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import styles from './Keys.module.css';

type Props = { value: readonly number[]; error: string | null; onChange: (chosen: number[]) => void };

/** Chooses the cards between which and the account a key may move money. No choice means any card. */
export function KeyCards({ value: chosen, error, onChange }: Props) {
  const read = useRead(listCards);
  const cards = read.data?.data ?? [];
  const getNumber = (id: number) => cards.find((card) => card.id === id)?.card_number ?? String(id);
  return (
    <div className={styles.choice} role="group" aria-label="На какие карты">
      <ReadFailed what="Карты не загрузились." reads={[read]} />
      <CardField
        cards={cards.filter((card) => !chosen.includes(card.id))}
        value={null}
        error={error}
        formatLabel={(card) => `${card.card_number}${card.comment ? `, ${card.comment}` : ''}`}
        onChange={(id) => onChange([...chosen, id])}
      />
      {chosen.length === 0 ? (
        <p className="ink-2">Карты не выбраны: подходит любая карта компании.</p>
      ) : (
        <ul className={styles.cards} aria-label="Выбранные карты">
          {chosen.map((id) => (
            <li key={id}>
              <span className="tabular">{getNumber(id)}</span>
              <Button
                variant="quiet"
                size="small"
                aria-label={`Убрать карту ${getNumber(id)}`}
                onClick={() => onChange(chosen.filter((value) => value !== id))}
              >
                Убрать
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
