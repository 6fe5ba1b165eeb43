import { COMPANY_STATE_TITLE } from '#contract/values/registry.ts';
import { formatPhone } from '../../../cards/describe-card.ts';
import { paths } from '../../../paths.ts';
import { LeftOutPart } from '../../../tables/LeftOutPart.tsx';
import { RowLink } from '../../../tables/RowLink.tsx';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { dateColumn, extraColumn, sumColumn } from '../../../tables/usual-columns.tsx';
import type { Column } from '../../../tables/column.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { useSession } from '../../../server/session.ts';
import { nameOfPerson } from '../../../staff/name-of-person.ts';
import { formatOwner } from '../../../staff/use-tasks.ts';
import {
  AUTHORITY,
  formatCardCount,
  formatCards,
  formatDelivery,
  describeStatus,
  type StaffRequest,
} from './request-labels.ts';
import styles from './StaffRequest.module.css';

/** Columns of the list of requests, all but its buttons. */
export const REQUEST_COLUMNS: readonly Column<StaffRequest>[] = [
  {
    key: 'id',
    header: '№',
    kind: 'count',
    narrow: 'second',
    width: 54,
    value: (item) => item.id,
    cell: (item) => (
      <>
        <span data-phone>№&nbsp;</span>
        {item.id}
      </>
    ),
  },
  dateColumn({
    key: 'date',
    header: 'Создана',
    kind: 'moment',
    width: 104,
    value: (item) => item.created_at,
    // The file has the moment; here the day is enough.
    cell: (item) => <DateText value={item.created_at} />,
  }),
  {
    key: 'company',
    header: 'Компания',
    narrow: 'title',
    fixed: true,
    leastWidth: 200,
    value: (item) => item.company.title,
    cell: (item) => (
      <TwoLines
        cut="row"
        below={
          <>
            <LeftOutPart column="cards">{formatCardCount(item)}, </LeftOutPart>
            {describeAuthor(item)}
          </>
        }
      >
        <RowLink to={paths.staffRequest(item.id)}>{item.company.title}</RowLink>
      </TwoLines>
    ),
  },
  {
    key: 'cards',
    header: 'Карты',
    narrow: 'plain',
    leaves: 2,
    inName: 'screen',
    leastWidth: 130,
    unsorted: true,
    value: formatCards,
    cell: (item) => (
      <TwoLines cut="row" below={formatCards(item)}>
        {formatCardCount(item)}
      </TwoLines>
    ),
  },
  {
    key: 'delivery',
    header: 'Доставка',
    narrow: 'plain',
    leaves: 1,
    inName: 'screen',
    leastWidth: 180,
    unsorted: true,
    value: formatDelivery,
    cell: (item) => (
      <span className={styles.delivery} data-below data-clamp>
        {formatDelivery(item)}
      </span>
    ),
  },
  { ...sumColumn<StaffRequest>(), width: 108 },
  {
    key: 'status',
    header: 'Статус',
    narrow: 'plain',
    width: 226,
    value: (item) => describeStatus(item).title,
    cell: (item) => (
      <TwoLines cut="row" onPhone below={<StatusDetail request={item} />}>
        <RequestStatus request={item} />
      </TwoLines>
    ),
  },
  {
    ...extraColumn<StaffRequest>({
      key: 'owner',
      header: 'Исполнитель',
      value: (item) => item.owner && nameOfPerson(item.owner),
    }),
    unsorted: true,
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

function RequestStatus({ request }: { request: StaffRequest }) {
  const { title, tone } = describeStatus(request);
  return <StatusLabel tone={tone}>{title}</StatusLabel>;
}

/** Formats the INN, the author and, where it is unusual, the company's status in the register. */
function describeAuthor({ company, author, registry: { status } }: StaffRequest): string {
  const state = status && status !== 'active' ? `, ${COMPANY_STATE_TITLE[status].toLowerCase()}` : '';
  return `ИНН\u00a0${company.inn}${state}, ${nameOfPerson(author)}`;
}

/** Reason why the request does not move, or the user who works on it. */
function StatusDetail({ request }: { request: StaffRequest }) {
  const { id } = useSession().profile ?? { id: null };
  return request.issue_problem ?? request.reject_reason ?? formatOwner(request.owner, id);
}
