import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { closeMonth, readClosing, CLOSING_KIND_TITLE, type ClosingKind } from '#contract/papers/closing.ts';
import { capitalized, formatDate, formatNumber } from '../../../lib/format.ts';
import { offeredValue } from '../../../lib/read-address.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { nameOfPerson } from '../../../staff/name-of-person.ts';
import { recentMonths } from '../../../staff/recent-months.ts';
import { useProposals } from '../../../staff/use-proposals.ts';
import { WaitingApprovals } from '../../../staff/WaitingApprovals.tsx';
import { useRead } from '../../../state/use-call.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import { Button } from '../../../ui/Button.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { CardSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import staff from '../../../staff/StaffList.module.css';
import { CloseMonthModal } from './CloseMonthModal.tsx';
import { ClosingPreview } from './ClosingPreview.tsx';
import type { EndpointData } from '#contract/endpoint.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import styles from './MonthClosing.module.css';
import { paths } from '../../../paths.ts';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';

const MONTHS = 14;
const REFRESH_MS = 15_000;

/** One month: what stands against closing it, what closing it would make, and who has closed it. */
export function MonthClosing() {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const [months] = useState(() => recentMonths(serverNow(), MONTHS));
  const [closing, setClosing] = useState(false);
  const proposals = useProposals('month', 'staff.handleMoney');
  // The month before this one is what is closed next.
  const month =
    offeredValue(
      search.get('month'),
      months.map(({ value }) => value),
    ) ||
    (months[1]?.value ?? '');
  const state = useRead(
    readClosing,
    { query: { date: month } },
    { keepPrevious: true, refetchMs: REFRESH_MS },
  );
  const read = state.data?.data;

  if (!read && state.error)
    return <LoadError onReload={() => void state.refetch()} message={state.error.message} />;
  const monthText = formatDate(month, 'month');
  const isClosed = read?.stage === 'closing' || read?.stage === 'closed';
  return (
    <Stack gap="3">
      <Row between align="end">
        <Select
          label="Месяц"
          className={staff.filter}
          options={months}
          value={month}
          onChange={(value) => write({ month: value, page: null })}
        />
        {read && (
          <Button
            variant={isClosed ? 'quiet' : 'primary'}
            onClick={() => setClosing(true)}
            disabledReason={
              proposals.problem(closeMonth, { date: month }) ??
              (read.running ? `${capitalized(monthText)} ещё идёт` : null)
            }
          >
            {isClosed ? 'Повторить закрытие' : `Закрыть ${monthText}`}
          </Button>
        )}
      </Row>
      <WaitingApprovals approvals={proposals.waiting({ date: month }, closeMonth)} />
      {!read && <CardSkeleton count={2} />}
      {read && (
        <>
          {read.running && (
            <Notice title={`${capitalized(monthText)} ещё идёт`}>
              Закрыть месяц можно с первого дня следующего. До тех пор здесь видно, что этому помешает.
            </Notice>
          )}
          {isClosed && (
            <Notice
              tone={read.stage === 'closed' ? 'go' : 'info'}
              title={`${capitalized(monthText)} ${read.stage === 'closed' ? 'закрыт' : 'закрывается'}${formatCloser(read.decisions)}`}
            >
              Сделанное не меняется. Повторное закрытие только доделает документы, которых ещё нет.
            </Notice>
          )}
          <OpenPoints state={read} />
          <ClosingPreview month={month} isClosed={isClosed} />
          <ClosingDecisions decisions={read.decisions} titles={read.titles} />
        </>
      )}
      {closing && read && (
        <CloseMonthModal month={month} open={read.open} onClose={() => setClosing(false)} />
      )}
    </Stack>
  );
}

type State = EndpointData<typeof readClosing>;

/** « 1 ноября 2026 г., Ольга Ветрова»: the first decision closed the month, later ones only finished its documents. */
function formatCloser([first]: State['decisions']): string {
  return first ? ` ${formatDate(first.at, 'long')}, ${nameOfPerson(first.by)}` : '';
}

/** Shows who closed the month, what stood against it and why that was accepted. */
function ClosingDecisions({ decisions, titles }: Pick<State, 'decisions' | 'titles'>) {
  if (decisions.length === 0) return null;
  return (
    <Panel title="Кто закрывал">
      <ul className={styles.list}>
        {decisions.map(({ at, by, open, despite, reason }) => (
          <li key={at}>
            <span className={styles.said}>
              <DateText value={at} style="datetime" />, {nameOfPerson(by)}
              {despite.length > 0 &&
                `. Несмотря на: ${open.map(({ kind, count }) => `${titles[kind]}: ${count}`).join('; ')}`}
              {reason && `. ${reason}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type OpenPointsState = EndpointData<typeof readClosing>;

/** Page where each kind is decided. */
const PLACE: Record<ClosingKind, { to: string; text: string }> = {
  feed: { to: paths.staffPartners, text: 'К сетям' },
  movement: { to: paths.staffMovements, text: 'К движениям' },
  sale: { to: paths.staffMatters, text: 'К разбору' },
  payment: { to: paths.staffPayments, text: 'К платежам' },
};

/**
 * Shows what prevents closing, and what has been created once something was. Networks that are read to the month's end
 * are the normal case and take one line; only the others are listed.
 */
function OpenPoints({ state: { open, networks, closed, stage } }: { state: OpenPointsState }) {
  const unread = networks.filter(({ complete }) => !complete);
  return (
    <div className={styles.facts}>
      <Panel title="Что мешает">
        <ul className={styles.list}>
          {open.length === 0 && (
            <li>
              <StatusLabel tone="go">Ничего не мешает</StatusLabel>
            </li>
          )}
          {open.map(({ kind, count }) => (
            <li key={kind}>
              <StatusLabel tone="stop">
                {CLOSING_KIND_TITLE[kind]}: {formatNumber(count)}
              </StatusLabel>
              <TextLink to={PLACE[kind].to}>{PLACE[kind].text}</TextLink>
            </li>
          ))}
          {unread.map(({ id, title, read_at: readAt }) => (
            <li key={`network ${id}`}>
              <StatusLabel tone="wait">{title}: продажи не прочитаны до конца месяца</StatusLabel>
              <span className={styles.quiet}>
                {readAt ? <DateText value={readAt} style="datetime" /> : 'Ещё не прочитана'}
              </span>
            </li>
          ))}
          {unread.length === 0 && <li className={styles.quiet}>{FEEDS_READ}</li>}
        </ul>
      </Panel>
      {(stage === 'closing' || stage === 'closed') && (
        <Panel title="Сделано">
          <dl className={styles.figures}>
            <dt>Документов</dt>
            <dd>{formatNumber(closed.documents)}</dd>
            <dt>Компаний с документами</dt>
            <dd>{formatNumber(closed.companies)}</dd>
            {closed.waiting > 0 && (
              <>
                <dt>Компаний, чьи документы ещё делают</dt>
                <dd>{formatNumber(closed.waiting)}</dd>
              </>
            )}
          </dl>
        </Panel>
      )}
    </div>
  );
}

const FEEDS_READ = 'Продажи всех сетей прочитаны до конца месяца';
