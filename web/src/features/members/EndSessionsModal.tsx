import { endMemberSessions, listMemberSessions } from '#contract/member-sessions.ts';
import { formatDate } from '../../lib/format.ts';
import { nameOfPerson } from '../../staff/name-of-person.ts';
import { useStaffDeed } from '../../staff/use-staff-deed.ts';
import { useRead } from '../../state/use-call.ts';
import { ConfirmModal } from '../../ui/Modal.tsx';
import { ReadFailed } from '../../ui/ReadFailed.tsx';
import type { Member } from './MemberList.tsx';

/** Where a member is signed in, and the end of it on every device. */
export function EndSessionsModal({ member, onClose }: { member: Member; onClose: () => void }) {
  const read = useRead(listMemberSessions, { params: { id: member.id } });
  const sessions = read.data?.data;
  const deed = useStaffDeed(endMemberSessions, {
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
      pending={deed.isPending}
      error={deed.error?.message ?? null}
      onConfirm={() => deed.mutate({ params: { id: member.id } }, { onSuccess: onClose })}
    >
      {!sessions ? (
        <ReadFailed what="Сеансы не загрузились." reads={[read]} />
      ) : sessions.length === 0 ? (
        <p>Открытых сеансов нет.</p>
      ) : (
        <ul>
          {sessions.map((one) => (
            <li key={one.id}>
              {one.device ?? 'Неизвестное устройство'}, вход {formatDate(one.created_at, 'datetime')}
            </li>
          ))}
        </ul>
      )}
    </ConfirmModal>
  );
}
