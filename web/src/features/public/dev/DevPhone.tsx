import { useSearchParams } from 'react-router';
import {
  CHANNELS,
  type Channel,
  listOutboxChats,
  pressOutboxButton,
  startOutboxChat,
  type ChatChannel,
} from '#contract/messaging/channels.ts';
import { listOutboxLetters } from '#contract/messaging/emails.ts';
import { paths } from '../../../paths.ts';
import { useOperator } from '../../../state/use-operator.ts';
import { useRead } from '../../../state/use-call.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { TextLink, ExternalLink } from '../../../ui/text/TextLink.tsx';
import styles from './Outbox.module.css';
import type { EndpointData } from '#contract/endpoint.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { formatPhone, normalizePhone } from '#contract/values/phone.ts';
import { listOutboxMessages } from '#contract/system.ts';
import { maskPhone } from '../../../lib/mask-phone.ts';
import { PhoneField } from '../../../forms/PhoneField.tsx';

type Place = 'sms' | 'letters' | Channel;

const TABS: readonly { value: Place; label: string }[] = [
  { value: 'sms', label: 'СМС' },
  { value: 'letters', label: 'Письма' },
  { value: 'telegram', label: 'Telegram' },
  { value: 'max', label: 'MAX' },
  { value: 'push', label: 'Пуши' },
];

/** Shows what a user's phone would have received. A link to the bot carries its code and opens that chat. */
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

const REFRESH_MS = 2000;

type Message = EndpointData<typeof listOutboxChats>[number];

/** One messenger of a development machine, or the pushes of its browsers, newest first (docs/calls.md 8). */
function Chats({ channel, code }: { channel: Channel; code: string | null }) {
  const read = useRead(listOutboxChats, {}, { refetchMs: REFRESH_MS, keepPrevious: true });
  const list = (read.data?.data ?? []).filter((item) => item.channel === channel);
  return (
    <>
      {code && channel !== 'push' && <BeginChat channel={channel} code={code} />}
      {read.isPending && <ListSkeleton count={3} />}
      {read.isError && <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />}
      {read.data && list.length === 0 && (
        <EmptyState title="Сообщений пока нет">
          {channel === 'push'
            ? 'Включите уведомления в «Моих данных», «Каналы»'
            : 'Привяжите чат в «Моих данных», «Каналы»: ссылка приведёт сюда'}
        </EmptyState>
      )}
      <ol className={styles.messages} aria-label="Сообщения чата" aria-live="polite">
        {list.map((message) => (
          <ChatMessage key={message.id} message={message} />
        ))}
      </ol>
    </>
  );
}

function BeginChat({ channel, code }: { channel: ChatChannel; code: string }) {
  const start = useEndpointAction(startOutboxChat, { refresh: [listOutboxChats] });
  if (start.isSuccess) return null;
  return (
    <div className={styles.begin}>
      <p>Бот ждёт: нажмите «Начать», как в мессенджере.</p>
      <Button
        variant="primary"
        pending={start.isPending}
        onClick={() => start.mutate({ body: { channel, code } })}
      >
        Начать
      </Button>
      {start.error && <Notice tone="error">{start.error.message}</Notice>}
    </div>
  );
}

function ChatMessage({ message }: { message: Message }) {
  const { id, chat, title, text, url, buttons, note, sent_at } = message;
  const clickButton = useEndpointAction(pressOutboxButton, { refresh: [listOutboxChats] });
  return (
    <li className={styles.message}>
      <p className={styles.meta}>
        <span>Чат {chat}</span>
        <DateText value={sent_at} style="time" />
      </p>
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{text}</p>
      {buttons.map((button) => (
        <Button
          key={button.id}
          size="small"
          pending={clickButton.isPending}
          onClick={() => clickButton.mutate({ body: { message: id, button: button.id } })}
        >
          {button.label}
        </Button>
      ))}
      {url && <ExternalLink href={url}>Открыть в кабинете</ExternalLink>}
      {note && <p className={styles.meta}>{note}</p>}
      {clickButton.error && <Notice tone="error">{clickButton.error.message}</Notice>}
    </li>
  );
}

const OUTBOX_REFRESH_MS = 2000;

/** The phone of a development machine: every message that no provider sent, newest first (docs/calls.md 8). */
function Outbox() {
  const [query, setQuery] = useSearchParams();
  const [text, setText] = useState(() => maskPhone(query.get('phone') ?? ''));
  const phone = normalizePhone(query.get('phone') ?? '') ?? undefined;
  const messages = useRead(
    listOutboxMessages,
    { query: { phone } },
    { refetchMs: OUTBOX_REFRESH_MS, keepPrevious: true },
  );
  const list = messages.data?.data ?? [];

  function filter(typed: string, whole: string | null) {
    setText(typed);
    setQuery(whole ? { phone: whole } : {}, { replace: true });
  }

  return (
    <>
      <div className={styles.top}>
        <PhoneField label="Показать один номер" value={text} onChange={filter} />
      </div>
      <div className={styles.screen}>
        {messages.isPending && <ListSkeleton count={3} />}
        {messages.isError && (
          <LoadError onReload={() => void messages.refetch()} reloading={messages.isFetching} />
        )}
        {messages.data && list.length === 0 && (
          <EmptyState title="СМС пока нет">
            Запросите код на странице входа — он появится здесь сам
          </EmptyState>
        )}
        <ol className={styles.messages} aria-label="Сообщения" aria-live="polite">
          {list.map((message) => (
            <li key={message.id} className={styles.message}>
              <p className={styles.meta}>
                <span>{formatPhone(message.phone)}</span>
                <DateText value={message.sent_at} style="time" />
              </p>
              <p>{message.text}</p>
              {message.code && <CopyCode code={message.code} />}
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}

function CopyCode({ code }: { code: string }) {
  const [copied, setCopied] = useState(false);
  const [failed, setFailed] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    } catch {
      // A page without HTTPS has no clipboard; the code can still be selected by hand.
      setFailed(true);
    }
  }

  return (
    <p className={styles.code}>
      <span className={styles.digits}>{code}</span>
      {!failed && (
        <Button
          size="small"
          onClick={() => void copy()}
          icon={
            copied ? (
              <IconCheck aria-hidden="true" stroke={1.75} />
            ) : (
              <IconCopy aria-hidden="true" stroke={1.75} />
            )
          }
        >
          {copied ? 'Скопирован' : 'Копировать'}
        </Button>
      )}
    </p>
  );
}
