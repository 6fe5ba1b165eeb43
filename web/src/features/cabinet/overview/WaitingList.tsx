import {
  IconAlertTriangle,
  IconCards,
  IconCreditCard,
  IconFileText,
  IconGasStation,
  IconGauge,
  IconHandStop,
  IconReceipt,
  IconUserCheck,
  type Icon,
} from '@tabler/icons-react';
import { useState, type ComponentType } from 'react';
import type { z } from 'zod';
import { describeWaiting } from '#contract/insights/describe-waiting.ts';
import type { overview, Waiting, WaitingKind } from '#contract/insights/overview.ts';
import { useWaiting } from '../../../state/use-waiting.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { InlineSkeleton } from '../../../ui/states/Skeleton.tsx';
import { WaitingRows, type WaitingRow } from '../../../ui/WaitingRows.tsx';
import styles from './WaitingList.module.css';

type OverviewData = z.infer<typeof overview>;

/** Parts of the row of a driver's request, which the page takes from another feature. */
export interface RequestParts {
  Text: ComponentType<{ fallback: string }>;
  Answer: ComponentType;
}

const KIND_LOOKS: Record<WaitingKind, { Icon: Icon; label: string }> = {
  debt: { Icon: IconReceipt, label: 'Пополнить' },
  stopped: { Icon: IconGauge, label: 'Поднять бюджет' },
  signals: { Icon: IconAlertTriangle, label: 'Разобрать' },
  exceptions: { Icon: IconHandStop, label: 'Ответить' },
  declines: { Icon: IconGasStation, label: 'Разобрать' },
  documents: { Icon: IconFileText, label: 'Подтвердить' },
  invoices: { Icon: IconReceipt, label: 'Оплатить' },
  orders: { Icon: IconCards, label: 'Посмотреть' },
  cards: { Icon: IconCreditCard, label: 'Настроить' },
};

const MAX_ROWS = 4;
/** On a phone the first cards are to be in sight. */
const MAX_ROWS_NARROW = 2;

/**
 * «Ждёт решения»: what a user may decide now, ranked by the server. The rows that were there when the page was opened
 * keep their place, and later ones take none: nothing moves under a click. The rest unfolds on demand.
 */
export function WaitingList({ data, request }: { data: OverviewData | null; request: RequestParts }) {
  const narrow = useMedia('(max-width: 639px)');
  const [places, setPlaces] = useState<number | null>(null);
  const [all, setAll] = useState(false);
  const waiting = useWaiting();
  const rows = data ? listRows(data, waiting, request) : [];
  if (data && places === null) setPlaces(Math.max(1, rows.length));
  const max = Math.min(places ?? 1, narrow ? MAX_ROWS_NARROW : MAX_ROWS);
  const shown = all ? rows : rows.slice(0, max);
  const more = rows.length - shown.length;
  return (
    <div className={styles.waiting}>
      <div className={styles.head}>
        <h2 className={styles.title}>Ждёт решения</h2>
        {(more > 0 || all) && (
          <Button size="small" variant="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Свернуть' : `Ещё ${more}`}
          </Button>
        )}
      </div>
      {rows.length === 0 ? (
        <p className={styles.calm}>{data ? 'Ничего не ждёт вашего решения' : <InlineSkeleton />}</p>
      ) : (
        <WaitingRows rows={shown} places={max} />
      )}
    </div>
  );
}

/** Lists the rows in the server's order; an admin whom no one has confirmed comes first. */
function listRows(
  { attention }: OverviewData,
  waiting: readonly Waiting[],
  { Text, Answer }: RequestParts,
): WaitingRow[] {
  return [
    ...(attention.some(({ kind }) => kind === 'authority') ? [AUTHORITY_ROW] : []),
    ...waiting.map(({ kind, count, sum, note, href }): WaitingRow => {
      const late = attention.some((item) => item.kind === kind && item.late);
      const text = describeWaiting({ kind, count });
      const name = late ? 'Просрочен долг по кредиту' : text.charAt(0).toUpperCase() + text.slice(1);
      const { Icon, label } = KIND_LOOKS[kind];
      const row = { key: kind, Icon, name, note, sum: sum ?? null, late };
      return kind === 'exceptions'
        ? { ...row, text: <Text fallback={name} />, action: { part: <Answer /> } }
        : { ...row, action: { label, to: href } };
    }),
  ];
}

const AUTHORITY_ROW: WaitingRow = {
  key: 'authority',
  Icon: IconUserCheck,
  name: 'Подтвердите полномочия',
  sum: null,
  action: { label: 'Подтвердить', to: paths.permissions },
};
