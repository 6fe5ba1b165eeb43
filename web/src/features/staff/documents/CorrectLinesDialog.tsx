import { useState } from 'react';
import { readClientFile } from '#contract/companies/clients.ts';
import {
  correctDocument,
  downloadStaffDocument,
  listDocumentLines,
  listStaffDocuments,
  previewCorrection,
} from '#contract/papers/staff-documents.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { saveFile } from '../../../server/download.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { useAction } from '../../../state/use-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { showToast } from '../../../ui/layers/Toast.tsx';
import { CorrectedLineFields } from './CorrectedLineFields.tsx';
import { changedLines, computeDifference, type LineText } from './corrected-lines.ts';
import type { StaffDocument } from './staff-document-columns.tsx';

/**
 * Creates a УКД from a УПД: shows the new quantity or sum of its lines, the difference and both documents, then
 * publishes it beside the УПД.
 */
export function CorrectLinesDialog({
  item: document,
  onClose,
}: {
  item: StaffDocument;
  onClose: () => void;
}) {
  const params = { id: document.id };
  const lines = useRead(listDocumentLines, { params });
  const client = useRead(readClientFile, { params: { id: document.company.id } });
  const [texts, setTexts] = useState<Readonly<Record<number, LineText>>>({});
  const form = useForm({ values: { reason: '' } });
  const { reason } = form.values;
  const action = useStaffAction(correctDocument, { name: 'Публикация УКД', refresh: [listStaffDocuments] });
  const onError = ({ message }: Error) => showToast({ tone: 'stop', title: 'Файл не скачан', message });
  const changed = changedLines(lines.data?.data ?? [], texts);
  const difference = computeDifference(lines.data?.data ?? [], changed);
  const body = { reason, lines: changed };
  const preview = useAction({ mutationFn: () => saveFile(previewCorrection, { params, body }), onError });
  const original = useAction({ mutationFn: () => saveFile(downloadStaffDocument, { params }), onError });
  const unexplained = reason.trim() ? null : 'Укажите причину';
  const missing = changed.length === 0 ? 'Измените количество или сумму' : unexplained;

  return (
    <Modal opened onClose={onClose} title="Исправить строки УПД" size="wide" busy={action.isPending}>
      <FormShell
        form={form}
        submitLabel="Опубликовать УКД"
        action={action}
        disabledReason={missing}
        onSubmit={() => action.mutate({ params, body }, { onSuccess: onClose })}
      >
        <p>
          «{document.title}», {document.company.title}. УКД встанет рядом с УПД, клиент получит оба и
          уведомление. Разница вернётся клиенту или спишется с него вместе с публикацией, отдельно проводить
          её не надо. Публикацию подтверждает второй сотрудник.
        </p>
        {lines.data && (
          <p role="status">
            Разница с УПД: <Money value={difference} signed /> с НДС.{' '}
            {client.data && (
              <BalanceAfter unallocated={client.data.data.unallocated} difference={difference} />
            )}
          </p>
        )}
        {!lines.data && lines.error && (
          <LoadError onReload={() => void lines.refetch()} message={lines.error.message} />
        )}
        {!lines.data && !lines.error && <TableSkeleton columns={3} />}
        <Stack gap="2">
          {lines.data?.data.map((line) => (
            <CorrectedLineFields
              key={line.place}
              line={line}
              text={texts[line.place]}
              disabled={action.isPending}
              onChange={(text) => setTexts({ ...texts, [line.place]: text })}
            />
          ))}
        </Stack>
        <TextArea
          label="Что исправлено и почему, это прочитает клиент"
          {...form.field('reason')}
          maxLength={500}
        />
        <Row>
          <Button size="small" pending={original.isPending} onClick={() => original.mutate()}>
            Скачать УПД
          </Button>
          <Button
            size="small"
            pending={preview.isPending}
            disabled={missing !== null}
            disabledReason={missing ?? ''}
            onClick={() => preview.mutate()}
          >
            Скачать проект УКД
          </Button>
        </Row>
      </FormShell>
    </Modal>
  );
}

function BalanceAfter({ unallocated, difference }: { unallocated: number; difference: number }) {
  const after = (Math.round(unallocated * 100) - Math.round(difference * 100)) / 100;
  return (
    <>
      Нераспределённые средства клиента: <Money value={unallocated} />. Станет: <Money value={after} />
    </>
  );
}
