import { connectTelematics, readTelematics } from '#contract/fleet/telematics.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';

/** Connects by a token from Wialon's own settings. The token is tried before it is stored. */
export function ConnectWialon({ onDone }: { onDone?: () => void }) {
  const form = useForm({ values: { token: '' } });
  const { token } = form.values;
  const action = useEndpointAction(connectTelematics, {
    refresh: [readTelematics],
    left: { failed: 'Wialon не подключён' },
  });
  return (
    <FormShell
      form={form}
      submitLabel="Подключить"
      action={action}
      disabledReason={token.trim() === '' ? 'Вставьте токен' : null}
      onChange={action.reset}
      onSubmit={() => action.mutate({ body: { token } }, { onSuccess: () => onDone?.() })}
    >
      <p className="ink-2">
        Портал спросит, где были машины за 20 минут до заправки и 5 минут после, и сверит это с АЗС. Остальных
        поездок он не читает. Токену нужны права на чтение сообщений, а для передачи заправок ещё «Управление
        событиями».
      </p>
      <TextField
        label="Токен Wialon"
        {...form.field('token')}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
      />
    </FormShell>
  );
}
