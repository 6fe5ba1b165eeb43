import { can } from '#contract/access.ts';
import {
  DISPUTE_ANSWER_DAYS,
  DISPUTE_KIND_TITLE,
  disputeOperation,
  listDisputes,
  type DisputeKind,
} from '#contract/fuel/disputes.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useRole } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { DisputeFacts } from './DisputeFacts.tsx';

const KINDS = (Object.keys(DISPUTE_KIND_TITLE) as DisputeKind[]).map((value) => ({
  value,
  label: DISPUTE_KIND_TITLE[value],
}));

/** The newest dispute of a purchase, and the form that opens one where none is open. */
export function DisputeWay({ operationId }: { operationId: number }) {
  const mayDispute = can(useRole(), 'changeCard');
  const read = useRead(listDisputes, { query: { operation_id: operationId } });
  const [newest] = read.data?.data ?? [];
  if (!read.data || (!newest && !mayDispute)) return null;
  return (
    <section aria-label="Спор">
      <h3>Оспорить покупку</h3>
      {newest && <DisputeFacts dispute={newest} />}
      {mayDispute && newest?.ended_at !== null && <OpenDispute operationId={operationId} />}
    </section>
  );
}

function OpenDispute({ operationId }: { operationId: number }) {
  const form = useForm({ values: { kind: '' as DisputeKind | '', text: '' } });
  const { kind, text } = form.values;
  const action = useEndpointAction(disputeOperation, {
    refresh: [listDisputes],
    left: { failed: 'Спор не открыт' },
  });
  return (
    <FormShell
      form={form}
      submitLabel="Открыть спор"
      action={action}
      disabledReason={
        kind === '' ? 'Выберите, что не так' : text.trim() === '' ? 'Напишите, как было на самом деле' : null
      }
      onChange={action.reset}
      onSubmit={() => kind !== '' && action.mutate({ params: { id: operationId }, body: { kind, text } })}
    >
      <p className="ink-2">
        Портал сам приложит, что знает о заправке. Ответ в течение {DISPUTE_ANSWER_DAYS} дней, фото чека можно
        добавить следом.
      </p>
      <Select label="Ошибка" placeholder="Выберите, что не так" options={KINDS} {...form.field('kind')} />
      <TextArea label="Как было на самом деле" maxLength={2000} rows={3} {...form.field('text')} />
    </FormShell>
  );
}
