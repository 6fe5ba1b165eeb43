import { useEffect, useRef, useState } from 'react';
import { beginChannelLink, type ChatChannel } from '#contract/messaging/channels.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { DialogFoot } from '../../../ui/layers/DialogFoot.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { QrCode } from '../../../ui/QrCode.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { ExternalLink } from '../../../ui/text/TextLink.tsx';
import { CHANNEL_LABELS } from './channel-labels.ts';

type Props = {
  channel: ChatChannel;
  /** Chats that were linked when the dialogue opened. A chat that is not among them has been linked since. */
  linkedIds: readonly number[];
  onClose: () => void;
};

/**
 * Shows the address of the bot with a code, to click here or to scan with the phone's camera. Reports when the chat is
 * linked.
 */
export function LinkChatModal({ channel, linkedIds, onClose }: Props) {
  const begin = useEndpointAction(beginChannelLink);
  const { mutate } = begin;
  const [before] = useState(linkedIds);
  const isLinked = linkedIds.some((id) => !before.includes(id));
  const label = CHANNEL_LABELS[channel];
  // A code is asked for once, however often this is drawn.
  const requested = useRef(false);
  useEffect(() => {
    if (requested.current) return;
    requested.current = true;
    mutate({ body: { channel } });
  }, [channel, mutate]);
  const link = begin.data?.data;
  return (
    <Modal opened onClose={onClose} title={`Привязать ${label}`}>
      <Stack>
        {isLinked && <Notice tone="go" title="Чат привязан" />}
        {!isLinked && begin.isPending && <ListSkeleton count={2} label="Готовится ссылка" />}
        {!isLinked && begin.error && (
          <LoadError message={begin.error.message} onReload={() => mutate({ body: { channel } })} />
        )}
        {!isLinked && link && (
          <>
            <p>
              Откройте чат с нашим ботом и нажмите там «Начать». Ссылка действует 15 минут и только один раз.
              {channel === 'telegram' && ' Серверы Telegram находятся за пределами России.'}
            </p>
            <QrCode qr={link.qr} label={`QR-код чата в ${label}`} caption="Наведите камеру телефона" />
            <p>
              <ExternalLink href={link.url} target="_blank">
                Открыть {label} на этом устройстве
              </ExternalLink>
            </p>
          </>
        )}
        <DialogFoot>
          <Button onClick={onClose}>{isLinked ? 'Готово' : 'Закрыть'}</Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
