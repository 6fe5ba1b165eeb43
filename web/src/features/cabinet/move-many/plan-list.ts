import type { CallInput } from '../../../server/client.ts';
import { TRANSACTION_MODE } from '#contract/ids.ts';
import { toRubles } from '#contract/kopecks.ts';
import type { previewCardMovements } from '#contract/money/many-movements.ts';
import type { Card } from '../../../cards/describe-card.ts';
import { typeMoney } from '../../../forms/type-money.ts';
import type { ManyCardsDraft } from '../../../state/many-movements.ts';
import { readTable, type TableLine } from './read-table.ts';

type MovementsPreviewRequest = NonNullable<CallInput<typeof previewCardMovements>['body']>;

export interface PlannedList {
  /** Request for the server, or null while something is missing. */
  requested: MovementsPreviewRequest | null;
  /** Lines of a pasted table that no card can be made of. */
  problems: Extract<TableLine, { card: null }>[];
  /** Why nothing can be asked yet. */
  missing: string | null;
}

/** Returns what the draft requests, line by line. The server decides about each line. */
export function planList(draft: ManyCardsDraft, cards: readonly Card[]): PlannedList {
  const mode = draft.direction === 'to-card' ? TRANSACTION_MODE.toCard : TRANSACTION_MODE.fromCard;
  if (draft.way === 'table') {
    const read = readTable(draft.table, cards);
    const lines = read.flatMap((tableLine) =>
      tableLine.card ? [{ card_id: tableLine.card.id, sum: toRubles(tableLine.kopecks) }] : [],
    );
    const problems = read.flatMap((tableLine) => (tableLine.card ? [] : [tableLine]));
    const requested = lines.length > 0 ? ({ mode, aim: 'sum', lines } as const) : null;
    return {
      requested,
      problems,
      missing: requested ? null : 'Вставьте таблицу: карта и сумма в каждой строке',
    };
  }
  const own = new Set(cards.map((card) => card.id));
  const ids = draft.cardIds.filter((id) => own.has(id));
  const { kopecks } = typeMoney(draft.sumText);
  const isLevel = draft.way === 'level';
  const missing =
    ids.length === 0
      ? 'Выберите карты'
      : kopecks === null || (kopecks === 0 && !(isLevel && draft.direction === 'from-card'))
        ? isLevel
          ? 'Укажите остаток'
          : 'Укажите сумму больше нуля'
        : null;
  if (missing !== null || kopecks === null) return { requested: null, problems: [], missing };
  const lines = ids.map((id) => ({ card_id: id, sum: toRubles(kopecks) }));
  return { requested: { mode, aim: isLevel ? 'level' : 'sum', lines }, problems: [], missing: null };
}
