import { useState } from 'react';
import { can } from '#contract/access.ts';
import { lastFour } from '#contract/card-number.ts';
import { listDeclines } from '#contract/declines.ts';
import { useRole } from '../../server/session.ts';
import { paths } from '../../paths.ts';
import { useRead } from '../../state/use-call.ts';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ListSkeleton } from '../../ui/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { DeclineOutcome } from './DeclineOutcome.tsx';
import styles from './DeclineList.module.css';

const POLL_MS = 15_000;

/** Declines at the pump, newest first: the reason, and what to do about it. */
export function DeclineList() {
  const [page, setPage] = useState(1);
  const mayAllow = can(useRole(), 'changeCard');
  const read = useRead(listDeclines, { query: { page } }, { refetchMs: POLL_MS, keepPrevious: true });
  if (read.isPending) return <ListSkeleton count={4} label="Загружаются отказы" />;
  if (!read.data) return <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />;
  const { data: declines, meta } = read.data;
  if (declines.length === 0)
    return (
      <EmptyState title="Отказов не было">
        Если карту не примут на АЗС, здесь будет написано почему и что с этим делать.
      </EmptyState>
    );
  return (
    <Stack>
      <Panel variant="flush" aria-label="Отказы на АЗС">
        <ul className={styles.list}>
          {declines.map((decline) => (
            <li key={decline.id} className={styles.line}>
              <div className={styles.head}>
                <StatusLabel tone="stop">{decline.title}</StatusLabel>
                <DateText value={decline.at} style="datetime" />
              </div>
              <p className={styles.reason}>{decline.reason}</p>
              <p>{decline.advice}</p>
              <p className={styles.what}>
                {[decline.station, decline.goods, `${decline.litres.toLocaleString('ru')} л`]
                  .filter(Boolean)
                  .join(', ')}
              </p>
              <TextLink to={paths.card(decline.card_id)}>Карта •• {lastFour(decline.card_number)}</TextLink>
              {decline.exception && <DeclineOutcome exception={decline.exception} mayAllow={mayAllow} />}
            </li>
          ))}
        </ul>
      </Panel>
      <Pagination page={page} totalPages={meta.pagination.total_pages} onChange={setPage} />
    </Stack>
  );
}
