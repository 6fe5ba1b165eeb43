import {
  DUNNING_BASIS_TITLE,
  listDunningRules,
  switchDunningRuleOn,
  type DunningRuleOnWire,
} from '#contract/backoffice/dunning.ts';
import { listClientGroups, type ClientGroupOnWire } from '#contract/backoffice/client-groups.ts';
import { counted } from '#contract/values/counted.ts';
import { StaffTable } from '../../../staff/StaffTable.tsx';
import { useProposals, type Proposals } from '../../../staff/use-proposals.ts';
import { useStaffProblem } from '../../../staff/use-staff-problem.ts';
import { WaitingApprovals } from '../../../staff/WaitingApprovals.tsx';
import { useRead } from '../../../state/use-call.ts';
import type { Column } from '../../../tables/column.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import staffStyles from '../../../staff/StaffList.module.css';
import styles from './Dunning.module.css';
import { SwitchRuleDialog } from './dunning-dialogs.tsx';
import { formatStep, formatTarget } from './format-rule.ts';
import { GroupModal } from './GroupModal.tsx';
import { RuleModal } from './RuleModal.tsx';

/** The rules by which debts are collected, and the groups of clients that they may be for. */
export function RuleList() {
  const rules = useRead(listDunningRules);
  const problem = useStaffProblem('staff.handleMoney');
  const proposals = useProposals('debt-rule', 'staff.handleMoney');
  const { open, show, dialog } = useDialogs();
  if (!rules.data && rules.error)
    return <LoadError onReload={() => void rules.refetch()} message={rules.error.message} />;
  const rows = rules.data?.data ?? [];
  const add = (
    <Button
      variant="primary"
      disabledReason={problem}
      onClick={() => show((onClose) => <RuleModal rule={null} onClose={onClose} />)}
    >
      Новое правило
    </Button>
  );
  return (
    <Stack gap="3">
      {rows.length > 0 && (
        <Row between>
          <p className={staffStyles.quiet}>
            Для клиента действует одно включённое правило, самое близкое: сначала его собственное, потом его
            группы, потом общее. Шаги выполняются утром. Невключённое правило ничего не делает.
          </p>
          {add}
        </Row>
      )}
      {!rules.data && <TableSkeleton columns={4} />}
      {rules.data && rows.length === 0 && (
        <EmptyState title="Правил взыскания нет" action={add}>
          Клиентам напоминают о сроке оплаты, остальное делает сотрудник.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <StaffTable
          caption="Правила взыскания"
          forms={['правило', 'правила', 'правил']}
          columns={makeColumns({
            proposals,
            problem,
            change: (rule) => show((onClose) => <RuleModal rule={rule} onClose={onClose} />),
            flip: (rule) => open(SwitchRuleDialog, rule),
          })}
          rows={rows}
          rowKey={(item) => item.id}
        />
      )}
      <Groups
        problem={problem}
        edit={(group) => show((onClose) => <GroupModal kind="dunning" group={group} onClose={onClose} />)}
      />
      {dialog}
    </Stack>
  );
}

function makeColumns(options: {
  proposals: Proposals;
  problem: string | null;
  change: (rule: DunningRuleOnWire) => void;
  flip: (rule: DunningRuleOnWire) => void;
}): readonly Column<DunningRuleOnWire>[] {
  const { proposals, problem, change, flip } = options;
  return [
    {
      key: 'target',
      header: 'Для кого',
      width: 230,
      narrow: 'title',
      value: formatTarget,
      cell: (item) => <TwoLines below={DUNNING_BASIS_TITLE[item.basis]}>{formatTarget(item)}</TwoLines>,
    },
    {
      key: 'steps',
      header: 'Шаги',
      narrow: 'plain',
      value: (item) => item.steps.map(formatStep).join('; '),
      cell: (item) => (
        <ul className={styles.lines}>
          {item.steps.map((step) => (
            <li key={`${step.action}:${step.day}`}>{formatStep(step)}</li>
          ))}
        </ul>
      ),
    },
    {
      key: 'state',
      header: 'Состояние',
      width: 200,
      narrow: 'second',
      value: (item) => (item.active ? 'Включено' : 'Выключено'),
      cell: (item) => (
        <span className={staffStyles.lines}>
          <TwoLines
            below={
              item.switched_at && (
                <>
                  <DateText value={item.switched_at} />, {item.switched_by}
                </>
              )
            }
          >
            <StatusLabel tone={item.active ? 'go' : 'neutral'}>
              {item.active ? 'Включено' : 'Выключено'}
            </StatusLabel>
          </TwoLines>
          <WaitingApprovals approvals={proposals.waiting(item.id)} />
        </span>
      ),
    },
    {
      key: 'action',
      header: 'Действие',
      headerHidden: true,
      narrow: 'plain',
      width: 270,
      cell: (item) => (
        <Row nowrap gap="half">
          <Button
            size="small"
            variant="quiet"
            disabledReason={item.active ? 'Сначала выключите правило' : problem}
            onClick={() => change(item)}
          >
            Изменить
          </Button>
          <Button
            size="small"
            variant="quiet"
            disabledReason={item.active ? problem : proposals.problem(switchDunningRuleOn, item.id)}
            onClick={() => flip(item)}
          >
            {item.active ? 'Выключить' : 'Включить'}
          </Button>
        </Row>
      ),
    },
  ];
}

const CLIENTS = ['клиент', 'клиента', 'клиентов'] as const;

function Groups({
  problem,
  edit,
}: {
  problem: string | null;
  edit: (group: ClientGroupOnWire | null) => void;
}) {
  const read = useRead(listClientGroups);
  const groups = (read.data?.data ?? []).filter(({ kind }) => kind === 'dunning');
  return (
    <Panel
      title="Группы клиентов"
      action={
        <Button size="small" disabledReason={problem} onClick={() => edit(null)}>
          Новая группа
        </Button>
      }
    >
      <ReadFailed what="Группы не загрузились." reads={[read]} />
      {read.data && groups.length === 0 && (
        <p className="ink-2">Групп нет: правило может быть для одного клиента или для всех.</p>
      )}
      <ul className={styles.chosen}>
        {groups.map((group) => (
          <li key={group.id}>
            <TwoLines below={group.clients.map(({ title }) => title).join(', ')}>
              {group.title}, {counted(group.clients.length, CLIENTS)}
            </TwoLines>
            <Button
              size="small"
              variant="quiet"
              disabledReason={problem}
              aria-label={`Изменить группу: ${group.title}`}
              onClick={() => edit(group)}
            >
              Изменить
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
