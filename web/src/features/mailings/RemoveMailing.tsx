import { listMailings, removeMailing } from '#contract/mailings.ts';
import { useDeed } from '../../deeds/use-deed.ts';
import { ConfirmModal } from '../../ui/Modal.tsx';
import type { Mailing } from './mailing-choices.ts';

export function RemoveMailing({
  mailing: { id, title },
  onClose,
}: {
  mailing: Mailing;
  onClose: () => void;
}) {
  const deed = useDeed(removeMailing, {
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
      pending={deed.isPending}
      error={deed.error?.message ?? null}
      onConfirm={() => deed.mutate({ params: { id } }, { onSuccess: onClose })}
    >
      <p>Отчёт «{title}» больше не придёт никому. Список того, что отправлено, исчезнет.</p>
    </ConfirmModal>
  );
}
