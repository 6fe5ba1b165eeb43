import type { EndpointData } from '#contract/endpoint.ts';
import { addTotp, type beginTotp, readFactors } from '#contract/second-factor.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Button } from '../../ui/Button.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './SecondFactor.module.css';

type Props = {
  offered: EndpointData<typeof beginTotp>;
  onAdded: (codes: EndpointData<typeof addTotp>['recovery_codes']) => void;
  onBack: () => void;
};

/** The application reads the QR code, or the person types the secret; its first code connects it. */
export function AddTotp({ offered, onAdded, onBack }: Props) {
  const form = useForm({ values: { code: '' } });
  const { code } = form.values;
  const add = useEndpointAction(addTotp, {
    refresh: [readFactors],
    answersFirst: true,
    left: { failed: 'Приложение с кодами не подключено' },
  });
  return (
    <div className={styles.totp}>
      <QrCode
        qr={offered.qr}
        label="QR-код для приложения с кодами"
        caption="Наведите камеру в приложении с кодами"
      />
      <FormShell
        form={form}
        onChange={() => add.error && add.reset()}
        onSubmit={() =>
          add.mutate({ body: { code } }, { onSuccess: ({ data }) => onAdded(data.recovery_codes) })
        }
        submitLabel="Подключить"
        action={add}
        disabledReason={code.trim() === '' ? 'Введите код, который показало приложение' : null}
        secondary={
          <Button variant="quiet" onClick={onBack}>
            Назад
          </Button>
        }
      >
        <p>
          Не получается навести камеру? Введите в приложении этот ключ:{' '}
          <code className={styles.secret}>{offered.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
        <TextField
          label="Код из приложения"
          {...form.field('code')}
          readOnly={add.isPending}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          autoFocus
        />
      </FormShell>
    </div>
  );
}
