import { useState } from 'react';
import { connectTelematics, readTelematics } from '#contract/telematics.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { TextField } from '../../ui/TextField.tsx';

/** Connects by a token from Wialon's own settings. The token is tried before it is stored. */
export function ConnectWialon({ onDone }: { onDone?: () => void }) {
  const [token, setToken] = useState('');
  const action = useEndpointAction(connectTelematics, {
    refresh: [readTelematics],
    left: { failed: 'Wialon не подключён' },
  });
  return (
    <FormShell
      submitLabel="Подключить"
      loading={action.isPending}
      error={action.error}
      ownFields={['token']}
      disabledReason={token.trim() === '' ? 'Вставьте токен' : null}
      onSubmit={() => action.mutate({ body: { token } }, { onSuccess: () => onDone?.() })}
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
        error={action.error?.fields.token?.[0] ?? null}
        onChange={(text) => {
          setToken(text);
          action.reset();
        }}
      />
    </FormShell>
  );
}
