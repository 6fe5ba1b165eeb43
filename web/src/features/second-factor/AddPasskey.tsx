import type { EndpointData } from '#contract/endpoint.ts';
import { addPasskey, FACTOR_TITLE_MAX, readFactors } from '#contract/second-factor.ts';
import { useCustomAction } from '../../actions/use-endpoint-action.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { useForm } from '../../forms/use-form.ts';
import type { CallAnswer } from '../../server/client.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { createPasskey } from './ask-browser.ts';

type Props = {
  onAdded: (codes: EndpointData<typeof addPasskey>['recovery_codes']) => void;
  onBack: () => void;
};

/** A name for the key, then the browser's own dialogue. */
export function AddPasskey({ onAdded, onBack }: Props) {
  const form = useForm({ values: { title: 'Ключ доступа' } });
  const { title } = form.values;
  const add = useCustomAction<CallAnswer<typeof addPasskey>, { title: string }>(
    addPasskey.name,
    createPasskey,
    {
      refresh: [readFactors],
      answersFirst: true,
      left: { failed: 'Ключ доступа не подключён' },
    },
  );
  return (
    <FormShell
      form={form}
      onSubmit={() =>
        add.mutate({ title: title.trim() }, { onSuccess: ({ data }) => onAdded(data.recovery_codes) })
      }
      submitLabel="Создать ключ доступа"
      action={add}
      secondary={
        <Button variant="quiet" onClick={onBack}>
          Назад
        </Button>
      }
    >
      <TextField
        label="Название ключа"
        help="Чтобы узнать его в списке: «Ноутбук», «Рабочий USB-ключ»"
        {...form.field('title')}
        maxLength={FACTOR_TITLE_MAX}
        readOnly={add.isPending}
        autoFocus
      />
    </FormShell>
  );
}
