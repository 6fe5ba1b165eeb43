import { listMailings, removeMailing } from '#contract/mailings.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { ConfirmModal } from '../../ui/Modal.tsx';
import type { Mailing } from './mailing-choices.ts';

export function RemoveMailing({
  mailing: { id, title },
  onClose,
}: {
  mailing: Mailing;
  onClose: () => void;
}) {
  const action = useEndpointAction(removeMailing, {
    refresh: [listMailings],
    refreshAfter: ({ code }) => code === 404,
    left: { failed: `Рассылка не удалена: ${title}` },
  });
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Удалить рассылку?"
      confirmLabel="Удалить"
      danger
      pending={action.isPending}
      error={action.error?.message ?? null}
      onConfirm={() => action.mutate({ params: { id } }, { onSuccess: onClose })}
    >
      <p>Отчёт «{title}» больше не придёт никому. Список того, что отправлено, исчезнет.</p>
    </ConfirmModal>
  );
}
