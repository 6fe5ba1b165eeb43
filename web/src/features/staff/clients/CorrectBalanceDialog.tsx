import { listClientDeeds } from '#contract/companies/client-parts.ts';
import { readClientFile, findClients } from '#contract/companies/clients.ts';
import { readClientStatement } from '#contract/companies/client-account.ts';
import { readMoney } from '#contract/kopecks.ts';
import {
  CORRECTION_DIRECTION_TITLE,
  CORRECTION_DIRECTIONS,
  CORRECTION_KIND_TITLE,
  CORRECTION_KINDS,
  correctBalance,
  KINDS_BELOW_LIMIT,
  listBalanceCorrections,
  type CorrectionDirection,
  type CorrectionKind,
} from '#contract/money/balance-corrections.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { formatMoney } from '../../../lib/format.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextArea, TextField } from '../../../ui/fields/TextField.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import type { ClientFile } from './client-file.ts';
import { DocumentField } from './DocumentField.tsx';

const MAX_DIGITS = 11;
const EMPTY = {
  direction: 'to-client' as CorrectionDirection,
  kind: 'compensation' as CorrectionKind,
  sum: '',
  documentId: '',
  note: '',
};
const DIRECTIONS = CORRECTION_DIRECTIONS.map((value) => ({
  value,
  label: CORRECTION_DIRECTION_TITLE[value],
}));
const KINDS = CORRECTION_KINDS.map((value) => ({ value, label: CORRECTION_KIND_TITLE[value] }));

/** Corrects a client's balance by a movement, and shows beforehand what the balance becomes. Two people do it. */
export function CorrectBalanceDialog({ item: client, onClose }: { item: ClientFile; onClose: () => void }) {
  const form = useForm({ values: EMPTY });
  const { direction, kind, sum, documentId, note } = form.values;
  const action = useStaffAction(correctBalance, {
    name: 'Исправление баланса',
    refresh: [readClientFile, findClients, listBalanceCorrections, listClientDeeds, readClientStatement],
  });
  const read = readMoney(sum, MAX_DIGITS);
  const change = read.ok ? (direction === 'to-client' ? read.kopecks : -read.kopecks) : 0;
  const after = (Math.round(client.unallocated * 100) + change) / 100;
  const isBelowLimit = direction === 'from-client' && after < -client.credit.creditSum;
  const missing = !read.ok
    ? read.message
    : read.kopecks === 0
      ? 'Укажите сумму больше нуля'
      : kind === 'ukd' && !documentId
        ? 'Выберите документ'
        : isBelowLimit && !KINDS_BELOW_LIMIT.has(kind)
          ? 'Столько списать нельзя: остаток уйдёт ниже лимита кредита'
          : note.trim()
            ? null
            : 'Укажите основание';
  return (
    <FormModal
      form={form}
      action={action}
      title="Исправить баланс"
      submitLabel={change === 0 ? 'Предложить' : `Предложить ${formatMoney(change / 100, { signed: true })}`}
      disabledReason={missing}
      onSubmit={() =>
        action.mutate(
          { params: { id: client.id }, body: { direction, kind, sum, document_id: documentId, note } },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <p>
        {client.title}. Исправление попадёт в выписку клиента и в акт сверки этого месяца. Подтвердит другой
        сотрудник.
      </p>
      <Segmented label="Что сделать" options={DIRECTIONS} {...form.field('direction')} />
      <Select
        label="Вид"
        help={kind === 'ukd' ? 'УКД, опубликованный на портале, проводит разницу сам' : undefined}
        options={KINDS}
        disabled={action.isPending}
        {...form.field('kind')}
      />
      <TextField
        label="Сумма"
        help={
          <span role="status">
            Нераспределено: <Money value={client.unallocated} />. Станет: <Money value={after} />
          </span>
        }
        inputMode="decimal"
        suffix="₽"
        autoComplete="off"
        readOnly={action.isPending}
        {...form.field('sum')}
        autoFocus
      />
      <DocumentField companyId={client.id} disabled={action.isPending} {...form.field('documentId')} />
      <TextArea
        label="Основание, его прочитает клиент"
        maxLength={500}
        rows={2}
        readOnly={action.isPending}
        {...form.field('note')}
      />
      {isBelowLimit && KINDS_BELOW_LIMIT.has(kind) && (
        <Notice tone="warn">
          Остаток уйдёт ниже лимита кредита. Клиент не сможет распоряжаться деньгами, пока не пополнит счёт.
        </Notice>
      )}
    </FormModal>
  );
}
