import { counted } from '#contract/values/counted.ts';
import type { MovementDirection, AmountMethod } from '../../../state/many-movements.ts';

export const AMOUNT_METHODS: readonly { value: AmountMethod; label: string }[] = [
  { value: 'each', label: 'Сумма' },
  { value: 'level', label: 'Остаток' },
  { value: 'table', label: 'Таблица' },
];

interface MoveTexts {
  /** The field of a sum, by what it means. */
  field: Record<Exclude<AmountMethod, 'table'>, { label: string; help: string }>;
  /** Name of the action in the code step, before its sum: «Пополнение 12 карт». */
  action: (cards: number) => string;
  submit: (sum: string) => string;
  another: string;
}

/** The words of both directions. */
export const MOVE_TEXTS: Record<MovementDirection, MoveTexts> = {
  'to-card': {
    field: {
      each: { label: 'Сумма на каждую карту', help: 'Столько придёт на каждую из выбранных карт' },
      level: {
        label: 'Остаток на каждой карте',
        help: 'Переведём столько, сколько карте до него не хватает',
      },
    },
    action: (cards) => `Пополнение ${counted(cards, ['карты', 'карт', 'карт'])}`,
    submit: (sum) => `Перевести ${sum}`,
    another: 'Ещё пополнение',
  },
  'from-card': {
    field: {
      each: { label: 'Сумма с каждой карты', help: 'Столько вернётся с каждой из выбранных карт' },
      level: {
        label: 'Оставить на каждой карте',
        help: 'Всё, что сверх этого, вернётся на счёт; 0 — вернуть всё',
      },
    },
    action: (cards) => `Возврат с ${counted(cards, ['карты', 'карт', 'карт'])}`,
    submit: (sum) => `Вернуть ${sum} на счёт`,
    another: 'Ещё возврат',
  },
};
