import { listCards } from '#contract/cards/cards.ts';
import { cardChoices } from '../../../cards/card-choices.ts';
import { useRead } from '../../../state/use-call.ts';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { FieldSet } from '../../../ui/fields/FieldSet.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import styles from './Fleet.module.css';

type Props = {
  value: readonly number[];
  disabled: boolean;
  onChange: (cards: number[]) => void;
  error: string | null;
};

/** Cards that are on a truck. */
export function CardChoice({ value: chosen, disabled, onChange, error }: Props) {
  const read = useRead(listCards);
  const cards = cardChoices(read.data?.data ?? []);
  if (cards.length === 0) return <ReadFailed what="Карты не загрузились." reads={[read]} />;
  return (
    <Disclosure summary={chosen.length > 0 ? `Карты на машине: ${chosen.length}` : 'Выбрать карты'}>
      <FieldSet
        className={styles.cards}
        label="Карта бывает на одной машине: с прежней она снимется"
        error={error}
      >
        {(aria) =>
          cards.map(({ id, label }, index) => (
            <Checkbox
              {...(index === 0 && aria)}
              key={id}
              label={label}
              checked={chosen.includes(id)}
              disabled={disabled}
              onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((card) => card !== id))}
            />
          ))
        }
      </FieldSet>
    </Disclosure>
  );
}
