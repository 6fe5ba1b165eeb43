import { useState } from 'react';
import { ClientSearchField } from '../../../staff/ClientSearchField.tsx';
import { useClientSearch } from '../../../staff/use-client-search.ts';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { ClientCreditCard } from './ClientCreditCard.tsx';

/** Shows a client's credit over the list. Without a client, one is searched for first. */
export function CreditModal({ clientId, onClose }: { clientId: number | null; onClose: () => void }) {
  const [chosen, setChosen] = useState(clientId);
  return (
    <Modal opened onClose={onClose} title="Кредит клиента" size="wide">
      <Stack gap="3">
        {clientId === null && <ClientSearch chosen={chosen} onChange={setChosen} />}
        {chosen !== null && <ClientCreditCard key={chosen} clientId={chosen} onDone={onClose} />}
      </Stack>
    </Modal>
  );
}

function ClientSearch({
  chosen,
  onChange,
}: {
  chosen: number | null;
  onChange: (id: number | null) => void;
}) {
  const { words: searchText, type, read, clients, count } = useClientSearch();
  return (
    <>
      <ClientSearchField
        label="Найти клиента"
        help={count === null ? 'ИНН или часть названия' : `Нашли: ${count}`}
        text={searchText}
        onType={type}
      />
      <ReadFailed what="Клиенты не загрузились." reads={[read]} />
      <Select
        label="Клиент"
        placeholder="Выберите клиента"
        value={chosen === null ? '' : String(chosen)}
        onChange={(id) => onChange(Number(id) || null)}
        options={clients.map((client) => ({
          value: String(client.id),
          label: `${client.title}, ИНН\u00a0${client.inn}`,
        }))}
      />
    </>
  );
}
