import { useState } from 'react';
import { ClientField, type ChosenClient } from '../../../staff/ClientField.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { ClientCreditCard } from './ClientCreditCard.tsx';

/** Shows a client's credit over the list. Without a client, one is searched for first. */
export function CreditModal({ clientId, onClose }: { clientId: number | null; onClose: () => void }) {
  const [client, setClient] = useState<ChosenClient | null>(null);
  const chosen = clientId ?? (client && Number(client.id));
  return (
    <Modal opened onClose={onClose} title="Кредит клиента" size="wide">
      <Stack gap="3">
        {clientId === null && <ClientField value={client} onChange={setClient} error={null} autoFocus />}
        {chosen !== null && <ClientCreditCard key={chosen} clientId={chosen} onDone={onClose} />}
      </Stack>
    </Modal>
  );
}
