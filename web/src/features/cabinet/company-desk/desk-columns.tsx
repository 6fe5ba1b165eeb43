import type { readCompanies } from '#contract/companies/own-companies.ts';
import { ROLE_TITLE, roleFromId } from '#contract/access.ts';
import type { RoleId } from '#contract/ids.ts';
import { describeWaiting } from '#contract/insights/describe-waiting.ts';
import { counted } from '#contract/values/counted.ts';
import type { CallAnswer } from '../../../server/client.ts';
import type { Column } from '../../../tables/column.ts';
import { moneyColumn } from '../../../tables/usual-columns.tsx';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { LinkButton } from '../../../ui/text/TextLink.tsx';
import styles from './CompanyDesk.module.css';

export type DeskCompany = CallAnswer<typeof readCompanies>['data'][number];

type MonthStep = DeskCompany['last_month']['missing'][number];

/** Opens a company's cabinet, or a page of it. */
export type EnterCompany = (company: Pick<DeskCompany, 'id' | 'title'>, href?: string) => void;

/** More of what waits is on the company's own first screen. */
const MAX_SHOWN = 3;

const MONTHS = ['месяц', 'месяца', 'месяцев'] as const;

/** Steps of a month in a word or two. */
const MISSING: Record<MonthStep, string> = {
  papers: 'документы',
  confirmations: 'подтверждения',
  objections: 'ответы на возражения',
  disputes: 'ответы на споры',
  payments: 'зачисление платежей',
  receipts: 'чеки по СБП',
  mileage: 'пробег',
  waybills: 'машины карт',
};

/** A phone leaves the line out. */
const NO_DEBT = <span data-desk>—</span>;

/** Columns of the desk, in the server's order of urgency. */
export function deskColumns(enter: EnterCompany): readonly Column<DeskCompany>[] {
  return [
    {
      key: 'title',
      header: 'Компания',
      narrow: 'title',
      fixed: true,
      leastWidth: 220,
      value: (company) => company.title,
      cell: (company) => (
        <TwoLines below={describeCompany(company)}>
          <LinkButton data-print="text" onClick={() => enter(company)}>
            {company.title}
          </LinkButton>
        </TwoLines>
      ),
    },
    {
      key: 'waiting',
      header: 'Ждёт решения',
      narrow: 'plain',
      leastWidth: 260,
      kind: 'count',
      unsorted: true,
      value: (company) => company.waiting.reduce((sum, { count }) => sum + count, 0),
      cell: (company) => <Waiting company={company} enter={enter} />,
    },
    {
      key: 'open_months',
      header: 'Прошлый месяц',
      narrow: 'line',
      leastWidth: 170,
      kind: 'count',
      value: (company) => company.last_month.missing.length,
      cell: (company) => <LastMonth company={company} enter={enter} />,
    },
    {
      ...moneyColumn<DeskCompany>({
        key: 'debt',
        header: 'Долг',
        narrow: 'line',
        width: 150,
        value: (company) => company.debt,
      }),
      cell: ({ debt, debt_late: late }) =>
        debt === 0 ? (
          NO_DEBT
        ) : (
          <TwoLines below={late ? <StatusLabel tone="stop">Просрочен</StatusLabel> : null}>
            <Money value={debt} />
          </TwoLines>
        ),
    },
    moneyColumn({
      key: 'free',
      header: 'Свободно',
      narrow: 'line',
      width: 150,
      value: (company) => company.free,
    }),
  ];
}

function describeCompany({ inn, role_id, via, current }: DeskCompany): string {
  const role = ROLE_TITLE[roleFromId(role_id as RoleId)].toLowerCase();
  return [`ИНН ${inn}`, via === 'delegation' ? `${role}, по доверенности` : role, current && 'вы\u00A0здесь']
    .filter(Boolean)
    .join(' · ');
}

/** Shows what the last month lacks, with its page; below it, how many months have documents that wait. */
function LastMonth({ company, enter }: { company: DeskCompany; enter: EnterCompany }) {
  const { month, missing } = company.last_month;
  const open = company.open_months;
  const href = `/cabinet/documents?year=${month.slice(0, 4)}&month=${month}`;
  return (
    <TwoLines below={open > 0 ? `Не подтверждены: ${counted(open, MONTHS)}` : null}>
      {missing.length === 0 ? (
        <StatusLabel tone="go">Собран</StatusLabel>
      ) : (
        <LinkButton data-print="text" onClick={() => enter(company, href)}>
          Не хватает: {missing.map((key) => MISSING[key]).join(', ')}
        </LinkButton>
      )}
    </TwoLines>
  );
}

function Waiting({ company, enter }: { company: DeskCompany; enter: EnterCompany }) {
  const { waiting } = company;
  // A phone shows no header above it.
  if (waiting.length === 0) return 'Ничего\u00a0не\u00a0ждёт';
  return (
    <ul className={styles.waiting}>
      {waiting.slice(0, MAX_SHOWN).map((item) => (
        <li key={item.kind}>
          <LinkButton data-print="text" onClick={() => enter(company, item.href)}>
            {describeWaiting(item)}
          </LinkButton>
          {item.sum !== undefined && (
            <>
              {' '}
              <Money value={item.sum} />
            </>
          )}
        </li>
      ))}
      {waiting.length > MAX_SHOWN && <li>и ещё {waiting.length - MAX_SHOWN}</li>}
    </ul>
  );
}
