import { useState } from 'react';
import { toRubles, type Kopecks } from '#contract/kopecks.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { MoneyField } from '../../forms/MoneyField.tsx';
import { moneyText } from '../../forms/type-money.ts';
import { Panel } from '../../ui/Panel.tsx';

type Props = {
  /** The sum entered before, when the user comes back. */
  before: Kopecks | null;
  onNext: (sumRubles: number) => void;
};

/** Step 1 of a top-up: the sum of the invoice, up to six digits, above zero (spec section 5). */
export function TopUpForm({ before, onNext }: Props) {
  const [sum, setSum] = useState({ text: before ? moneyText(before) : '', kopecks: before });
  return (
    <Panel>
      <FormShell
        submitLabel="Выставить счёт"
        loading={false}
        error={null}
        disabledReason={sum.kopecks ? null : 'Укажите сумму больше нуля'}
        onSubmit={() => sum.kopecks && onNext(toRubles(sum.kopecks))}
      >
        <MoneyField
          label="Сумма пополнения"
          help="Счёт оплачивается банковским переводом. Деньги поступят на счёт, когда банк пришлёт выписку."
          size="large"
          value={sum.text}
          onChange={(text, kopecks) => setSum({ text, kopecks: kopecks || null })}
          autoFocus
        />
      </FormShell>
    </Panel>
  );
}
