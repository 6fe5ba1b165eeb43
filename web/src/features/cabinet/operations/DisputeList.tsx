import { useState } from 'react';
import { listDisputes } from '#contract/fuel/disputes.ts';
import { shortNumber } from '#contract/values/card-number.ts';
import { paths } from '../../../paths.ts';
import { useRead } from '../../../state/use-call.ts';
import { Pagination } from '../../../ui/Pagination.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { DisputeFacts } from './DisputeFacts.tsx';

const POLL_MS = 15_000;

/** The company's disputes, newest first. */
export function DisputeList() {
  const [page, setPage] = useState(1);
  const read = useRead(listDisputes, { query: { page } }, { refetchMs: POLL_MS, keepPrevious: true });
  if (read.isPending) return <ListSkeleton count={4} label="Загружаются споры" />;
  if (!read.data) return <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />;
  const { data: disputes, meta } = read.data;
  if (disputes.length === 0)
    return (
      <EmptyState title="Споров нет" action={<TextLink to={paths.cardTransactions()}>К операциям</TextLink>}>
        Если покупка неверна, откройте её в списке операций и нажмите «Не сходится».
      </EmptyState>
    );
  return (
    <Stack>
      {disputes.map((dispute) => {
        const { id, operation } = dispute;
        return (
          <Panel key={id} title={`Спор № ${id}`}>
            <Stack gap="1">
              <p>
                {operation.goods}, <Money value={operation.sum} />,{' '}
                <DateText value={operation.at} style="datetime" />, карта {shortNumber(operation.card_number)}
              </p>
              <DisputeFacts dispute={dispute} />
            </Stack>
          </Panel>
        );
      })}
      <Pagination page={page} totalPages={meta.pagination.total_pages} onChange={setPage} />
    </Stack>
  );
}
