import { useState } from 'react';
import { formatNumberAmong } from '../../../cards/card-choices.ts';
import { CARD_FORMS, givenName, type Card } from '../../../cards/describe-card.ts';
import { findCards } from '../../../cards/find-cards.ts';
import { formatMoney } from '../../../lib/format.ts';
import { counted } from '#contract/values/counted.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import styles from './MoveMany.module.css';

type Props = { cards: readonly Card[]; chosen: readonly number[]; onChange: (ids: number[]) => void };

/** Shows the chosen cards: the selection from the list, or one made here. */
export function CardChooser({ cards, chosen, onChange }: Props) {
  const [text, setText] = useState('');
  // Open if the user comes without a selection. Later it stays as the user leaves it.
  const [open] = useState(chosen.length === 0);
  const formatNumber = formatNumberAmong(cards);
  const picked = new Set(chosen);
  const found = findCards(cards, text);
  const foundIds = found.map((card) => card.id);

  return (
    <Disclosure open={open} summary={`Карты: выбрано ${chosen.length} из ${cards.length}`}>
      <Stack gap="1">
        <TextField
          label="Найти карту"
          placeholder="Номер, название, водитель"
          value={text}
          onChange={setText}
          // Enter here finds a card, it does not ask for a code.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        <Row>
          <Button
            size="small"
            variant="quiet"
            onClick={() => onChange([...chosen, ...foundIds.filter((id) => !picked.has(id))])}
          >
            {text.trim() === '' ? 'Выбрать все' : `Выбрать найденные: ${counted(found.length, CARD_FORMS)}`}
          </Button>
          {chosen.length > 0 && (
            <Button size="small" variant="quiet" onClick={() => onChange([])}>
              Снять выбор
            </Button>
          )}
        </Row>
        <ul className={styles.choices}>
          {found.map((card) => (
            <li key={card.id}>
              <Checkbox
                label={
                  <span className={styles.choice}>
                    <span>
                      {formatNumber(card)} {givenName(card)}
                    </span>
                    <span className={styles.quiet}>{formatMoney(card.card_sum)}</span>
                  </span>
                }
                checked={picked.has(card.id)}
                onChange={(on) => onChange(on ? [...chosen, card.id] : chosen.filter((id) => id !== card.id))}
              />
            </li>
          ))}
        </ul>
      </Stack>
    </Disclosure>
  );
}
