import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { ConfirmModal } from '../../ui/Modal.tsx';
import type { Webhook, WebhookCalls } from './webhook-calls.ts';

export function RemoveWebhook({
  calls,
  webhook: { id, url, waiting },
  onClose,
}: {
  calls: WebhookCalls;
  webhook: Webhook;
  onClose: () => void;
}) {
  const action = useEndpointAction(calls.remove, {
    refresh: [calls.list],
    refreshAfter: ({ code }) => code === 404,
    left: { failed: `Вебхук не удалён: ${url}` },
  });
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Удалить вебхук?"
      confirmLabel="Удалить"
      danger
      pending={action.isPending}
      error={action.error?.message ?? null}
      onConfirm={() => action.mutate({ params: { id } }, { onSuccess: onClose })}
    >
      <p>
        На адрес {url} больше ничего не придёт
        {waiting > 0 ? `, ждущие отправки события (${waiting}) тоже` : ''}. Список отправок исчезнет.
      </p>
    </ConfirmModal>
  );
}
