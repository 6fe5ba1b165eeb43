import { closeOrphan, type UnsettledAction } from '#contract/money/unsettled.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Row } from '../../../ui/Stack.tsx';
import { dateColumn, extraColumn } from '../../../tables/usual-columns.tsx';
import type { Column } from '../../../tables/column.ts';
import { useSession } from '../../../server/session.ts';
import { nameOfPerson } from '../../../staff/name-of-person.ts';
import {
  caseNumber,
  formatOwner,
  taskAction,
  type TaskActions,
  type TaskOwner,
} from '../../../staff/use-tasks.ts';
import { ActionMenu } from '../../../ui/layers/ActionMenu.tsx';
import type { Proposals } from '../../../staff/use-proposals.ts';
import { WaitingApprovals } from '../../../staff/WaitingApprovals.tsx';
import { RowButton } from '../../../staff/RowButton.tsx';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { ADVICE, getKey, formatPlace, nameCase, type UnsettledCase } from './case-kinds.ts';
import styles from './CaseColumns.module.css';

/** Actions that open a dialogue. */
export type DecidedAction = Exclude<UnsettledAction, 'ask'>;

type CaseActions = {
  ask: (item: UnsettledCase) => void;
  /** The row for which the network is being asked. */
  asking: string | null;
  decide: (item: UnsettledCase, action: DecidedAction) => void;
  proposals: Proposals;
  tasks: TaskActions;
  /** Whether the caller takes cases. */
  mayTake: boolean;
};

export function caseColumns(actions: CaseActions): readonly Column<UnsettledCase>[] {
  return [
    dateColumn({ key: 'date', header: 'Ждёт с', kind: 'moment', value: (item) => item.since }),
    {
      key: 'company',
      header: 'Компания',
      narrow: 'title',
      fixed: true,
      value: (item) => item.company?.title ?? null,
      cell: ({ kind, company }) => {
        if (company) return <TwoLines below={`ИНН ${company.inn}`}>{company.title}</TwoLines>;
        return kind === 'job' ? 'Весь портал' : 'Компания неизвестна';
      },
    },
    {
      key: 'asked',
      header: 'Что',
      narrow: 'plain',
      value: (item) => item.asked,
      cell: (item) => (
        <TwoLines isLong below={formatPlace(item)}>
          {item.asked}
        </TwoLines>
      ),
    },
    {
      key: 'word',
      header: 'Что известно',
      narrow: 'plain',
      value: (item) => item.problem ?? item.last_word?.said ?? null,
      cell: (item) => (
        <>
          <LastReport one={item} />
          <Owner owner={item.owner} />
          <WaitingApprovals approvals={actions.proposals.waiting(toProposalSubject(item), closeOrphan)} />
        </>
      ),
    },
    extraColumn<UnsettledCase>({
      key: 'owner',
      header: 'Исполнитель',
      value: (item) => item.owner && nameOfPerson(item.owner),
    }),
    {
      key: 'action',
      header: 'Действие',
      headerHidden: true,
      width: 210,
      narrow: 'plain',
      cell: (item) => <Actions one={item} {...actions} />,
    },
  ];
}

/** A sale and an unreadable record of a network have ids of their own. */
function toProposalSubject({ kind, id }: UnsettledCase) {
  return { kind, id };
}

/** Says who works on the case. */
function Owner({ owner }: { owner: TaskOwner }) {
  const { id } = useSession().profile ?? { id: null };
  const text = formatOwner(owner, id);
  return text && <span className={styles.advice}>{text}</span>;
}

function LastReport({ one }: { one: UnsettledCase }) {
  const { last_word: report, attempts } = one;
  const below = (report || attempts > 0) && (
    <>
      {report && one.problem && `${report.said}, `}
      {report && <DateText value={report.heard_at} style="datetime" />}
      {report && attempts > 0 && ', '}
      {attempts > 0 && `попыток: ${attempts}`}
    </>
  );
  return (
    <div className={styles.word}>
      <TwoLines below={below}>{one.problem ?? report?.said ?? 'Команда принята, ответа нет'}</TwoLines>
      {one.compared && <ComparedSums lines={one.compared} />}
      {ADVICE[one.kind] && <span className={styles.advice}>{ADVICE[one.kind]}</span>}
      {one.details.length > 0 && (
        <details className={styles.details}>
          <summary>{DETAILS_LABEL[one.kind] ?? 'Что прислала сеть'}</summary>
          <dl>
            {one.details.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  );
}

/** Shows our values next to the network's, with differences highlighted. */
function ComparedSums({ lines }: { lines: NonNullable<UnsettledCase['compared']> }) {
  return (
    <div className={styles.sides}>
      {SIDES.map(({ title, of }) => (
        <div key={of} role="group" aria-label={title}>
          <span>{title}</span>
          <dl>
            {lines.map((line) => (
              <div key={line.label} data-differs={line.ours !== line.theirs || undefined}>
                <dt>{line.label}</dt>
                <dd>{line[of]}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </div>
  );
}

const SIDES = [
  { title: 'У нас', of: 'ours' },
  { title: 'У сети', of: 'theirs' },
] as const;

const ASK_LABEL: Partial<Record<UnsettledCase['kind'], string>> = {
  sale: 'Провести ещё раз',
  closing: 'Повторить',
  receipt: 'Отправить ещё раз',
  job: 'Повторить',
};

const DETAILS_LABEL: Partial<Record<UnsettledCase['kind'], string>> = {
  surplus: 'Номера карт',
  closing: 'Подробности',
  objection: 'Что пишет клиент',
  answer: 'Подробности',
  resale: 'Подробности',
  stray: 'Подробности',
  receipt: 'Подробности',
  job: 'Подробности',
};

function Actions(props: { one: UnsettledCase } & CaseActions) {
  const { one, ask, asking, decide, proposals, tasks, mayTake } = props;
  const may = new Set(one.deeds);
  return (
    <Row gap="1" nowrap={may.size < 3}>
      {may.has('ask') && (
        <RowButton pending={asking === getKey(one)} onClick={() => ask(one)}>
          {ASK_LABEL[one.kind] ?? 'Спросить ещё раз'}
        </RowButton>
      )}
      {may.has('executed') && (
        <Button size="small" onClick={() => decide(one, 'executed')}>
          Сеть исполнила
        </Button>
      )}
      {may.has('not-executed') && (
        <Button size="small" onClick={() => decide(one, 'not-executed')}>
          Сеть не исполнила
        </Button>
      )}
      {may.has('answer') && (
        <Button size="small" onClick={() => decide(one, 'answer')}>
          Ответить
        </Button>
      )}
      {may.has('acknowledge') && (
        <Button size="small" onClick={() => decide(one, 'acknowledge')}>
          Прочитано
        </Button>
      )}
      {may.has('close') && (
        <Button
          size="small"
          onClick={() => decide(one, 'close')}
          disabledReason={proposals.problem(closeOrphan, toProposalSubject(one))}
        >
          Закрыть
        </Button>
      )}
      {mayTake && (
        <ActionMenu
          label={`Действия со строкой: ${nameCase(one)}`}
          actions={[taskAction({ id: caseNumber(one), owner: one.owner }, tasks)]}
        />
      )}
    </Row>
  );
}
