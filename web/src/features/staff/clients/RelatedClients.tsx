import { listRelatedClients, type RelatedClientsOnWire } from '#contract/backoffice/client-groups.ts';
import { paths } from '../../../paths.ts';
import { nameOfPerson } from '../../../staff/name-of-person.ts';
import { useRead } from '../../../state/use-call.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { Fact } from './ClientHero.tsx';
import styles from './Clients.module.css';

type Related = RelatedClientsOnWire['companies'][number];

/** Shows the clients with the same owner or the same people, and what all of them owe together; nothing where there are none. */
export function RelatedClients({ companyId }: { companyId: number }) {
  const read = useRead(listRelatedClients, { params: { id: companyId } });
  if (!read.data) return <ReadFailed what="Связанные клиенты не загрузились." reads={[read]} />;
  const { owner, limit, debt, companies } = read.data.data;
  const others = companies.filter(({ id }) => id !== companyId);
  if (others.length === 0) return null;
  return (
    <Panel title="Те же люди и владельцы">
      <Stack>
        <dl className={styles.facts}>
          <Fact name="Лимиты вместе">
            <Money value={limit} />
          </Fact>
          <Fact name="Долги вместе">
            <Money value={debt} />
          </Fact>
          {owner && (
            <Fact name={owner.by === 'director' ? 'Руководитель по реестру' : 'Владелец'}>{owner.title}</Fact>
          )}
        </dl>
        <ul className={styles.list}>
          {others.map((company) => (
            <li key={company.id} className={styles.person}>
              <span className={styles.lines}>
                <TextLink to={paths.staffClient(company.id)}>{company.title}</TextLink>
                <span className={styles.quiet}>
                  <Reasons company={company} />
                </span>
              </span>
              <span className={styles.lines}>
                <span className={styles.number}>
                  {company.debt > 0 ? (
                    <>
                      Долг <Money value={company.debt} />
                    </>
                  ) : (
                    'Долга нет'
                  )}
                </span>
                {company.late && <span className={styles.quiet}>Срок оплаты прошёл</span>}
              </span>
            </li>
          ))}
        </ul>
      </Stack>
    </Panel>
  );
}

function Reasons({ company: { same_owner: isOwned, people } }: { company: Related }) {
  return (
    <>
      {isOwned && 'Тот же владелец'}
      {people.map((person, index) => (
        <span key={person.id}>
          {index > 0 || isOwned ? ', ' : 'Сотрудник обеих: '}
          <TextLink to={paths.staffPerson(person.id)}>{nameOfPerson(person)}</TextLink>
        </span>
      ))}
    </>
  );
}
