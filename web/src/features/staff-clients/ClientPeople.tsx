import { useState } from 'react';
import { ROLE_TITLE } from '#contract/access.ts';
import { erasePerson } from '#contract/personal-data.ts';
import { formatPhone } from '#contract/phone.ts';
import { appointAdmin, removeFactors } from '#contract/recovery.ts';
import { nameOfPerson } from '../../staff/name-of-person.ts';
import { useStaffProblem } from '../../staff/use-staff-problem.ts';
import { useProposals, type Proposals } from '../../staff/use-proposals.ts';
import { WaitingApprovals } from '../../staff/WaitingApprovals.tsx';
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { AppointAdminModal } from './AppointAdminModal.tsx';
import type { ClientFile } from './client-file.ts';
import styles from './Clients.module.css';
import { EraseColleagueModal } from './EraseColleagueModal.tsx';
import { FreeColleagueModal } from './FreeColleagueModal.tsx';

export type Colleague = ClientFile['colleagues'][number];
type Asked = { what: 'admin' } | { what: 'factors' | 'erasure'; colleague: Colleague };

/** Shows who works for the client, and what two members of the staff can correct for them. */
export function ClientPeople({ client }: { client: ClientFile }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const problem = useProposals('client', 'staff.serveClients', client.id).problem(appointAdmin);
  const proposals = useProposals('person', 'staff.serveClients');
  return (
    <Panel
      title="Сотрудники клиента"
      action={
        <Button size="small" onClick={() => setAsked({ what: 'admin' })} disabledReason={problem}>
          Назначить администратора
        </Button>
      }
    >
      {client.colleagues.length === 0 && <p className={styles.quiet}>Никого нет.</p>}
      <ul className={styles.list}>
        {client.colleagues.map((colleague) => (
          <Person
            key={colleague.id}
            colleague={colleague}
            proposals={proposals}
            ask={(what) => setAsked({ what, colleague: colleague })}
          />
        ))}
      </ul>
      {asked?.what === 'admin' && <AppointAdminModal client={client} onClose={close} />}
      {asked?.what === 'factors' && <FreeColleagueModal colleague={asked.colleague} onClose={close} />}
      {asked?.what === 'erasure' && <EraseColleagueModal colleague={asked.colleague} onClose={close} />}
    </Panel>
  );
}

type PersonProps = {
  colleague: Colleague;
  proposals: Proposals;
  ask: (what: 'factors' | 'erasure') => void;
};

function Person(props: PersonProps) {
  const { colleague: one, proposals } = props;
  return (
    <li className={styles.person}>
      <span className={styles.lines}>
        <span>
          {nameOfPerson(one)}, {ROLE_TITLE[one.role]}
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

function useActions({ colleague: one, proposals, ask }: PersonProps): readonly MenuAction[] {
  const noFactors = useStaffProblem('staff.manageStaff') && 'Второй фактор снимает владелец программы';
  return [
    {
      key: 'factors',
      label: 'Снять второй фактор',
      disabledReason:
        noFactors ??
        proposals.problem(removeFactors, one.id) ??
        (one.second_factor ? null : 'Второй фактор не подключён'),
      onSelect: () => ask('factors'),
    },
    {
      key: 'erasure',
      label: 'Удалить данные',
      danger: true,
      disabledReason: proposals.problem(erasePerson, one.id),
      onSelect: () => ask('erasure'),
    },
  ];
}
