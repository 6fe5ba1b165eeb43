import { useState } from 'react';
import type { EndpointData } from '#contract/endpoint.ts';
import { linkPush, listChannels } from '#contract/channels.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { describeBrowser, subscribeBrowser, type PushObstacle } from '../../lib/subscribe-browser.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './ChannelsPanel.module.css';

type Push = NonNullable<EndpointData<typeof listChannels>['offered']['push']>;

const OBSTACLE_MESSAGES: Readonly<Record<PushObstacle, string>> = {
  home: 'На iPhone и iPad уведомления приходят только в приложение на экране «Домой»: нажмите «Поделиться», «На экран „Домой“», откройте портал оттуда и включите их там.',
  unsupported: 'Этот браузер не умеет принимать уведомления.',
  refused:
    'Браузер не разрешил уведомления. Разрешите их для этого сайта в настройках браузера и включите снова.',
  failed: 'Браузер не смог подключиться к своей службе уведомлений. Попробуйте позже.',
};

/** Enables pushes in this browser, and explains what prevents them. */
export function PushSwitch({ push }: { push: Push }) {
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
        Включить уведомления в этом браузере
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
