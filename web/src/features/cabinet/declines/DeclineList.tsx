import { formatQuantity, getGoodsUnit } from '#contract/fuel/goods-unit.ts';
import { useState } from 'react';
import { formatOtherDay } from '#contract/station-time.ts';
import { useSearchParams } from 'react-router';
import { readOverview } from '#contract/insights/overview.ts';
import { can } from '#contract/access.ts';
import { shortNumber } from '#contract/values/card-number.ts';
import { listDeclines } from '#contract/fleet/declines.ts';
import { useRole } from '../../../server/session.ts';
import { paths } from '../../../paths.ts';
import { useRead } from '../../../state/use-call.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import styles from './DeclineList.module.css';
import type { EndpointData } from '#contract/endpoint.ts';
import { approveException, listExceptions } from '#contract/fleet/exceptions.ts';
import { readCardRules } from '#contract/fleet/rules.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

const POLL_MS = 15_000;

/** Declines at the pump, newest first: the reason, and what to do about it. */
export function DeclineList() {
  const [page, setPage] = useState(1);
  const waiting = useSearchParams()[0].get('waiting') === '1';
  const mayAllow = can(useRole(), 'changeCard');
  const read = useRead(
    listDeclines,
    { query: { page, ...(waiting && { waiting }) } },
    { refetchMs: POLL_MS, keepPrevious: true },
  );
  if (read.isPending) return <ListSkeleton count={4} label="Загружаются отказы" />;
  if (!read.data) return <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />;
  const { data: declines, meta } = read.data;
  if (declines.length === 0 && waiting)
    return (
      <EmptyState title="Разрешать нечего" action={<TextLink to={paths.declines}>Все отказы</TextLink>}>
        На все отказы уже ответили, или их срок вышел.
      </EmptyState>
    );
  if (declines.length === 0)
    return (
      <EmptyState title="Отказов не было">
        Если карту не примут на АЗС, здесь будет написано почему и что с этим делать.
      </EmptyState>
    );
  return (
    <Stack>
      {waiting && (
        <p className="ink-2">
          Показаны отказы, которые ещё можно разрешить. <TextLink to={paths.declines}>Все отказы</TextLink>
        </p>
      )}
      <Panel variant="flush" aria-label="Отказы на АЗС">
        <ul className={styles.list}>
          {declines.map((decline) => (
            <li key={decline.id} className={styles.line}>
              <div className={styles.head}>
                <StatusLabel tone="stop">{decline.title}</StatusLabel>
                <DateText value={decline.at} style="datetime" />
              </div>
              {formatOtherDay(decline.at, decline.time_zone) && (
                <p className={styles.what}>на АЗС {formatOtherDay(decline.at, decline.time_zone)}</p>
              )}
              <p className={styles.reason}>{decline.reason}</p>
              <p>{decline.advice}</p>
              <p className={styles.what}>
                {[
                  decline.station,
                  decline.goods,
                  formatQuantity(decline.litres, getGoodsUnit(decline.goods ?? '')),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </p>
              <TextLink to={paths.card(decline.card_id)}>Карта {shortNumber(decline.card_number)}</TextLink>
              {decline.exception && <DeclineOutcome exception={decline.exception} mayAllow={mayAllow} />}
            </li>
          ))}
        </ul>
      </Panel>
      <Pagination page={page} totalPages={meta.pagination.total_pages} onChange={setPage} />
    </Stack>
  );
}

type Exception = NonNullable<EndpointData<typeof listDeclines>[number]['exception']>;

const REFRESH = [listDeclines, listExceptions, readCardRules, readOverview];

/** Shows the outcome of a purchase that the company's rules refused. While it is open, a button lets it pass once. */
function DeclineOutcome({ exception, mayAllow }: { exception: Exception; mayAllow: boolean }) {
  const { id, state, until } = exception;
  const action = useEndpointAction(approveException, {
    refresh: REFRESH,
    // A colleague may have answered meanwhile.
    refreshAfter: () => true,
    left: { failed: 'Заправка не разрешена' },
  });
  switch (state) {
    case 'proposed':
    case 'asked':
      return (
        <>
          {state === 'asked' && <StatusLabel tone="wait">Просьба ждёт ответа</StatusLabel>}
          {action.error && <Notice tone="error">{action.error.message}</Notice>}
          {mayAllow && (
            <Button
              size="small"
              pending={action.isPending}
              onClick={() => action.mutate({ params: { id }, body: {} })}
            >
              Разрешить один раз
            </Button>
          )}
        </>
      );
    case 'approved':
      return (
        <StatusLabel tone="go">
          Разрешено один раз
          {until && (
            <>
              , до <DateText value={until} style="datetime" />
            </>
          )}
        </StatusLabel>
      );
    case 'used':
      return <StatusLabel tone="go">Разрешили, заправка прошла</StatusLabel>;
    case 'declined':
      return <StatusLabel tone="stop">Не разрешили</StatusLabel>;
    case 'lapsed':
      return null;
  }
}
