import type { z } from 'zod';
import { auditChangeLine } from '#contract/backoffice/audit-change-line.ts';
import type { auditEvent } from '#contract/backoffice/audit.ts';
import { counted } from '#contract/values/counted.ts';
import type { Column } from '../../../tables/column.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import styles from './AuditColumns.module.css';

export type LoggedEvent = z.infer<typeof auditEvent>;

const COLUMNS: readonly (Column<LoggedEvent> & { staffOnly?: boolean })[] = [
  {
    key: 'at',
    header: 'Дата и время, МСК',
    width: 150,
    kind: 'moment',
    narrow: 'second',
    unsorted: true,
    value: (item) => item.at,
    cell: (item) => <DateText value={item.at} style="datetime" className={styles.whole} />,
  },
  {
    key: 'what',
    header: 'Действие',
    width: 210,
    narrow: 'title',
    fixed: true,
    unsorted: true,
    value: (item) => item.title,
    cell: (item) => (
      <>
        <TwoLines below={formatTargets(item)}>{item.title}</TwoLines>
        <EventParts event={item} />
      </>
    ),
  },
  {
    key: 'who',
    header: 'Кто',
    width: 150,
    narrow: 'second',
    unsorted: true,
    value: (item) => item.actor.name,
    cell: (item) => <TwoLines below={item.actor.role}>{item.actor.name}</TwoLines>,
  },
  {
    key: 'company',
    header: 'Компания',
    width: 150,
    narrow: 'line',
    unsorted: true,
    staffOnly: true,
    value: (item) => item.company?.title ?? null,
    cell: (item) => item.company?.title ?? '—',
  },
  {
    key: 'changes',
    header: 'Было → стало',
    narrow: 'plain',
    unsorted: true,
    value: (item) => auditChangeLine(item.changes),
    cell: (item) => <Changes changes={item.changes} />,
  },
  {
    key: 'from',
    header: 'Откуда',
    width: 160,
    narrow: 'hidden',
    unsorted: true,
    leaves: 1,
    value: (item) => item.address,
    cell: (item) => (
      <TwoLines below={<span title={item.device ?? ''}>{shortDevice(item.device)}</span>}>
        {item.address ?? '—'}
      </TwoLines>
    ),
  },
  {
    key: 'request',
    header: 'Запрос',
    narrow: 'hidden',
    unsorted: true,
    extra: true,
    value: (item) => item.request_id,
    cell: (item) => <span className={styles.fine}>{item.request_id ?? '—'}</span>,
  },
];

export function auditColumns(isStaff: boolean): readonly Column<LoggedEvent>[] {
  return COLUMNS.filter((column) => isStaff || !column.staffOnly);
}

/** The other lines of the same request. */
function EventParts({ event: { parts, parts_total: total } }: { event: LoggedEvent }) {
  if (total === 0) return null;
  return (
    <details className={styles.parts}>
      <summary>{counted(total, ['часть', 'части', 'частей'])}</summary>
      <ol>
        {parts.map((part) => (
          <li key={part.id}>
            {[part.title, formatTargets(part)].filter(Boolean).join(': ')}
            <Changes changes={part.changes} />
          </li>
        ))}
        {total > parts.length && <li>и ещё {total - parts.length}, они есть в файле</li>}
      </ol>
    </details>
  );
}

function formatTargets(event: Pick<LoggedEvent, 'targets'>): string {
  return event.targets.map(({ title }) => title).join(', ');
}

/** More of them are in the file. */
const SHOWN = 6;
const MAX_TEXT_LENGTH = 160;

function Changes({ changes }: Pick<LoggedEvent, 'changes'>) {
  if (changes.length === 0) return null;
  return (
    <ul className={styles.changes}>
      {changes.slice(0, SHOWN).map(({ label, before, after }) => (
        <li key={`${label} ${after}`}>
          <span className={styles.label}>{label}:</span> {before !== null && `${shortened(before)} → `}
          {after === null ? '—' : shortened(after)}
        </li>
      ))}
      {changes.length > SHOWN && (
        <li className={styles.label}>и ещё {changes.length - SHOWN}, они есть в файле</li>
      )}
    </ul>
  );
}

function shortened(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}

const BROWSERS = [
  [/YaBrowser\//, 'Яндекс Браузер'],
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

/** «Chrome, Windows» of what a browser calls itself. */
function shortDevice(device: string | null): string {
  if (!device) return '';
  const named = [BROWSERS, SYSTEMS].map((known) => known.find(([sign]) => sign.test(device))?.[1]);
  return named.filter(Boolean).join(', ') || device.slice(0, 40);
}
