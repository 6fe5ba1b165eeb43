import { listClientDeeds } from '#contract/client-parts.ts';
import { readClientFile } from '#contract/clients.ts';
import { erasePerson, listErasures } from '#contract/personal-data.ts';
import { nameOfPerson } from '../../staff/name-of-person.ts';
import { ReasonModal } from '../../staff/ReasonModal.tsx';
import { useStaffAction } from '../../staff/use-staff-action.ts';
import type { Colleague } from './ClientPeople.tsx';

/** Erases a user who has requested it by email or by phone. Another member confirms it. */
export function EraseColleagueModal({ colleague, onClose }: { colleague: Colleague; onClose: () => void }) {
  const action = useStaffAction(erasePerson, {
    name: 'Удаление данных',
    refresh: [readClientFile, listClientDeeds, listErasures],
  });
  return (
    <ReasonModal
      title={`Удалить данные: ${nameOfPerson(colleague)}`}
      submitLabel="Предложить"
      label="Как человек попросил об этом"
      help="Останется в журнале, пишите без имени и телефона"
      missing="Укажите, как человек попросил"
      deed={action}
      onSubmit={(reason) =>
        action.mutate({ params: { id: colleague.id }, body: { reason } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>
        Имя, телефон, почта, входы, письма и второй фактор удалятся, вернуть их нельзя. Документы,
        подтверждения, движения и журнал останутся без имени.
      </p>
      <p>Подтвердит другой сотрудник.</p>
    </ReasonModal>
  );
}
