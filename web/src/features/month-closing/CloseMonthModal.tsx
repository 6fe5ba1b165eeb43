import { useState } from 'react';
import {
  CLOSING_KIND_TITLE,
  closeMonth,
  previewClosing,
  readClosing,
  type ClosingKind,
} from '#contract/closing.ts';
import { listStaffDocuments } from '#contract/staff-documents.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { useStaffDeed } from '../../staff/use-staff-deed.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextArea } from '../../ui/TextField.tsx';
import { ToldModal } from '../../ui/ToldModal.tsx';
import styles from './MonthClosing.module.css';

type Props = { month: string; open: readonly { kind: ClosingKind; count: number }[]; onClose: () => void };

/** Closes a month: what will happen, and where something stands against it, each of it accepted by name with a reason. */
export function CloseMonthModal({ month, open, onClose }: Props) {
  const [despite, setDespite] = useState<readonly ClosingKind[]>([]);
  const [reason, setReason] = useState('');
  const words = formatDate(month, 'month');
  const deed = useStaffDeed(closeMonth, {
    name: `Закрытие месяца: ${words}`,
    refresh: [readClosing, previewClosing, listStaffDocuments],
    told: true,
  });
  // What needs a second person is not closed yet.
  const done = deed.data?.held ? undefined : deed.data?.data;
  if (done) {
    return (
      <ToldModal title={`Закрыт ${words}`} onClose={onClose}>
        <Stack>
          <p>
            Документов: {formatNumber(done.documents)}, компаний: {formatNumber(done.companies)}. Письма
            клиентам отправляются.
          </p>
          {done.unmade.length > 0 && (
            <Notice tone="warn" title="Без документов остались">
              <ul className={styles.list}>
                {done.unmade.map((one) => (
                  <li key={one.company_id}>
                    {one.title}. {one.reason}
                  </li>
                ))}
              </ul>
            </Notice>
          )}
        </Stack>
      </ToldModal>
    );
  }
  const left = open.filter(({ kind }) => !despite.includes(kind));
  return (
    <Modal opened onClose={onClose} title={`Закрыть ${words}`} busy={deed.isPending}>
      <FormShell
        submitLabel="Закрыть месяц"
        loading={deed.isPending}
        error={deed.error}
        disabledReason={problemOf(left.length > 0, despite.length > 0 && reason.trim() === '')}
        onSubmit={() =>
          deed.mutate(
            { body: { date: month, despite: [...despite], ...(despite.length > 0 ? { reason } : {}) } },
            { onSuccess: ({ held }) => held && onClose() },
          )
        }
      >
        <p>
          Каждому клиенту с движением за {words} будут сделаны и опубликованы закрывающие документы, и он
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
                    setDespite(on ? [...despite, kind] : despite.filter((one) => one !== kind))
                  }
                />
              ))}
            </Stack>
            <TextArea label="Основание" value={reason} onChange={setReason} maxLength={500} />
          </>
        )}
      </FormShell>
    </Modal>
  );
}

function problemOf(isOpen: boolean, isUnfounded: boolean): string | null {
  if (isOpen) return 'Отметьте всё, что мешает, или разберите это';
  return isUnfounded ? 'Укажите основание' : null;
}
