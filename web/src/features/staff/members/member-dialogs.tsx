import { endMemberSessions, listMemberSessions } from '#contract/identity/member-sessions.ts';
import { listMembers, removeMember, type Member } from '#contract/identity/members.ts';
import { removeFactors } from '#contract/identity/recovery.ts';
import { formatDate } from '../../../lib/format.ts';
import { defineReasonDialog } from '../../../staff/define-reason-dialog.tsx';
import { defineStaffConfirmDialog } from '../../../staff/define-staff-confirm-dialog.ts';
import { nameOfPerson } from '../../../staff/name-of-person.ts';
import { useRead } from '../../../state/use-call.ts';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';

/** Frees a member who has lost the second factor; another owner confirms it. */
export const RemoveFactorsDialog = defineReasonDialog({
  title: (member: Member) => `Снять второй фактор: ${nameOfPerson(member)}`,
  submitLabel: 'Предложить',
  label: 'Как проверено, что это он',
  missing: 'Укажите, как проверено',
  name: 'Снятие второго фактора',
  call: removeFactors,
  input: ({ id }, reason) => ({ params: { id }, body: { reason } }),
  refresh: [listMembers],
  text: () => (
    <p>
      Подтвердит другой владелец. Все сеансы завершатся, а при следующем входе сотрудник подключит второй
      фактор заново.
    </p>
  ),
});

/** An owner is removed by two people; anyone else at once. */
export const RemoveMemberDialog = defineStaffConfirmDialog({
  title: (member: Member) => `Исключить: ${nameOfPerson(member)}?`,
  confirmLabel: ({ role }) => (role === 'owner' ? 'Предложить' : 'Исключить'),
  name: (member) => `Исключение: ${nameOfPerson(member)}`,
  call: removeMember,
  input: ({ id }) => ({ params: { id } }),
  refresh: [listMembers],
  text: ({ role }) => (
    <p>
      {role === 'owner'
        ? 'Владельца исключают вдвоём: подтвердит другой владелец. До этого всё остаётся как есть.'
        : 'Служебный раздел закроется для него сразу. Вернуть можно, добавив снова.'}
    </p>
  ),
});

/** Shows where a member is signed in, and ends the member's sessions on every device. */
export const EndSessionsDialog = defineStaffConfirmDialog({
  title: (member: Member) => `Сеансы: ${nameOfPerson(member)}`,
  confirmLabel: 'Завершить все',
  name: (member) => `Сеансы: ${nameOfPerson(member)}`,
  call: endMemberSessions,
  input: ({ id }) => ({ params: { id } }),
  refresh: [listMemberSessions],
  text: ({ id }) => <OpenSessions memberId={id} />,
});

function OpenSessions({ memberId }: { memberId: number }) {
  const read = useRead(listMemberSessions, { params: { id: memberId } });
  const sessions = read.data?.data;
  if (!sessions) return <ReadFailed what="Сеансы не загрузились." reads={[read]} />;
  if (sessions.length === 0) return <p>Открытых сеансов нет.</p>;
  return (
    <ul>
      {sessions.map((session) => (
        <li key={session.id}>
          {session.device ?? 'Неизвестное устройство'}, вход {formatDate(session.created_at, 'datetime')}
        </li>
      ))}
    </ul>
  );
}
