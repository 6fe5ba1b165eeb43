import {
  changeMemberRole,
  inviteMember,
  listMembers,
  removeMember,
  type Member,
} from '#contract/identity/members.ts';
import { formatPhone } from '#contract/values/phone.ts';
import { removeFactors } from '#contract/identity/recovery.ts';
import { STAFF_ROLE_TITLE, staffCan } from '#contract/staff-access.ts';
import { useSession } from '../../../server/session.ts';
import { nameOfPerson } from '../../../staff/name-of-person.ts';
import { useProposals, type Proposals } from '../../../staff/use-proposals.ts';
import { WaitingApprovals } from '../../../staff/WaitingApprovals.tsx';
import { StaffTable } from '../../../staff/StaffTable.tsx';
import styles from '../../../staff/StaffList.module.css';
import { useRead } from '../../../state/use-call.ts';
import type { Column } from '../../../tables/column.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { ActionMenu } from '../../../ui/layers/ActionMenu.tsx';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { useDialogs, type OpenDialog } from '../../../ui/use-dialogs.tsx';
import { InviteMemberDialog } from './InviteMemberDialog.tsx';
import { EndSessionsDialog, RemoveFactorsDialog, RemoveMemberDialog } from './member-dialogs.tsx';
import { MemberRoleDialog } from './MemberRoleDialog.tsx';

/** The programme's own people: who they are, what each may do, who gave the role and when. */
export function MemberList() {
  const { profile } = useSession();
  const members = useRead(listMembers);
  const proposals = useProposals('member', 'staff.manageStaff');
  const aboutPeople = useProposals('person', 'staff.manageStaff');
  const { open, dialog } = useDialogs();
  const mayManage = staffCan(profile?.staff_role, 'staff.manageStaff');

  if (!members.data && members.error)
    return <LoadError onReload={() => void members.refetch()} message={members.error.message} />;
  return (
    <Stack>
      {mayManage ? (
        <div>
          <Button variant="primary" onClick={() => open(InviteMemberDialog, null)}>
            Добавить сотрудника
          </Button>
        </div>
      ) : (
        <p className={styles.quiet}>Роли назначает владелец программы.</p>
      )}
      <WaitingApprovals approvals={proposals.waiting({}, inviteMember)} />
      {!members.data && <TableSkeleton columns={4} />}
      {members.data && (
        <StaffTable
          list="members"
          caption="Сотрудники программы"
          forms={['сотрудник', 'сотрудника', 'сотрудников']}
          columns={columns({ ownId: profile?.id, mayManage, open, proposals, aboutPeople })}
          rows={members.data.data}
          rowKey={(item) => item.id}
        />
      )}
      {dialog}
    </Stack>
  );
}

/** A moment that may not be known. */
function momentColumn(input: {
  key: string;
  header: string;
  value: (item: Member) => string | null;
}): Column<Member> {
  return {
    ...input,
    kind: 'moment',
    narrow: 'second',
    cell: (item) => {
      const moment = input.value(item);
      return moment && <DateText value={moment} style="datetime" />;
    },
  };
}

function columns(about: {
  ownId: number | undefined;
  mayManage: boolean;
  open: OpenDialog;
  proposals: Proposals;
  aboutPeople: Proposals;
}): readonly Column<Member>[] {
  return [
    {
      key: 'name',
      header: 'Сотрудник',
      narrow: 'title',
      fixed: true,
      value: nameOfPerson,
      cell: (item) => (
        <TwoLines below={formatPhone(item.phone)}>
          {nameOfPerson(item)}
          {item.id === about.ownId && ' (вы)'}
        </TwoLines>
      ),
    },
    {
      key: 'role',
      header: 'Роль',
      narrow: 'plain',
      value: (item) => STAFF_ROLE_TITLE[item.role],
      cell: (item) => (
        <span className={styles.lines}>
          <TwoLines below={item.given_by && `назначил ${nameOfPerson(item.given_by)}`}>
            {STAFF_ROLE_TITLE[item.role]}
          </TwoLines>
          <WaitingApprovals approvals={about.proposals.waiting(item.id)} />
          <WaitingApprovals approvals={about.aboutPeople.waiting(item.id)} />
        </span>
      ),
    },
    momentColumn({ key: 'since', header: 'Роль с', value: (item) => item.since }),
    momentColumn({ key: 'seen', header: 'Последний вход', value: (item) => item.seen_at }),
    {
      key: 'action',
      header: 'Действие',
      headerHidden: true,
      narrow: 'menu',
      cell: (item) =>
        about.mayManage &&
        item.id !== about.ownId && (
          <ActionMenu
            label={`Действия: ${nameOfPerson(item)}`}
            actions={[
              {
                key: 'role',
                label: 'Изменить роль',
                disabledReason: about.proposals.problem(changeMemberRole, item.id),
                onSelect: () => about.open(MemberRoleDialog, item),
              },
              {
                key: 'sessions',
                label: 'Завершить сеансы',
                onSelect: () => about.open(EndSessionsDialog, item),
              },
              {
                key: 'factors',
                label: 'Снять второй фактор',
                disabledReason: about.aboutPeople.problem(removeFactors, item.id),
                onSelect: () => about.open(RemoveFactorsDialog, item),
              },
              {
                key: 'removal',
                label: 'Исключить',
                disabledReason: about.proposals.problem(removeMember, item.id),
                danger: true,
                onSelect: () => about.open(RemoveMemberDialog, item),
              },
            ]}
          />
        ),
    },
  ];
}
