import { listClientGroups, listOwners, type OwnerOnWire } from '#contract/backoffice/client-groups.ts';
import { paths } from '../../../paths.ts';
import { StaffTable } from '../../../staff/StaffTable.tsx';
import { useStaffProblem } from '../../../staff/use-staff-problem.ts';
import { useRead } from '../../../state/use-call.ts';
import type { Column } from '../../../tables/column.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { moneyColumn } from '../../../tables/usual-columns.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import staffStyles from '../../../staff/StaffList.module.css';
import styles from './Dunning.module.css';
import { GroupModal } from './GroupModal.tsx';

/** Owners of several clients: the programme risks the sum of their limits. */
export function OwnerList() {
  const owners = useRead(listOwners);
  const groups = useRead(listClientGroups);
  const problem = useStaffProblem('staff.handleMoney');
  const { show, dialog } = useDialogs();
  if (!owners.data && owners.error)
    return <LoadError onReload={() => void owners.refetch()} message={owners.error.message} />;
  const rows = owners.data?.data ?? [];
  const edit = (groupId: number | null) => {
    const group = groups.data?.data.find(({ id }) => id === groupId) ?? null;
    show((onClose) => <GroupModal kind="owner" group={group} onClose={onClose} />);
  };
  const add = (
    <Button disabledReason={problem} onClick={() => edit(null)}>
      Объединить компании
    </Button>
  );
  return (
    <Stack gap="3">
      {rows.length > 0 && (
        <Row between>
          <p className={staffStyles.quiet}>
            Компании одного руководителя по реестру собраны сами. Тёзок и других владельцев разделите вручную:
            ручное объединение главнее.
          </p>
          {add}
        </Row>
      )}
      {!owners.data && <TableSkeleton columns={4} />}
      {owners.data && rows.length === 0 && (
        <EmptyState title="Владельцев с несколькими компаниями нет" action={add}>
          Компании одного руководителя появятся здесь сами, остальные можно объединить вручную.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <StaffTable
          caption="Владельцы нескольких компаний"
          forms={['владелец', 'владельца', 'владельцев']}
          columns={makeColumns(problem, edit)}
          rows={rows}
          rowKey={(item) => `${item.by}:${item.title}`}
        />
      )}
      {dialog}
    </Stack>
  );
}

function makeColumns(
  problem: string | null,
  edit: (groupId: number | null) => void,
): readonly Column<OwnerOnWire>[] {
  return [
    {
      key: 'owner',
      header: 'Владелец',
      width: 240,
      narrow: 'title',
      value: (item) => item.title,
      cell: (item) => (
        <TwoLines below={item.by === 'director' ? 'руководитель по реестру' : 'объединены вручную'}>
          {item.title}
        </TwoLines>
      ),
    },
    {
      key: 'companies',
      header: 'Компании',
      narrow: 'plain',
      value: (item) => item.companies.map(({ title }) => title).join(', '),
      cell: (item) => (
        <ul className={styles.lines}>
          {item.companies.map((company) => (
            <li key={company.id}>
              <TextLink to={paths.staffClient(company.id)}>{company.title}</TextLink>
              {company.debt > 0 && (
                <>
                  , долг <Money value={company.debt} />
                  {company.late && ', опаздывает'}
                </>
              )}
            </li>
          ))}
        </ul>
      ),
    },
    moneyColumn({ key: 'limit', header: 'Лимиты вместе', value: (item) => item.limit }),
    moneyColumn({ key: 'debt', header: 'Долги вместе', narrow: 'aside', value: (item) => item.debt }),
    {
      key: 'action',
      header: 'Действие',
      headerHidden: true,
      narrow: 'plain',
      width: 120,
      cell: (item) =>
        item.group_id !== null && (
          <Button size="small" variant="quiet" disabledReason={problem} onClick={() => edit(item.group_id)}>
            Изменить
          </Button>
        ),
    },
  ];
}
