import {
  LINE_DECISION_TITLE,
  LINE_DIFFERENCE_TITLE,
  type InvoiceLineGroup,
  type NetworkInvoiceLine,
} from '#contract/fuel/network-invoice-lines.ts';
import { formatDate, formatFixed, formatLitres } from '../../../lib/format.ts';
import { paths } from '../../../paths.ts';
import type { Column } from '../../../tables/column.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { extraColumn, moneyColumn } from '../../../tables/usual-columns.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import styles from './NetworkInvoice.module.css';

type Line = NetworkInvoiceLine;
type Side = NonNullable<Line['theirs']>;

const TONE: Record<NonNullable<Line['decision']>['kind'], StatusTone> = {
  accepted: 'go',
  disputed: 'stop',
  requested: 'wait',
};

/** The columns of a group: a side that it cannot have is left out. A file has each figure by itself. */
export function lineColumns(group: InvoiceLineGroup): readonly Column<Line>[] {
  const sides = [
    ...(group === 'ours' ? [] : sideColumns('theirs', 'У\u00a0сети')),
    ...(group === 'theirs' || group === 'repeated' ? [] : sideColumns('ours', 'У\u00a0нас')),
  ];
  return [
    {
      key: 'card',
      header: 'Карта',
      kind: 'number',
      narrow: 'title',
      fixed: true,
      leastWidth: 190,
      unsorted: true,
      value: (item) => item.card,
      cell: (item) => (
        <TwoLines cut="row" below={item.client?.title ?? 'Карта не из программы'}>
          {item.card}
        </TwoLines>
      ),
    },
    ...sides,
    ...(group === 'different' ? [DIFFERENCES] : []),
    ...(group === 'repeated' ? [OTHER_INVOICE] : []),
    ...(group === 'equal' ? [] : [DECISION]),
    {
      ...extraColumn<Line>({
        key: 'note',
        header: 'Комментарий',
        value: (item) => item.decision?.note ?? null,
      }),
      unsorted: true,
    },
    {
      ...extraColumn<Line>({
        key: 'row',
        header: 'Строка файла',
        value: (item) => (item.row === null ? null : String(item.row)),
      }),
      unsorted: true,
    },
  ];
}

function sideColumns(key: 'theirs' | 'ours', header: string): Column<Line>[] {
  const hidden = { narrow: 'hidden', extra: true, unsorted: true } as const;
  return [
    {
      key,
      header,
      narrow: 'line',
      leastWidth: 210,
      unsorted: true,
      value: (item) => item[key]?.time.replace('T', ' ') ?? null,
      cell: (item) => <SideCell side={item[key]} />,
    },
    {
      ...moneyColumn<Line>({
        key: `${key}-sum`,
        header: `${header}, сумма`,
        value: (item) => item[key]?.sum ?? null,
      }),
      ...hidden,
    },
    {
      key: `${key}-litres`,
      header: `${header}, литры`,
      kind: 'litres',
      align: 'end',
      value: (item) => item[key]?.litres ?? null,
      cell: (item) => item[key] && formatFixed(item[key].litres, 2),
      ...hidden,
    },
    {
      ...extraColumn<Line>({
        key: `${key}-goods`,
        header: `${header}, топливо`,
        value: (item) => item[key]?.goods ?? null,
      }),
      unsorted: true,
    },
    {
      ...extraColumn<Line>({
        key: `${key}-station`,
        header: `${header}, АЗС`,
        value: (item) => item[key]?.station ?? null,
      }),
      unsorted: true,
    },
  ];
}

function SideCell({ side }: { side: Side | null }) {
  if (!side) return 'Нет';
  return (
    <span className={styles.side}>
      <span>
        <Money value={side.sum} /> · {formatLitres(side.litres)}
      </span>
      <span className={styles.below} title={side.station}>
        {formatClock(side.time)}
        {side.goods && ` · ${side.goods}`}
        {side.price !== null && ` · ${formatFixed(side.price, 2)} ₽`}
      </span>
    </span>
  );
}

/** The clock of a report names no zone, so it is shown as it stands. */
function formatClock(time: string): string {
  const [, year, month, day, clock] = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2}))?/.exec(time) ?? [];
  return `${day}.${month}.${year}${clock ? ` ${clock}` : ''}`;
}

const DIFFERENCES: Column<Line> = {
  key: 'differences',
  header: 'Расходится',
  narrow: 'line',
  width: 130,
  unsorted: true,
  value: (item) => item.differences.map((kind) => LINE_DIFFERENCE_TITLE[kind]).join(', '),
  cell: (item) => item.differences.map((kind) => LINE_DIFFERENCE_TITLE[kind]).join(', '),
};

const OTHER_INVOICE: Column<Line> = {
  key: 'other',
  header: 'Уже в счёте',
  narrow: 'line',
  width: 230,
  unsorted: true,
  value: ({ other_invoice: other }) => (other ? `№ ${other.number} от ${formatDate(other.date)}` : null),
  cell: ({ other_invoice: other }) =>
    other ? (
      <TextLink to={paths.staffNetworkInvoice(other.id)}>
        №&nbsp;{other.number} от {formatDate(other.date)}
      </TextLink>
    ) : (
      'Счёт удалён'
    ),
};

const DECISION: Column<Line> = {
  key: 'decision',
  header: 'Решение',
  narrow: 'second',
  width: 190,
  unsorted: true,
  value: (item) => (item.decision ? LINE_DECISION_TITLE[item.decision.kind] : 'Не решено'),
  cell: ({ decision }) =>
    decision ? (
      <TwoLines
        cut="row"
        below={
          <span title={decision.note}>
            <DateText value={decision.at} />
            {decision.by && `, ${decision.by}`}: {decision.note}
          </span>
        }
      >
        <StatusLabel tone={TONE[decision.kind]}>{LINE_DECISION_TITLE[decision.kind]}</StatusLabel>
      </TwoLines>
    ) : (
      <StatusLabel tone="neutral">Не решено</StatusLabel>
    ),
};
