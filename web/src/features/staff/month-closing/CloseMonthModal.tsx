import {
  CLOSING_KIND_TITLE,
  closeMonth,
  previewClosing,
  readClosing,
  type ClosingKind,
} from '#contract/papers/closing.ts';
import { listStaffDocuments } from '#contract/papers/staff-documents.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { InfoModal } from '../../../ui/layers/InfoModal.tsx';
import styles from './MonthClosing.module.css';

type Props = { month: string; open: readonly { kind: ClosingKind; count: number }[]; onClose: () => void };

/** Closes a month: what will happen, and where something stands against it, each of it accepted by name with a reason. */
export function CloseMonthModal({ month, open, onClose }: Props) {
  const form = useForm({ values: { despite: [] as readonly ClosingKind[], reason: '' } });
  const { despite, reason } = form.values;
  const monthText = formatDate(month, 'month');
  const action = useStaffAction(closeMonth, {
    name: `Закрытие месяца: ${monthText}`,
    refresh: [readClosing, previewClosing, listStaffDocuments],
    hasOwnNotice: true,
  });
  // A closing that needs a second person is not done yet.
  const done = action.data?.held ? undefined : action.data?.data;
  if (done) {
    return (
      <InfoModal title={`Закрыт ${monthText}`} onClose={onClose}>
        <Stack>
          <p>
            Документов: {formatNumber(done.documents)}, компаний: {formatNumber(done.companies)}. Письма
            клиентам отправляются.
          </p>
          {done.unmade.length > 0 && (
            <Notice tone="warn" title="Без документов остались">
              <ul className={styles.list}>
                {done.unmade.map((item) => (
                  <li key={item.company_id}>
                    {item.title}. {item.reason}
                  </li>
                ))}
              </ul>
            </Notice>
          )}
        </Stack>
      </InfoModal>
    );
  }
  const left = open.filter(({ kind }) => !despite.includes(kind));
  return (
    <Modal opened onClose={onClose} title={`Закрыть ${monthText}`} busy={action.isPending}>
      <FormShell
        form={form}
        submitLabel={`Закрыть ${monthText}`}
        action={action}
        disabledReason={findProblem(left.length > 0, despite.length > 0 && reason.trim() === '')}
        onSubmit={() =>
          action.mutate(
            { body: { date: month, despite: [...despite], ...(despite.length > 0 ? { reason } : {}) } },
            { onSuccess: ({ held: awaitsApproval }) => awaitsApproval && onClose() },
          )
        }
      >
        <p>
          Каждому клиенту с движением за {monthText} будут сделаны и опубликованы закрывающие документы, и он
          получит письмо. Отменить это нельзя: то, что станет известно позже, войдёт в следующий месяц.
          Закрытие подтвердит второй сотрудник.
        </p>
        {open.length > 0 && (
          <>
            <Notice tone="warn" title="Закрытию мешает">
              Отметьте то, с чем месяц закрывается всё равно. Это и основание увидит второй сотрудник, и они
              останутся в журнале.
            </Notice>
            <Stack gap="1">
              {open.map(({ kind, count }) => (
                <Checkbox
                  key={kind}
                  label={`${CLOSING_KIND_TITLE[kind]}: ${formatNumber(count)}`}
                  checked={despite.includes(kind)}
                  onChange={(on) =>
                    form.set({ despite: on ? [...despite, kind] : despite.filter((item) => item !== kind) })
                  }
                />
              ))}
            </Stack>
            <TextArea label="Основание" {...form.field('reason')} maxLength={500} />
          </>
        )}
      </FormShell>
    </Modal>
  );
}

function findProblem(isOpen: boolean, isUnfounded: boolean): string | null {
  if (isOpen) return 'Отметьте всё, что мешает, или разберите это';
  return isUnfounded ? 'Укажите основание' : null;
}
