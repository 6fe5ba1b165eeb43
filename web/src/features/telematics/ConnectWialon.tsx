import { useState } from 'react';
import { connectTelematics, readTelematics } from '#contract/telematics.ts';
import { useDeed } from '../../deeds/use-deed.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { TextField } from '../../ui/TextField.tsx';

/** A token from Wialon's own settings; it is tried before it is kept. */
export function ConnectWialon({ onDone }: { onDone?: () => void }) {
  const [token, setToken] = useState('');
  const deed = useDeed(connectTelematics, {
    refresh: [readTelematics],
    left: { failed: 'Wialon не подключён' },
  });
  return (
    <FormShell
      submitLabel="Подключить"
      loading={deed.isPending}
      error={deed.error}
      ownFields={['token']}
      disabledReason={token.trim() === '' ? 'Вставьте токен' : null}
      onSubmit={() => deed.mutate({ body: { token } }, { onSuccess: () => onDone?.() })}
    >
      <p className="ink-2">
        Портал спросит, где были машины за 20 минут до заправки и 5 минут после, и сверит это с АЗС. Остальных
        поездок он не читает. Токену нужны права на чтение сообщений, а для передачи заправок ещё «Управление
        событиями».
      </p>
      <TextField
        label="Токен Wialon"
        value={token}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        error={deed.error?.fields.token?.[0] ?? null}
        onChange={(text) => {
          setToken(text);
          deed.reset();
        }}
      />
    </FormShell>
  );
}
