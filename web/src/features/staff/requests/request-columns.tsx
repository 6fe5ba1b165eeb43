import { COMPANY_STATE_TITLE } from '#contract/values/registry.ts';
import { formatPhone } from '../../../cards/describe-card.ts';
import { paths } from '../../../paths.ts';
import { RowLink } from '../../../tables/RowLink.tsx';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { dateColumn, extraColumn, sumColumn } from '../../../tables/usual-columns.tsx';
import type { Column } from '../../../tables/column.ts';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { nameOfPerson } from '../../../staff/name-of-person.ts';
import { AUTHORITY, formatCards, formatDelivery, requestTone, type StaffRequest } from './request-labels.ts';
import styles from '../../../staff/StaffList.module.css';

/** Columns of the list of requests, all but its buttons. */
export const REQUEST_COLUMNS: readonly Column<StaffRequest>[] = [
  {
    key: 'id',
    header: '№',
    kind: 'count',
    narrow: 'second',
    value: (item) => item.id,
    cell: (item) => (
      <>
        <span data-phone>№&nbsp;</span>
        {item.id}
      </>
    ),
  },
  dateColumn({ key: 'date', header: 'Создана', kind: 'moment', value: (item) => item.created_at }),
  {
    key: 'company',
    header: 'Компания',
    narrow: 'title',
    fixed: true,
    value: (item) => item.company.title,
    cell: (item) => (
      <TwoLines below={<Below request={item} />}>
        <RowLink to={paths.staffRequest(item.id)}>{item.company.title}</RowLink>
      </TwoLines>
    ),
  },
  {
    key: 'cards',
    header: 'Карты',
    narrow: 'plain',
    unsorted: true,
    value: formatCards,
    cell: (item) => <TwoLines below={formatDelivery(item)}>{formatCards(item)}</TwoLines>,
  },
  sumColumn(),
  {
    key: 'status',
    header: 'Статус',
    narrow: 'plain',
    value: (item) => item.status.title,
    cell: (item) => (
      <TwoLines below={item.issue_problem ?? item.reject_reason}>
        <StatusLabel tone={requestTone(item.status)}>{item.status.title}</StatusLabel>
      </TwoLines>
    ),
  },
  extraColumn<StaffRequest>({
    key: 'author',
    header: 'Кто заказал',
    value: (item) => nameOfPerson(item.author),
  }),
  {
    ...extraColumn<StaffRequest>({
      key: 'authority',
      header: 'Полномочия',
      value: (item) => AUTHORITY[item.authority].title,
    }),
    unsorted: true,
  },
  {
    ...extraColumn<StaffRequest>({
      key: 'director',
      header: 'Руководитель',
      value: (item) => item.registry.director,
    }),
    unsorted: true,
  },
  {
    ...extraColumn<StaffRequest>({ key: 'inn', header: 'ИНН', value: (item) => item.company.inn }),
    kind: 'number',
    unsorted: true,
  },
  {
    ...extraColumn<StaffRequest>({
      key: 'phone',
      header: 'Телефон',
      value: (item) => formatPhone(item.author.phone),
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
