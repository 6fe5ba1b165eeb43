import type { z } from 'zod';
import { ROLE_TITLE } from '#contract/access.ts';
import type { personFile } from '#contract/companies/client-people.ts';
import { formatPhone } from '#contract/values/phone.ts';
import { useTitleSubject } from '../../../lib/use-document-title.ts';
import { paths } from '../../../paths.ts';
import { nameOfPerson } from '../../../staff/name-of-person.ts';
import { StaffTable } from '../../../staff/StaffTable.tsx';
import type { Column } from '../../../tables/column.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { dateColumn } from '../../../tables/usual-columns.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { joinClasses } from '../../../lib/join-classes.ts';
import { Stack } from '../../../ui/Stack.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { Fact } from './ClientHero.tsx';
import styles from './Clients.module.css';

type Person = z.infer<typeof personFile>;
type Company = Person['companies'][number];

/** Shows a person and the companies for which he acts or acted: in which role, how, since when and until when. */
export function PersonFile({ person }: { person: Person }) {
  const name = nameOfPerson(person);
  useTitleSubject(name, true);
  return (
    <Stack gap="3">
      <Panel aria-label={name}>
        <dl className={joinClasses(styles.facts, styles.contacts)}>
          <Fact name="Телефон">
            <span className={styles.number}>{person.erased ? 'Удалён' : formatPhone(person.phone)}</span>
          </Fact>
          <Fact name="Почта">{person.email ?? 'Не указана'}</Fact>
          <Fact name="Второй фактор">{person.second_factor ? 'Подключён' : 'Не подключён'}</Fact>
          <Fact name="Компаний сейчас">{person.companies.filter(({ active }) => active).length}</Fact>
        </dl>
      </Panel>
      <StaffTable
        caption="Компании человека"
        columns={COLUMNS}
        rows={person.companies}
        rowKey={(item) => `${item.company_id}:${item.since}`}
      />
    </Stack>
  );
}

const COLUMNS: readonly Column<Company>[] = [
  {
    key: 'company',
    header: 'Компания',
    narrow: 'title',
    width: 260,
    value: (item) => item.title,
    cell: (item) => (
      <TwoLines below={<span className={styles.number}>ИНН {item.inn}</span>}>
        {item.client ? <TextLink to={paths.staffClient(item.company_id)}>{item.title}</TextLink> : item.title}
      </TwoLines>
    ),
  },
  {
    key: 'role',
    header: 'Роль',
    narrow: 'second',
    value: (item) => ROLE_TITLE[item.role],
    cell: (item) => ROLE_TITLE[item.role],
  },
  {
    key: 'via',
    header: 'Как',
    narrow: 'plain',
    value: formatVia,
    cell: (item) => <TwoLines below={item.firm}>{formatVia({ ...item, firm: null })}</TwoLines>,
  },
  dateColumn({ key: 'since', header: 'С какого дня', narrow: 'line', value: (item) => item.since }),
  {
    key: 'until',
    header: 'До какого дня',
    narrow: 'aside',
    kind: 'moment',
    value: getEnd,
    cell: (item) => {
      const end = getEnd(item);
      return end ? <DateText value={end} /> : item.active ? 'Сейчас' : 'Нет доступа';
    },
  },
];

function formatVia({ via, firm }: Pick<Company, 'via' | 'firm'>): string {
  if (via === 'employee') return 'Сотрудник';
  return firm ? `Доступ бухгалтерии, ${firm}` : 'Доступ бухгалтерии';
}

/** The moment at which it ended or will end, whichever comes first. */
function getEnd({ until, ended_at: ended }: Company): string | null {
  if (until && ended) return until < ended ? until : ended;
  return ended ?? until;
}
