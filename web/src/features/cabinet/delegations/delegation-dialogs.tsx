import { endDelegation, listDelegations, removeDelegatedPerson } from '#contract/companies/delegations.ts';
import { defineConfirmDialog } from '../../../actions/define-confirm-dialog.tsx';
import { formatPerson, getOtherSide, type DelegatedPerson, type Delegation } from './delegation-text.ts';

/** Asks before the access of a firm ends, and says what ends with it. */
export const EndDelegationDialog = defineConfirmDialog({
  title: 'Закончить доступ?',
  confirmLabel: 'Закончить доступ',
  text: (delegation: Delegation) => (
    <>
      <p>
        {getOtherSide(delegation).title}: {describeEnd(delegation)}
      </p>
      <p>Всё, что уже сделано, останется. Открыть доступ снова можно только заново.</p>
    </>
  ),
  call: endDelegation,
  input: ({ id }) => ({ params: { id } }),
  refresh: [listDelegations],
  refreshAfter: ({ code }) => code === 404,
  failed: (delegation) => `Доступ не закончен: ${getOtherSide(delegation).title}`,
});

function describeEnd({ side, people }: Delegation): string {
  const names = people.map(formatPerson).join(', ');
  if (side === 'given')
    return names
      ? `${names} сразу потеряют доступ к вашей компании, открытые вкладки тоже.`
      : 'бухгалтерия больше не сможет назначать людей в вашу компанию.';
  return names
    ? `${names} сразу потеряют доступ к этой компании, открытые вкладки тоже.`
    : 'компания уйдёт из тех, что вам доверили.';
}

type Removed = { delegation: Delegation; person: DelegatedPerson };

/** Asks before one person of the firm is taken off. */
export const RemovePersonDialog = defineConfirmDialog({
  title: 'Снять сотрудника?',
  confirmLabel: 'Снять',
  text: ({ delegation, person }: Removed) => (
    <p>
      {formatPerson(person)} сразу потеряет доступ к компании {delegation.company.title}. Остальные сотрудники
      бухгалтерии останутся.
    </p>
  ),
  call: removeDelegatedPerson,
  input: ({ delegation, person }) => ({ params: { id: delegation.id, userId: person.id } }),
  refresh: [listDelegations],
  refreshAfter: ({ code }) => code === 404,
  failed: ({ person }) => `Сотрудник не снят: ${formatPerson(person)}`,
});
