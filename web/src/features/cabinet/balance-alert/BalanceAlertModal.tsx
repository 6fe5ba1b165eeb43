import { useState } from 'react';
import { setThreshold } from '#contract/money/money.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import { CATALOGUE } from '../../../forms/failure-catalogue.ts';
import { readSession, storeProfile } from '../../../server/session.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { MoneyField } from '../../../forms/MoneyField.tsx';
import { moneyText, typeMoney } from '../../../forms/type-money.ts';
import { useForm } from '../../../forms/use-form.ts';
import { Button } from '../../../ui/Button.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

type Props = {
  opened: boolean;
  onClose: () => void;
  /** Rubles; null when no SMS is requested. */
  threshold: number | null;
};

/** An SMS when the balance falls to a threshold: set it, change it, cancel it (spec sections 4, 5 and 8). */
export function BalanceAlertModal({ opened, onClose, threshold }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="СМС об остатке баланса">
      {opened && <BalanceAlertForm threshold={threshold} />}
    </Modal>
  );
}

function BalanceAlertForm({ threshold }: { threshold: number | null }) {
  // While nothing has been typed since the last save, the threshold itself counts, even one set by another user.
  const form = useForm({
    values: { threshold: threshold === null ? '' : textOfRubles(threshold) },
    follow: true,
  });
  const [done, setDone] = useState<string | null>(null);
  // Also runs when the dialogue was closed meanwhile.
  const action = useEndpointAction(setThreshold, {
    onAnswer: ({ data }) => rememberThreshold(data.threshold),
    left: { failed: CATALOGUE.thresholdNotChanged.text },
  });

  function send(next: number | null) {
    setDone(null);
    action.mutate(
      { body: { threshold: next } },
      {
        onSuccess: () => {
          setDone(formatNotice(threshold, next));
          form.reset();
        },
      },
    );
  }
  const { kopecks: sum } = typeMoney(form.values.threshold);
  return (
    <FormShell
      form={form}
      // An empty string is ignored (spec section 5).
      onSubmit={() => sum && send(toRubles(sum))}
      onChange={() => setDone(null)}
      submitLabel={threshold === null ? 'Установить' : 'Изменить'}
      action={{
        isPending: action.isPending,
        error: action.error ? { message: CATALOGUE.thresholdNotChanged.text } : null,
      }}
      disabledReason={sum ? null : 'Укажите сумму остатка больше нуля'}
      secondary={
        threshold !== null && (
          <Button onClick={() => send(null)} pending={action.isPending}>
            Отменить СМС об остатке
          </Button>
        )
      }
    >
      <MoneyField
        label="Остаток, при котором прислать СМС"
        help="Одно сообщение, когда своих нераспределённых средств останется столько или меньше. Кредит не считается"
        {...form.field('threshold')}
        error={action.error?.fields.threshold?.[0] ?? null}
        readOnly={action.isPending}
        autoFocus
      />
      {done && <Notice tone="go">{done}</Notice>}
    </FormShell>
  );
}

function formatNotice(before: number | null, now: number | null): string {
  if (now === null) return CATALOGUE.thresholdCancelled.text;
  return before === null ? CATALOGUE.thresholdSet.text : CATALOGUE.thresholdChanged.text;
}

/** The threshold is part of the profile, which is not fetched again before the next route change. */
function rememberThreshold(threshold: number | null): void {
  const { profile, permissions } = readSession();
  if (!profile?.company?.client) return;
  const client = { ...profile.company.client, threshold };
  storeProfile({ ...profile, company: { ...profile.company, client } }, permissions);
}

function textOfRubles(rubles: number): string {
  return moneyText(kopecks(Math.round(rubles * 100)));
}
