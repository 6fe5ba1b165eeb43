import { formatPhone } from '../../../cards/describe-card.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { Fact } from './Fact.tsx';
import { nameOfPerson } from '../../../staff/name-of-person.ts';
import type { RequestDetails } from './request-labels.ts';
import styles from './StaffRequest.module.css';

const ROLE_ORIGIN_LABELS: Record<RequestDetails['author_companies'][number]['how'], string> = {
  colleague: 'работает сейчас',
  ordered: 'заказывал карты',
  invited: 'был приглашён',
  asked: 'просил доступ',
};

/** Shows who ordered, since when the author is known, and for which other companies they have ordered. */
export function AuthorPanel({ request }: { request: RequestDetails }) {
  const { author, author_mail: mail, author_companies: companies } = request;
  return (
    <Panel title="Кто заказал">
      <Stack>
        <dl className={styles.facts}>
          <Fact title="Имя">{nameOfPerson(author)}</Fact>
          <Fact title="Телефон">
            <span className="tabular">{formatPhone(author.phone)}</span>
          </Fact>
          <Fact title="Известен с">
            <DateText value={author.since} style="datetime" />
          </Fact>
          <Fact title="Почта">
            {mail && `${mail.masked}, ${mail.confirmed ? 'подтверждена' : 'не подтверждена'}`}
          </Fact>
        </dl>
        <div>
          <p className={styles.quiet}>Другие компании</p>
          {companies.length === 0 ? (
            <p>Не заказывал и не работал</p>
          ) : (
            <ul className={styles.list}>
              {companies.map((company) => (
                <li key={company.id}>
                  <span>{company.title}</span>
                  <span className={styles.quiet}>
                    ИНН {company.inn}, {ROLE_ORIGIN_LABELS[company.how]}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      </Stack>
    </Panel>
  );
}
