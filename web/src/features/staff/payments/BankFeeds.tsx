import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listAdvanceReturns } from '#contract/money/advance-returns.ts';
import { listBankBalances, listPayments } from '#contract/money/bank.ts';
import { listBankFeeds, pullBankFeeds } from '#contract/money/bank-feeds.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { useRead } from '../../../state/use-call.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';

type Feed = EndpointData<typeof listBankFeeds>[number];

const FEED_READS = [listPayments, listAdvanceReturns, listBankBalances];
/** Results of a bank read appear some seconds after it was requested. */
const REFRESH_MS = 5000;

/** The statements that are asked from the bank by themselves: how that goes, and a button to ask now. */
export function BankFeeds() {
  const read = useRead(listBankFeeds, {}, { refetchMs: REFRESH_MS });
  const action = useStaffAction(pullBankFeeds, {
    name: 'Запрос выписки у банка',
    refresh: [listBankFeeds],
    hasOwnNotice: true,
  });
  const client = useQueryClient();
  const feeds = read.data?.data ?? [];
  const newest = feeds.map(({ lines_at: at }) => at).join();
  // The other lists read again what a bank read has brought.
  useEffect(() => {
    for (const { name } of FEED_READS) void client.invalidateQueries({ queryKey: [name] });
  }, [client, newest]);
  if (!read.data && read.error)
    return <LoadError onReload={() => void read.refetch()} message={read.error.message} />;
  if (!read.data) return <ListSkeleton count={2} label="Загружаются выписки по API" />;
  if (feeds.length === 0)
    return (
      <EmptyState title="Банк по API не подключён">
        Выписки загружают файлом. Как подключить банк, написано в руководстве по эксплуатации.
      </EmptyState>
    );
  return (
    <Panel title="Выписка из банка по API">
      <Stack gap="2">
        {feeds.map((feed) => (
          <FeedState key={feed.account} feed={feed} />
        ))}
        <Row>
          <Button
            icon={<IconRefresh aria-hidden="true" stroke={1.75} />}
            pending={action.isPending}
            onClick={() => action.mutate({ body: {} })}
          >
            Запросить сейчас
          </Button>
          <span role="status">
            {action.data ? 'Выписка запрошена, платежи появятся в «Поступлениях»' : ''}
          </span>
        </Row>
        {action.error && <Notice tone="error">{action.error.message}</Notice>}
      </Stack>
    </Panel>
  );
}

function FeedState({ feed }: { feed: Feed }) {
  return (
    <Stack gap="1">
      <p>
        {feed.bank}, счёт …{feed.account.slice(-4)}:{' '}
        {feed.read_at ? (
          <>
            прочитана <DateText value={feed.read_at} style="datetime" />
          </>
        ) : (
          'ещё не читалась'
        )}
        {feed.lines_at && (
          <>
            , последние новые строки ({feed.lines}) <DateText value={feed.lines_at} style="datetime" />
          </>
        )}
        .
      </p>
      {feed.problem && (
        <Notice tone="error" title="Выписка не приходит">
          {feed.problem}
        </Notice>
      )}
    </Stack>
  );
}
