import { useState } from 'react';
import { findClients } from '#contract/clients.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useRead } from '../../state/use-call.ts';
import { Modal } from '../../ui/Modal.tsx';
import { ReadFailed } from '../../ui/ReadFailed.tsx';
import { Select } from '../../ui/Select.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ClientCreditCard } from './ClientCreditCard.tsx';

/** A client's credit over the list; without a client, one is looked for first. */
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

const SEARCH_DELAY_MS = 300;

function ClientSearch({
  chosen,
  onChange,
}: {
  chosen: number | null;
  onChange: (id: number | null) => void;
}) {
  const [words, setWords] = useState('');
  const [asked, setAsked] = useState('');
  const ask = useDebounced((text: string) => setAsked(text.trim()), SEARCH_DELAY_MS);
  const found = useRead(findClients, { query: { search: asked } }, { enabled: asked !== '' });
  const clients = asked === '' ? [] : (found.data?.data ?? []);
  return (
    <>
      <TextField
        label="Найти клиента"
        help={asked !== '' && found.isSuccess ? `Нашли: ${clients.length}` : 'ИНН или часть названия'}
        value={words}
        onChange={(text) => {
          setWords(text);
          ask.call(text);
        }}
        autoComplete="off"
        autoFocus
      />
      <ReadFailed what="Клиенты не загрузились." reads={[found]} />
      <Select
        label="Клиент"
        placeholder="Выберите клиента"
        value={chosen === null ? '' : String(chosen)}
        onChange={(id) => onChange(Number(id) || null)}
        options={clients.map((one) => ({
          value: String(one.id),
          label: `${one.title}, ИНН\u00a0${one.inn}`,
        }))}
      />
    </>
  );
}
