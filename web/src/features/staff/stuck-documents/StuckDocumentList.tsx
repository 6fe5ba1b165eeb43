import type { z } from 'zod';
import { listStuckDocuments, resendStuckDocument, type stuckDocument } from '#contract/money/corrections.ts';
import { useRead } from '../../../state/use-call.ts';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { dateColumn } from '../../../tables/usual-columns.tsx';
import type { Column } from '../../../tables/column.ts';
import { StaffTable } from '../../../staff/StaffTable.tsx';
import { RowButton } from '../../../staff/RowButton.tsx';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import styles from '../../../staff/StaffList.module.css';

type StuckDocument = z.infer<typeof stuckDocument>;

const REFRESH_MS = 15_000;

/** Documents that the EDM operator has not delivered. */
export function StuckDocumentList() {
  const documents = useRead(listStuckDocuments, {}, { refetchMs: REFRESH_MS });
  const resend = useStaffAction(resendStuckDocument, {
    name: 'Отправка документа',
    refresh: [listStuckDocuments],
  });

  if (!documents.data && documents.error)
    return <LoadError onReload={() => void documents.refetch()} message={documents.error.message} />;
  return (
    <Stack>
      <p className={styles.quiet}>
        Документ, который оператор не принял, передаётся снова сам: через минуту, потом всё реже, полтора дня.
        Если и тогда не принят, он ждёт здесь.
      </p>
      {resend.error && <Notice tone="error">{resend.error.message}</Notice>}
      {!documents.data && <TableSkeleton columns={4} />}
      {documents.data?.data.length === 0 && (
        <EmptyState title="Все документы дошли">Недоставленных через оператора ЭДО нет.</EmptyState>
      )}
      {documents.data && documents.data.data.length > 0 && (
        <StaffTable
          list="edm"
          caption="Недоставленные документы"
          forms={['документ', 'документа', 'документов']}
          columns={columns({
            resend: (id) => resend.mutate({ params: { id } }),
            resending: resend.isPending ? (resend.variables.params?.id ?? null) : null,
          })}
          rows={documents.data.data}
          rowKey={(item) => item.id}
        />
      )}
    </Stack>
  );
}

function columns(act: {
  resend: (id: number) => void;
  resending: unknown;
}): readonly Column<StuckDocument>[] {
  return [
    dateColumn({ key: 'asked', header: 'Опубликован', value: (item) => item.asked_at }),
    {
      key: 'document',
      header: 'Документ',
      narrow: 'title',
      fixed: true,
      value: (item) => item.title,
      cell: (item) => (
        <TwoLines below={`${item.company.title}, ИНН ${item.company.inn}`}>{item.title}</TwoLines>
      ),
    },
    {
      key: 'reason',
      header: 'Почему',
      narrow: 'plain',
      value: (item) => item.reason,
      cell: (item) => (
        <TwoLines below={item.attempts > 0 && `попыток: ${item.attempts}`}>
          {item.reason ?? 'Ещё не передавался'}
        </TwoLines>
      ),
    },
    {
      key: 'state',
      header: 'Состояние',
      narrow: 'second',
      value: (item) => item.state,
      cell: (item) => (
        <StatusLabel tone={item.state === 'failed' ? 'stop' : 'wait'}>
          {item.state === 'failed' ? 'Не доставлен' : 'Ждёт отправки'}
        </StatusLabel>
      ),
    },
    {
      key: 'action',
      header: 'Действие',
      headerHidden: true,
      narrow: 'plain',
      cell: (item) => (
        <RowButton pending={act.resending === item.id} onClick={() => act.resend(item.id)}>
          Отправить снова
        </RowButton>
      ),
    },
  ];
}
