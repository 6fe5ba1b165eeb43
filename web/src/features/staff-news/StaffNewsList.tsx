import { listNews } from '#contract/news.ts';
import { changeNews, listStaffNews } from '#contract/staff-programme.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { StaffTable } from '../../staff/StaffTable.tsx';
import { RowButton } from '../../staff/RowButton.tsx';
import { useStaffAction } from '../../staff/use-staff-action.ts';
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
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { HolidayPanel } from './HolidayPanel.tsx';
import { useDialogs } from '../../ui/use-dialogs.tsx';
import { NewsModal } from './NewsModal.tsx';

export type StaffNews = EndpointData<typeof listStaffNews>[number];

/** News as staff write them: published, changed, hidden and shown again. */
export function StaffNewsList() {
  const { open, dialog } = useDialogs();
  const problem = useStaffProblem('staff.runProgramme');
  const news = useRead(listStaffNews);
  const hide = useStaffAction(changeNews, { name: 'Новость', refresh: [listStaffNews, listNews] });
  return (
    <Stack gap="3">
      <Row className={styles.deeds}>
        <Button
          variant="primary"
          onClick={() => open(NewsModal, null)}
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
            change: (item) => open(NewsModal, item),
            hide: ({ id, date, title, html, hidden }) =>
              hide.mutate({ params: { id }, body: { date, title, html, hidden: !hidden } }),
            hiding: hide.isPending ? (hide.variables.params?.id ?? null) : null,
          })}
          rows={news.data.data}
          rowKey={(item) => item.id}
        />
      )}
      <HolidayPanel problem={problem} />
      {dialog}
    </Stack>
  );
}

type Act = { change: (item: StaffNews) => void; hide: (item: StaffNews) => void; hiding: unknown };

function columns(problem: string | null, act: Act): readonly Column<StaffNews>[] {
  const disabling = { disabled: problem !== null, disabledReason: problem ?? '' };
  return [
    dateColumn({ key: 'date', header: 'Дата', value: (item) => item.date }),
    {
      key: 'title',
      header: 'Заголовок',
      narrow: 'title',
      fixed: true,
      value: (item) => item.title,
      cell: (item) => item.title,
    },
    {
      key: 'state',
      header: 'Состояние',
      narrow: 'second',
      value: (item) => (item.hidden ? 'Скрыта' : 'Видна всем'),
      cell: (item) => (
        <StatusLabel tone={item.hidden ? 'locked' : 'go'}>
          {item.hidden ? 'Скрыта' : 'Видна всем'}
        </StatusLabel>
      ),
    },
    {
      key: 'action',
      header: 'Действия',
      headerHidden: true,
      narrow: 'plain',
      cell: (item) => (
        <Row gap="1" nowrap>
          <Button
            size="small"
            aria-label={`Изменить: ${item.title}`}
            onClick={() => act.change(item)}
            {...disabling}
          >
            Изменить
          </Button>
          <RowButton
            variant="quiet"
            aria-label={`${item.hidden ? 'Показать' : 'Скрыть'}: ${item.title}`}
            pending={act.hiding === item.id}
            onClick={() => act.hide(item)}
            {...disabling}
          >
            {item.hidden ? 'Показать' : 'Скрыть'}
          </RowButton>
        </Row>
      ),
    },
  ];
}
