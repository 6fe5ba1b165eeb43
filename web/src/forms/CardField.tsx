import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { counted } from '../lib/plural.ts';
import { Select } from '../ui/Select.tsx';
import { Stack } from '../ui/Stack.tsx';
import { TextField } from '../ui/TextField.tsx';
import { CARD_FORMS, type Card } from '../cards/describe-card.ts';
import { findCards } from '../cards/find-cards.ts';

type Props = {
  cards: readonly Card[];
  /** Null while none is chosen. */
  cardId: number | null;
  onChange: (cardId: number) => void;
  labelOf: (card: Card) => string;
  /** Such a card is shown but cannot be chosen. */
  isClosed?: (card: Card) => boolean;
};

/** More cards than this are not looked through one by one. */
const FEW = 20;

/** Lets the user choose one of his cards; of many he finds it by its number, its comment or its driver. */
export function CardField({ cards, cardId, onChange, labelOf, isClosed = () => false }: Props) {
  const [text, setText] = useState('');
  const found = findCards(cards, text);
  const among = new Set(found);
  // What is chosen stays shown.
  const offered = cards.filter((card) => card.id === cardId || among.has(card));
  return (
    <Stack>
      {cards.length > FEW && (
        <TextField
          label="Найти карту"
          type="search"
          placeholder="Номер, название или водитель"
          prefix={<IconSearch aria-hidden="true" stroke={1.75} />}
          value={text}
          maxLength={100}
          onChange={setText}
          help={text.trim() && (found.length > 0 ? `Найдено: ${counted(found.length, CARD_FORMS)}` : NONE)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // It chooses the card that was found, and doesn't send the form with another one.
            event.preventDefault();
            const [only] = found;
            if (only && found.length === 1 && !isClosed(only)) onChange(only.id);
          }}
        />
      )}
      <Select
        label="Карта"
        placeholder="Выберите карту"
        value={cardId === null ? '' : String(cardId)}
        onChange={(value) => onChange(Number(value))}
        options={offered.map((card) => ({
          value: String(card.id),
          label: labelOf(card),
          disabled: isClosed(card),
        }))}
      />
    </Stack>
  );
}

const NONE = 'Таких карт нет';
