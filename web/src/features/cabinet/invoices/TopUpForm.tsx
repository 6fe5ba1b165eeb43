import { toRubles, type Kopecks } from '#contract/kopecks.ts';
import { FormShell, NO_REQUEST } from '../../../forms/FormShell.tsx';
import { MoneyField } from '../../../forms/MoneyField.tsx';
import { moneyText, typeMoney } from '../../../forms/type-money.ts';
import { useForm } from '../../../forms/use-form.ts';
import { formatSum } from '../../../lib/format.ts';
import { Panel } from '../../../ui/Panel.tsx';

type Props = {
  /** The sum entered before, when the user comes back. */
  before: Kopecks | null;
  onNext: (sumRubles: number) => void;
};

/** Step 1 of a top-up: the sum of the invoice, up to six digits, above zero (spec section 5). */
export function TopUpForm({ before, onNext }: Props) {
  const form = useForm({ values: { sum: before ? moneyText(before) : '' } });
  const { kopecks } = typeMoney(form.values.sum);
  return (
    <Panel>
      <FormShell
        form={form}
        submitLabel={kopecks ? `Выставить счёт на ${formatSum(toRubles(kopecks))}` : 'Выставить счёт'}
        action={NO_REQUEST}
        disabledReason={kopecks ? null : 'Укажите сумму больше нуля'}
        onSubmit={() => kopecks && onNext(toRubles(kopecks))}
      >
        <MoneyField
          label="Сумма пополнения"
          help="Счёт оплачивается банковским переводом. Деньги поступят на счёт, когда банк пришлёт выписку."
          size="large"
          {...form.field('sum')}
          autoFocus
        />
      </FormShell>
    </Panel>
  );
}
