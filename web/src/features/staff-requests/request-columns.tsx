import { COMPANY_STATE_TITLE } from '#contract/registry.ts';
import { formatPhone } from '../../cards/describe-card.ts';
import { paths } from '../../paths.ts';
import { RowLink } from '../../tables/RowLink.tsx';
import { TwoLines } from '../../tables/TwoLines.tsx';
import { dateColumn, extraColumn, sumColumn } from '../../tables/usual-columns.tsx';
import type { Column } from '../../tables/column.ts';
import { StatusWord } from '../../ui/StatusWord.tsx';
import { nameOfPerson } from '../../staff/name-of-person.ts';
import { AUTHORITY, cardsOf, deliveryOf, requestTone, type StaffRequest } from './request-words.ts';
import styles from '../../staff/StaffList.module.css';

/** What the list of requests shows of each, all but its buttons. */
export const REQUEST_COLUMNS: readonly Column<StaffRequest>[] = [
  {
    key: 'id',
    header: '№',
    kind: 'count',
    narrow: 'second',
    value: (one) => one.id,
    cell: (one) => (
      <>
        <span data-phone>№&nbsp;</span>
        {one.id}
      </>
    ),
  },
  dateColumn({ key: 'date', header: 'Создана', kind: 'moment', value: (one) => one.created_at }),
  {
    key: 'company',
    header: 'Компания',
    narrow: 'title',
    fixed: true,
    value: (one) => one.company.title,
    cell: (one) => (
      <TwoLines below={<Below request={one} />}>
        <RowLink to={paths.staffRequest(one.id)}>{one.company.title}</RowLink>
      </TwoLines>
    ),
  },
  {
    key: 'cards',
    header: 'Карты',
    narrow: 'plain',
    unsorted: true,
    value: cardsOf,
    cell: (one) => <TwoLines below={deliveryOf(one)}>{cardsOf(one)}</TwoLines>,
  },
  sumColumn(),
  {
    key: 'status',
    header: 'Статус',
    narrow: 'plain',
    value: (one) => one.status.title,
    cell: (one) => (
      <TwoLines below={one.issue_problem ?? one.reject_reason}>
        <StatusWord tone={requestTone(one.status)}>{one.status.title}</StatusWord>
      </TwoLines>
    ),
  },
  extraColumn<StaffRequest>({
    key: 'author',
    header: 'Кто заказал',
    value: (one) => nameOfPerson(one.author),
  }),
  {
    ...extraColumn<StaffRequest>({
      key: 'authority',
      header: 'Полномочия',
      value: (one) => AUTHORITY[one.authority].title,
    }),
    unsorted: true,
  },
  {
    ...extraColumn<StaffRequest>({
      key: 'director',
      header: 'Руководитель',
      value: (one) => one.registry.director,
    }),
    unsorted: true,
  },
  {
    ...extraColumn<StaffRequest>({ key: 'inn', header: 'ИНН', value: (one) => one.company.inn }),
    kind: 'number',
    unsorted: true,
  },
  {
    ...extraColumn<StaffRequest>({
      key: 'phone',
      header: 'Телефон',
      value: (one) => formatPhone(one.author.phone),
    }),
    unsorted: true,
  },
];

/** The INN, who ordered and, where it is not the usual one, how the company stands in the register. */
function Below({ request }: { request: StaffRequest }) {
  const { status } = request.registry;
  return (
    <>
      <span className={styles.inn}>ИНН {request.company.inn}</span>
      <br />
      {nameOfPerson(request.author)}
      {status && status !== 'active' && `, компания ${COMPANY_STATE_TITLE[status].toLowerCase()}`}
    </>
  );
}
