import { useSearchParams } from 'react-router';
import { CHANNELS, type Channel } from '#contract/channels.ts';
import { listOutboxLetters } from '#contract/emails.ts';
import { paths } from '../../paths.ts';
import { useOperator } from '../../state/use-operator.ts';
import { useRead } from '../../state/use-call.ts';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { Chats } from './Chats.tsx';
import { Outbox } from './Outbox.tsx';
import styles from './Outbox.module.css';

type Place = 'sms' | 'letters' | Channel;

const TABS: readonly { value: Place; label: string }[] = [
  { value: 'sms', label: 'СМС' },
  { value: 'letters', label: 'Письма' },
  { value: 'telegram', label: 'Telegram' },
  { value: 'max', label: 'MAX' },
  { value: 'push', label: 'Пуши' },
];

/** Everything that a person's phone would have shown; a link to the bot, which carries its code, opens that chat. */
export function DevPhone() {
  const [query, setQuery] = useSearchParams();
  const linked = CHANNELS.find((channel) => query.has(channel));
  const place = TABS.find(({ value }) => value === query.get('tab'))?.value ?? linked ?? 'sms';
  const choose = (tab: Place) => setQuery(tab === 'sms' ? {} : { tab }, { replace: true });
  return (
    <div className={styles.channels}>
      <Tabs label="Каналы телефона" value={place} onChange={choose} tabs={TABS}>
        <div className={styles.phone}>
          {place === 'sms' && <Outbox />}
          {place === 'letters' && (
            <div className={styles.screen}>
              <Emails />
            </div>
          )}
          {place !== 'sms' && place !== 'letters' && (
            <div className={styles.screen}>
              <Chats key={place} channel={place} code={query.get(place)} />
            </div>
          )}
        </div>
      </Tabs>
    </div>
  );
}

function Emails() {
  const { devMail } = useOperator();
  const emails = useRead(listOutboxLetters, { query: {} }, { refetchMs: 2000, keepPrevious: true });
  const list = emails.data?.data ?? [];
  if (emails.data && list.length === 0) return <EmptyState title="Писем пока нет" />;
  return (
    <>
      <ol className={styles.messages} aria-label="Письма">
        {list.map((email) => (
          <li key={email.id} className={styles.message}>
            <p className={styles.meta}>
              <span>{email.address}</span>
              <DateText value={email.sent_at} style="time" />
            </p>
            <p className={styles.title}>{email.subject}</p>
          </li>
        ))}
      </ol>
      {devMail && <TextLink to={paths.devMail}>Открыть почту целиком</TextLink>}
    </>
  );
}
