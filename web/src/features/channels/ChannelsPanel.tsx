import { useState } from 'react';
import type { EndpointData } from '#contract/endpoint.ts';
import { listChannels, unlinkChannel, type ChatChannel } from '#contract/channels.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { useRead } from '../../state/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ListSkeleton } from '../../ui/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { CHANNEL_LABELS } from './channel-labels.ts';
import styles from './ChannelsPanel.module.css';
import { LinkChatModal } from './LinkChatModal.tsx';
import { PushSwitch } from './PushSwitch.tsx';

type Linked = EndpointData<typeof listChannels>['linked'][number];

const CHATS: readonly ChatChannel[] = ['telegram', 'max'];
/** A chat is linked in another window. */
const WAITING_MS = 2000;

/** «Каналы»: chats and browsers that receive the user's notifications, and how to link more. */
export function ChannelsPanel() {
  const [linking, setLinking] = useState<ChatChannel | null>(null);
  const read = useRead(listChannels, {}, { refetchMs: linking ? WAITING_MS : false });
  if (!read.data && read.error)
    return <LoadError onReload={() => void read.refetch()} message={read.error.message} />;
  if (!read.data) return <ListSkeleton count={2} label="Загружаются каналы" />;
  const { offered, linked } = read.data.data;
  const chats = CHATS.filter((channel) => offered[channel]);
  return (
    <Panel title="Каналы" aria-label="Каналы">
      <Stack>
        <p className="ink-2">
          Сообщения из кабинета приходят и сюда. Кнопка в чате сразу делает то, что на ней написано:
          настолько, насколько это позволяет ваша роль.
        </p>
        {linked.length > 0 && (
          <ul className={styles.list} aria-label="Привязанные каналы">
            {linked.map((item) => (
              <Place key={item.id} linked={item} />
            ))}
          </ul>
        )}
        <div className={styles.offers}>
          {chats.map((channel) => (
            <Button key={channel} onClick={() => setLinking(channel)}>
              Привязать {CHANNEL_LABELS[channel]}
            </Button>
          ))}
          {offered.push && <PushSwitch push={offered.push} />}
        </div>
        {chats.length === 0 && !offered.push && <p>Здесь каналы пока не подключены.</p>}
      </Stack>
      {linking && (
        <LinkChatModal
          channel={linking}
          linkedIds={linked.filter(({ gone_at }) => gone_at === null).map(({ id }) => id)}
          onClose={() => setLinking(null)}
        />
      )}
    </Panel>
  );
}

function Place({ linked }: { linked: Linked }) {
  const { id, channel, title, linked_at, used_at, gone_at } = linked;
  const unlink = useEndpointAction(unlinkChannel, {
    refresh: [listChannels],
    left: { failed: `Канал не отвязан: ${title}` },
  });
  return (
    <li className={styles.channel}>
      <div className={styles.who}>
        <span className={styles.title}>
          {CHANNEL_LABELS[channel]}: {title}
          {gone_at && <StatusLabel tone="stop">отвязан</StatusLabel>}
        </span>
        <span className="ink-2">
          {gone_at ? 'Отвязан ' : used_at ? 'Последнее сообщение ' : 'Привязан '}
          <DateText value={gone_at ?? used_at ?? linked_at} style="datetime" />
        </span>
        {unlink.error && <Notice tone="error">{unlink.error.message}</Notice>}
      </div>
      {!gone_at && (
        <Button
          variant="quiet"
          size="small"
          pending={unlink.isPending}
          aria-label={`Отвязать: ${CHANNEL_LABELS[channel]}, ${title}`}
          onClick={() => unlink.mutate({ params: { id } })}
        >
          Отвязать
        </Button>
      )}
    </li>
  );
}
