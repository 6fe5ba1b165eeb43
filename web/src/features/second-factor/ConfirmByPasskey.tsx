import { readFactors } from '#contract/second-factor.ts';
import { useCustomAction } from '../../actions/use-endpoint-action.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { usePasskey as answerByPasskey } from './ask-browser.ts';

/** Needs one click. The rest is a dialogue of the browser. */
export function ConfirmByPasskey({ onConfirmed }: { onConfirmed: () => Promise<void> }) {
  const confirm = useCustomAction<void, void>(
    'confirmByPasskey',
    async () => {
      await answerByPasskey();
      await onConfirmed();
    },
    { refresh: [readFactors], answersFirst: true },
  );
  return (
    <FormShell onSubmit={() => confirm.mutate()} submitLabel="Подтвердить ключом доступа" action={confirm}>
      <p>Браузер попросит отпечаток, лицо, код устройства или электронный ключ.</p>
    </FormShell>
  );
}
