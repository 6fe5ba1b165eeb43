import { counted } from '#contract/values/counted.ts';
import { SearchSelect } from '../ui/fields/SearchSelect.tsx';
import { Select } from '../ui/fields/Select.tsx';
import { CARD_FORMS, type Card } from '../cards/describe-card.ts';
import { findCards } from '../cards/find-cards.ts';

type Props = {
  cards: readonly Card[];
  /** Id of the card; null while none is chosen. */
  value: number | null;
  onChange: (cardId: number) => void;
  error?: string | null;
  formatLabel: (card: Card) => string;
  /** Whether a card is shown but cannot be chosen. */
  isClosed?: (card: Card) => boolean;
};

/** A list of more cards than this is not scanned one by one. */
const FEW_CARDS = 20;

/** Lets the user choose a card; in a long list the user finds it by number, comment or driver. */
export function CardField({
  cards,
  value,
  onChange,
  error,
  formatLabel: getLabel,
  isClosed = () => false,
}: Props) {
  const field = {
    label: 'Карта',
    error,
    value: value === null ? '' : String(value),
    onChange: (id: string) => onChange(Number(id)),
    options: cards.map((card) => ({
      value: String(card.id),
      label: getLabel(card),
      disabled: isClosed(card),
    })),
  };
  if (cards.length <= FEW_CARDS) return <Select {...field} placeholder="Выберите карту" />;
  const byId = new Map(cards.map((card) => [String(card.id), card]));
  return (
    <SearchSelect
      {...field}
      placeholder="Номер, название, водитель"
      isMeant={(value, text) => {
        const card = byId.get(value);
        return card !== undefined && findCards([card], text).length > 0;
      }}
      formatCount={(found) => (found > 0 ? `Найдено: ${counted(found, CARD_FORMS)}` : 'Таких карт нет')}
    />
  );
}
