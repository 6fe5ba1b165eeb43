import { endMemberSessions, listMemberSessions } from '#contract/identity/member-sessions.ts';
import { formatDate } from '../../../lib/format.ts';
import { nameOfPerson } from '../../../staff/name-of-person.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { ConfirmModal } from '../../../ui/layers/Modal.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import type { Member } from './member-dialogs.tsx';

/** Shows where a member is signed in, and ends the member's sessions on every device. */
export function EndSessionsDialog({ item: member, onClose }: { item: Member; onClose: () => void }) {
  const read = useRead(listMemberSessions, { params: { id: member.id } });
  const sessions = read.data?.data;
  const action = useStaffAction(endMemberSessions, {
    name: `Сеансы: ${nameOfPerson(member)}`,
    refresh: [listMemberSessions],
  });
  return (
    <ConfirmModal
      opened
      danger
      onClose={onClose}
      title={`Сеансы: ${nameOfPerson(member)}`}
      confirmLabel="Завершить все"
      pending={action.isPending}
      error={action.error?.message ?? null}
      onConfirm={() => action.mutate({ params: { id: member.id } }, { onSuccess: onClose })}
    >
      {!sessions ? (
        <ReadFailed what="Сеансы не загрузились." reads={[read]} />
      ) : sessions.length === 0 ? (
        <p>Открытых сеансов нет.</p>
      ) : (
        <ul>
          {sessions.map((session) => (
            <li key={session.id}>
              {session.device ?? 'Неизвестное устройство'}, вход {formatDate(session.created_at, 'datetime')}
            </li>
          ))}
        </ul>
      )}
    </ConfirmModal>
  );
}
