import type { EndpointData } from '#contract/endpoint.ts';
import {
  listOutboxChats,
  pressOutboxButton,
  startOutboxChat,
  type Channel,
  type ChatChannel,
} from '#contract/channels.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { useRead } from '../../state/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ListSkeleton } from '../../ui/Skeleton.tsx';
import { OuterLink } from '../../ui/TextLink.tsx';
import styles from './Outbox.module.css';

const REFRESH_MS = 2000;

type Message = EndpointData<typeof listOutboxChats>[number];

/** One messenger of a development machine, or the pushes of its browsers, newest first (docs/calls.md 8). */
export function Chats({ channel, code }: { channel: Channel; code: string | null }) {
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
      {url && <OuterLink href={url}>Открыть в кабинете</OuterLink>}
      {note && <p className={styles.meta}>{note}</p>}
      {clickButton.error && <Notice tone="error">{clickButton.error.message}</Notice>}
    </li>
  );
}
