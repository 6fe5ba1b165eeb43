import { acknowledge, listUnsettled, type AcknowledgeableKind } from '#contract/unsettled.ts';
import { ReasonModal } from '../../staff/ReasonModal.tsx';
import { ACKNOWLEDGED, withPlace, type Matter } from './matter-kinds.ts';
import { useStaffDeed } from '../../staff/use-staff-deed.ts';

type Props = { one: Matter; onClose: () => void };

/** Records that a person has read something that is settled elsewhere, and what was done about it. */
export function AcknowledgeModal({ one, onClose }: Props) {
  const deed = useStaffDeed(acknowledge, { name: 'Прочитано', refresh: [listUnsettled] });
  const kind = one.kind as AcknowledgeableKind;
  const { example, after } = ACKNOWLEDGED[kind];
  return (
    <ReasonModal
      title="Прочитано"
      submitLabel="Прочитано, убрать"
      label="Что сделано, останется в журнале"
      help={example}
      missing="Укажите, что сделано"
      deed={deed}
      onSubmit={(reason) =>
        deed.mutate({ params: { kind, id: one.id }, body: { reason } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>{withPlace(one)}. Деньги не двинутся, строка уйдёт из списка.</p>
      <p>{after}</p>
    </ReasonModal>
  );
}
