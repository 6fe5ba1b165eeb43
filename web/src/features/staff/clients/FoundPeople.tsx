import { findPeople } from '#contract/companies/client-people.ts';
import { formatPhone } from '#contract/values/phone.ts';
import { paths } from '../../../paths.ts';
import { nameOfPerson } from '../../../staff/name-of-person.ts';
import { useRead } from '../../../state/use-call.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { formatPersonCompanies } from './person-companies.ts';
import styles from './Clients.module.css';

/** Shows the people whom a search of clients finds by name or phone, each once; nothing where it finds none. */
export function FoundPeople({ q }: { q: string }) {
  const read = useRead(findPeople, { query: { q } }, { enabled: q.trim().length > 1, keepPrevious: true });
  if (!read.data) return <ReadFailed what="Люди не загрузились." reads={[read]} />;
  const people = read.data.data;
  if (people.length === 0 || q.trim().length < 2) return null;
  return (
    <Panel title="Люди">
      <ul className={styles.list}>
        {people.map((person) => (
          <li key={person.id}>
            <TextLink to={paths.staffPerson(person.id)}>{nameOfPerson(person)}</TextLink>
            <span className={styles.quiet}>
              <span className={styles.number}>{formatPhone(person.phone)}</span>,{' '}
              {formatPersonCompanies(person)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
