import { useState } from 'react';
import { listNews } from '#contract/news.ts';
import { changeNews, listStaffNews } from '#contract/staff-programme.ts';
import type { DataOf } from '#contract/endpoint.ts';
import { StaffTable } from '../../staff/StaffTable.tsx';
import { RowButton } from '../../staff/RowButton.tsx';
import { useStaffDeed } from '../../staff/use-staff-deed.ts';
import styles from '../../staff/StaffList.module.css';
import { useStaffProblem } from '../../staff/use-staff-problem.ts';
import { useRead } from '../../state/use-call.ts';
import type { Column } from '../../tables/column.ts';
import { dateColumn } from '../../tables/usual-columns.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TableSkeleton } from '../../ui/Skeleton.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import { StatusWord } from '../../ui/StatusWord.tsx';
import { HolidayPanel } from './HolidayPanel.tsx';
import { NewsModal } from './NewsModal.tsx';

export type StaffNews = DataOf<typeof listStaffNews>[number];

/** News as staff write them: published, changed, hidden and shown again. */
export function StaffNewsList() {
  const [writing, setWriting] = useState<StaffNews | 'new' | null>(null);
  const problem = useStaffProblem('staff.runProgramme');
  const news = useRead(listStaffNews);
  const hide = useStaffDeed(changeNews, { name: 'Новость', refresh: [listStaffNews, listNews] });
  return (
    <Stack gap="3">
      <Row className={styles.deeds}>
        <Button
          variant="primary"
          onClick={() => setWriting('new')}
          disabled={problem !== null}
          disabledReason={problem ?? ''}
        >
          Написать новость
        </Button>
      </Row>
      {hide.error && <Notice tone="error">{hide.error.message}</Notice>}
      {!news.data && news.error && (
        <LoadError onReload={() => void news.refetch()} message={news.error.message} />
      )}
      {!news.data && !news.error && <TableSkeleton columns={4} />}
      {news.data?.data.length === 0 && (
        <EmptyState title="Новостей нет">Новости видят все, кто открывает сайт.</EmptyState>
      )}
      {news.data && news.data.data.length > 0 && (
        <StaffTable
          caption="Новости"
          columns={columns(problem, {
            change: setWriting,
            hide: ({ id, date, title, html, hidden }) =>
              hide.mutate({ params: { id }, body: { date, title, html, hidden: !hidden } }),
            hiding: hide.isPending ? (hide.variables.params?.id ?? null) : null,
          })}
          rows={news.data.data}
          rowKey={(one) => one.id}
        />
      )}
      <HolidayPanel problem={problem} />
      {writing !== null && (
        <NewsModal item={writing === 'new' ? null : writing} onClose={() => setWriting(null)} />
      )}
    </Stack>
  );
}

type Act = { change: (item: StaffNews) => void; hide: (item: StaffNews) => void; hiding: unknown };

function columns(problem: string | null, act: Act): readonly Column<StaffNews>[] {
  const disabling = { disabled: problem !== null, disabledReason: problem ?? '' };
  return [
    dateColumn({ key: 'date', header: 'Дата', value: (one) => one.date }),
    {
      key: 'title',
      header: 'Заголовок',
      narrow: 'title',
      fixed: true,
      value: (one) => one.title,
      cell: (one) => one.title,
    },
    {
      key: 'state',
      header: 'Состояние',
      narrow: 'second',
      value: (one) => (one.hidden ? 'Скрыта' : 'Видна всем'),
      cell: (one) => (
        <StatusWord tone={one.hidden ? 'locked' : 'go'}>{one.hidden ? 'Скрыта' : 'Видна всем'}</StatusWord>
      ),
    },
    {
      key: 'action',
      header: 'Действия',
      headerHidden: true,
      narrow: 'plain',
      cell: (one) => (
        <Row gap="1" nowrap>
          <Button
            size="small"
            aria-label={`Изменить: ${one.title}`}
            onClick={() => act.change(one)}
            {...disabling}
          >
            Изменить
          </Button>
          <RowButton
            variant="quiet"
            aria-label={`${one.hidden ? 'Показать' : 'Скрыть'}: ${one.title}`}
            pending={act.hiding === one.id}
            onClick={() => act.hide(one)}
            {...disabling}
          >
            {one.hidden ? 'Показать' : 'Скрыть'}
          </RowButton>
        </Row>
      ),
    },
  ];
}
