import { listNews } from '#contract/programme/news.ts';
import {
  changeNews,
  listStaffNews,
  putHolidayNotice,
  type StaffNews,
} from '#contract/programme/staff-programme.ts';
import { StaffTable } from '../../../staff/StaffTable.tsx';
import { RowButton } from '../../../staff/RowButton.tsx';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import styles from '../../../staff/StaffList.module.css';
import { useStaffProblem } from '../../../staff/use-staff-problem.ts';
import { useRead } from '../../../state/use-call.ts';
import type { Column } from '../../../tables/column.ts';
import { dateColumn } from '../../../tables/usual-columns.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { NewsModal } from './NewsModal.tsx';
import { readOperator } from '#contract/system.ts';
import { DayField } from '../../../forms/days/DayField.tsx';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { dayProblem } from '../../../forms/days/type-day.ts';
import { useOperator } from '../../../state/use-operator.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { TextArea, TextField } from '../../../ui/fields/TextField.tsx';

/** News as staff write them: published, changed, hidden and shown again. */
export function StaffNewsList() {
  const { open, dialog } = useDialogs();
  const problem = useStaffProblem('staff.runProgramme');
  const news = useRead(listStaffNews);
  const hide = useStaffAction(changeNews, { name: 'Новость', refresh: [listStaffNews, listNews] });
  return (
    <Stack gap="3">
      <Row className={styles.actions}>
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
          forms={['новость', 'новости', 'новостей']}
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

/** Edits the announcement that all users see once per visit of the cabinet, within its days. */
function HolidayPanel({ problem }: { problem: string | null }) {
  const notice = useOperator().holidayNotice;
  const { show, dialog } = useDialogs();
  return (
    <Panel
      title="Праздничное объявление"
      action={
        <Button
          size="small"
          aria-label="Изменить праздничное объявление"
          onClick={() => show((onClose) => <HolidayModal notice={notice} onClose={onClose} />)}
          disabled={problem !== null}
          disabledReason={problem ?? ''}
        >
          Изменить
        </Button>
      }
    >
      {notice ? (
        <Stack gap="1">
          <p>
            <DateText value={notice.from} /> по <DateText value={notice.to} />: «{notice.title}»
          </p>
          <p>{notice.text}</p>
        </Stack>
      ) : (
        <p>Объявления нет. Клиент видит его один раз за визит, когда открывает кабинет.</p>
      )}
      {dialog}
    </Panel>
  );
}

type Props = { notice: ReturnType<typeof useOperator>['holidayNotice']; onClose: () => void };

function HolidayModal({ notice, onClose }: Props) {
  const form = useForm({
    values: {
      title: notice?.title ?? '',
      text: notice?.text ?? '',
      from: notice?.from ?? '',
      to: notice?.to ?? '',
    },
  });
  const { title, text, from, to } = form.values;
  const action = useStaffAction(putHolidayNotice, {
    name: 'Праздничное объявление',
    refresh: [readOperator],
  });
  return (
    <FormModal
      form={form}
      submitLabel={from || to ? 'Сохранить объявление' : 'Снять объявление'}
      action={action}
      disabledReason={
        (!title.trim() && 'Укажите заголовок') ||
        (!text.trim() && 'Напишите текст') ||
        (from && dayProblem(from)) ||
        (to && dayProblem(to)) ||
        null
      }
      onSubmit={() => action.mutate({ body: { title, text, from, to } }, { onSuccess: onClose })}
      title="Праздничное объявление"
      onClose={onClose}
    >
      <p>Клиенты увидят его в кабинете с первого дня по последний. Без дней объявления не будет.</p>
      <TextField label="Заголовок" {...form.field('title')} maxLength={200} />
      <TextArea label="Текст" {...form.field('text')} maxLength={2000} />
      <DayField label="Первый день" {...form.field('from')} />
      <DayField label="Последний день" {...form.field('to')} />
    </FormModal>
  );
}
