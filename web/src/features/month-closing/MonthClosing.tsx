import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { closeMonth, readClosing } from '#contract/closing.ts';
import { capitalized, formatDate } from '../../lib/format.ts';
import { offeredValue } from '../../lib/read-address.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { recentMonths } from '../../staff/recent-months.ts';
import { useProposals } from '../../staff/use-proposals.ts';
import { WaitingApprovals } from '../../staff/WaitingApprovals.tsx';
import { useRead } from '../../state/use-call.ts';
import { useWriteAddress } from '../../state/use-write-address.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Select } from '../../ui/Select.tsx';
import { CardSkeleton } from '../../ui/Skeleton.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import staff from '../../staff/StaffList.module.css';
import { CloseMonthModal } from './CloseMonthModal.tsx';
import { ClosingDecisions } from './ClosingDecisions.tsx';
import { ClosingPreview } from './ClosingPreview.tsx';
import { OpenPoints } from './OpenPoints.tsx';

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
  const isClosed = read !== undefined && read.decisions.length > 0;
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
            <Notice tone="go" title={`${capitalized(monthText)} закрыт`}>
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
