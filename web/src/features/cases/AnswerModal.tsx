import { answerObjection } from '#contract/objections.ts';
import { listUnsettled } from '#contract/unsettled.ts';
import { ReasonModal } from '../../staff/ReasonModal.tsx';
import { useStaffAction } from '../../staff/use-staff-action.ts';
import type { UnsettledCase } from './case-kinds.ts';

/** Answers a client's objection, once, where the client reads it. */
export function AnswerModal({ one, onClose }: { one: UnsettledCase; onClose: () => void }) {
  const action = useStaffAction(answerObjection, { name: 'Ответ на возражение', refresh: [listUnsettled] });
  return (
    <ReasonModal
      title="Ответ на возражение"
      submitLabel="Отправить ответ"
      label="Ответ клиенту"
      help="Например: исправленный УПД опубликован; заправка была, чек приложен к письму"
      missing="Напишите ответ"
      deed={action}
      onSubmit={(text) => action.mutate({ params: { id: one.id }, body: { text } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {one.asked}, {one.company?.title}. Клиент прочтёт ответ рядом с документом, строка уйдёт из списка.
        Изменить ответ нельзя.
      </p>
    </ReasonModal>
  );
}
