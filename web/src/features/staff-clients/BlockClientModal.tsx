import { listClientCards, listClientDeeds } from '#contract/client-parts.ts';
import { blockClient, findClients, readClientFile, unblockClient } from '#contract/clients.ts';
import { ReasonModal } from '../../staff/ReasonModal.tsx';
import { useStaffAction } from '../../staff/use-staff-action.ts';
import type { ClientFile } from './client-file.ts';

const REFRESH = [readClientFile, findClients, listClientCards, listClientDeeds];

/** Blocks a client or sets it to work again, with the reason that its colleagues read. */
export function BlockClientModal({ client, onClose }: { client: ClientFile; onClose: () => void }) {
  const blocks = client.state !== 'blocked';
  const action = useStaffAction(blocks ? blockClient : unblockClient, {
    name: blocks ? 'Блокировка клиента' : 'Разблокировка клиента',
    refresh: REFRESH,
  });
  return (
    <ReasonModal
      title={blocks ? 'Заблокировать клиента' : 'Разблокировать клиента'}
      submitLabel={blocks ? 'Заблокировать' : 'Разблокировать'}
      label={blocks ? 'Причина, её увидят сотрудники клиента' : 'Основание, останется в журнале'}
      missing={blocks ? 'Укажите причину' : 'Укажите основание'}
      deed={action}
      onSubmit={(reason) =>
        action.mutate({ params: { id: client.id }, body: { reason } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>
        {blocks
          ? `${client.title}: переводы, карты и заказы остановятся, его карты сети заблокируют. Смотреть кабинет и оплачивать счета клиент сможет. Блокировку подтверждает второй сотрудник; одну карту можно заблокировать сразу.`
          : `${client.title} сможет снова переводить деньги и менять карты. Вернутся карты, которые заблокировала эта блокировка; заблокированные клиентом или с неоплаченным топливом останутся заблокированными.`}
      </p>
    </ReasonModal>
  );
}
