import { ROLE_TITLE } from '#contract/access.ts';
import { erasePerson } from '#contract/identity/personal-data.ts';
import { formatPhone } from '#contract/values/phone.ts';
import { appointAdmin, removeFactors } from '#contract/identity/recovery.ts';
import { paths } from '../../../paths.ts';
import { nameOfPerson } from '../../../staff/name-of-person.ts';
import { useStaffProblem } from '../../../staff/use-staff-problem.ts';
import { useProposals, type Proposals } from '../../../staff/use-proposals.ts';
import { WaitingApprovals } from '../../../staff/WaitingApprovals.tsx';
import { ActionMenu, type MenuAction } from '../../../ui/layers/ActionMenu.tsx';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { useDialogs, type OpenDialog } from '../../../ui/use-dialogs.tsx';
import { AppointAdminDialog } from './AppointAdminDialog.tsx';
import { EraseColleagueDialog, RemoveFactorsDialog } from './client-dialogs.tsx';
import type { ClientFile, Colleague } from './client-file.ts';
import styles from './Clients.module.css';

/** Shows who works for the client, and what two members of the staff can correct for them. */
export function ClientPeople({ client }: { client: ClientFile }) {
  const { open, dialog } = useDialogs();
  const problem = useProposals('client', 'staff.serveClients', client.id).problem(appointAdmin);
  const proposals = useProposals('person', 'staff.serveClients');
  return (
    <Panel
      title="Сотрудники клиента"
      action={
        <Button size="small" onClick={() => open(AppointAdminDialog, client)} disabledReason={problem}>
          Назначить администратора
        </Button>
      }
    >
      {client.colleagues.length === 0 && <p className={styles.quiet}>Сотрудников нет.</p>}
      <ul className={styles.list}>
        {client.colleagues.map((colleague) => (
          <Person key={colleague.id} colleague={colleague} proposals={proposals} open={open} />
        ))}
      </ul>
      {dialog}
    </Panel>
  );
}

type PersonProps = {
  colleague: Colleague;
  proposals: Proposals;
  open: OpenDialog;
};

function Person(props: PersonProps) {
  const { colleague: one, proposals } = props;
  return (
    <li className={styles.person}>
      <span className={styles.lines}>
        <span>
          <TextLink to={paths.staffPerson(one.id)}>{nameOfPerson(one)}</TextLink>, {ROLE_TITLE[one.role]}
        </span>
        <span className={styles.quiet}>
          <span className={styles.number}>{formatPhone(one.phone)}</span>
          {one.email && `, ${one.email}`}
        </span>
        <span className={styles.quiet}>
          {one.sessions > 0 ? `Открыто сеансов: ${one.sessions}` : 'Открытых сеансов нет'}
          {one.seen_at && (
            <>
              , заходил <DateText value={one.seen_at} style="datetime" />
            </>
          )}
        </span>
        <WaitingApprovals approvals={proposals.waiting(one.id)} />
      </span>
      <ActionMenu label={`Действия: ${nameOfPerson(one)}`} actions={useActions(props)} />
    </li>
  );
}

function useActions({ colleague: one, proposals, open }: PersonProps): readonly MenuAction[] {
  const noFactors = useStaffProblem('staff.manageStaff') && 'Второй фактор снимает владелец программы';
  return [
    {
      key: 'factors',
      label: 'Снять второй фактор',
      disabledReason:
        noFactors ??
        proposals.problem(removeFactors, one.id) ??
        (one.second_factor ? null : 'Второй фактор не подключён'),
      onSelect: () => open(RemoveFactorsDialog, one),
    },
    {
      key: 'erasure',
      label: 'Удалить данные',
      danger: true,
      disabledReason: proposals.problem(erasePerson, one.id),
      onSelect: () => open(EraseColleagueDialog, one),
    },
  ];
}
