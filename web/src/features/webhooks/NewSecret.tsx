import { PREVIOUS_SECRET_HOURS } from '#contract/webhooks.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { ShownOnce } from '../../forms/ShownOnce.tsx';
import { ConfirmModal, Modal } from '../../ui/Modal.tsx';
import type { Webhook, WebhookCalls } from './webhook-calls.ts';

interface Props {
  calls: WebhookCalls;
  webhook: Webhook;
  onClose: () => void;
}

/** Exchanges the secret, after a question; then shows the new one, once. */
export function NewSecret({ calls, webhook: { id, url }, onClose }: Props) {
  const action = useEndpointAction(calls.rotate, {
    refresh: [calls.list],
    left: { failed: `Секрет не сменён: ${url}` },
  });
  const secret = action.data?.data.secret;
  if (secret)
    return (
      <Modal opened onClose={onClose} title="Новый секрет">
        <ShownOnce label="Секрет вебхука" secret={secret} onDone={onClose} />
      </Modal>
    );
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Сменить секрет?"
      confirmLabel="Сменить"
      pending={action.isPending}
      error={action.error?.message ?? null}
      onConfirm={() => action.mutate({ params: { id } })}
    >
      <p>
        Сутки ({PREVIOUS_SECRET_HOURS} часа) сообщения подписаны обоими секретами: за это время поставьте
        новый в своей программе.
      </p>
    </ConfirmModal>
  );
}
