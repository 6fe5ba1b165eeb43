import { useState } from 'react';
import type { EndpointData } from '#contract/endpoint.ts';
import { listChannels, unlinkChannel, type ChatChannel, linkPush } from '#contract/messaging/channels.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { CHANNEL_LABELS } from './channel-labels.ts';
import styles from './ChannelsPanel.module.css';
import { LinkChatModal } from './LinkChatModal.tsx';
import { describeBrowser, subscribeBrowser, type PushObstacle } from '../../../lib/subscribe-browser.ts';

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

type Push = NonNullable<EndpointData<typeof listChannels>['offered']['push']>;

const OBSTACLE_MESSAGES: Readonly<Record<PushObstacle, string>> = {
  home: 'На iPhone и iPad уведомления приходят только в приложение на экране «Домой»: нажмите «Поделиться», «На экран „Домой“», откройте портал оттуда и включите их там.',
  unsupported: 'Этот браузер не умеет принимать уведомления.',
  refused:
    'Браузер не разрешил уведомления. Разрешите их для этого сайта в настройках браузера и включите снова.',
  failed: 'Браузер не смог подключиться к своей службе уведомлений. Попробуйте позже.',
};

/** Enables pushes in this browser, and explains what prevents them. */
function PushSwitch({ push }: { push: Push }) {
  const [obstacle, setObstacle] = useState<PushObstacle | null>(null);
  const [asking, setAsking] = useState(false);
  const link = useEndpointAction(linkPush, {
    refresh: [listChannels],
    left: { failed: 'Уведомления браузера не включены' },
  });

  async function switchOn() {
    setObstacle(null);
    setAsking(true);
    const made = push.key === null ? embeddedSubscription() : await subscribeBrowser(push.key);
    setAsking(false);
    if (typeof made === 'string') setObstacle(made);
    else link.mutate({ body: { ...made, title: describeBrowser() } });
  }

  return (
    <div className={styles.push}>
      <Button onClick={() => void switchOn()} pending={asking || link.isPending}>
        Включить уведомления
      </Button>
      {obstacle && <Notice tone="warn">{OBSTACLE_MESSAGES[obstacle]}</Notice>}
      {link.error && <Notice tone="error">{link.error.message}</Notice>}
    </div>
  );
}

/** A development machine calls no real push service: /dev/phone shows what would have come. */
function embeddedSubscription() {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  const name = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { endpoint: `/dev/phone#browser-${name}`, p256dh: 'embedded', auth: 'embedded' };
}
