import { listClientDeeds } from '#contract/client-parts.ts';
import { readClientFile } from '#contract/clients.ts';
import { removeFactors } from '#contract/recovery.ts';
import { nameOfPerson } from '../../staff/name-of-person.ts';
import { ReasonModal } from '../../staff/ReasonModal.tsx';
import { useStaffAction } from '../../staff/use-staff-action.ts';
import type { Colleague } from './ClientPeople.tsx';

/** Frees a client's person who has lost the second factor; a second owner confirms it. */
export function FreeColleagueModal({ colleague, onClose }: { colleague: Colleague; onClose: () => void }) {
  const action = useStaffAction(removeFactors, {
    name: 'Снятие второго фактора',
    refresh: [readClientFile, listClientDeeds],
  });
  return (
    <ReasonModal
      title={`Снять второй фактор: ${nameOfPerson(colleague)}`}
      submitLabel="Предложить"
      label="Как проверено, что это он"
      missing="Укажите, как проверено"
      deed={action}
      onSubmit={(reason) =>
        action.mutate({ params: { id: colleague.id }, body: { reason } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>
        Подтвердит другой владелец. Все сеансы этого человека завершатся, дальше он войдёт по коду из СМС и
        сможет подключить второй фактор заново.
      </p>
    </ReasonModal>
  );
}
