import { acknowledge, listUnsettled, type AcknowledgeableKind } from '#contract/unsettled.ts';
import { ReasonModal } from '../../staff/ReasonModal.tsx';
import { ACKNOWLEDGED, withPlace, type UnsettledCase } from './case-kinds.ts';
import { useStaffAction } from '../../staff/use-staff-action.ts';

type Props = { one: UnsettledCase; onClose: () => void };

/** Records that a person has read something that is settled elsewhere, and what was done about it. */
export function AcknowledgeModal({ one, onClose }: Props) {
  const action = useStaffAction(acknowledge, { name: 'Прочитано', refresh: [listUnsettled] });
  const kind = one.kind as AcknowledgeableKind;
  const { example, after } = ACKNOWLEDGED[kind];
  return (
    <ReasonModal
      title="Прочитано"
      submitLabel="Прочитано, убрать"
      label="Что сделано, останется в журнале"
      help={example}
      missing="Укажите, что сделано"
      deed={action}
      onSubmit={(reason) =>
        action.mutate({ params: { kind, id: one.id }, body: { reason } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>{withPlace(one)}. Деньги не двинутся, строка уйдёт из списка.</p>
      <p>{after}</p>
    </ReasonModal>
  );
}
