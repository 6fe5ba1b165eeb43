import { wouldPass } from '#contract/rules.ts';
import type { Card } from '../../cards/describe-card.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { FormModal } from '../../forms/FormModal.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';

/** Checks before a driver goes there whether this purchase would pass, and if not, why. */
export function CheckPurchase({ card, onClose }: { card: Card; onClose: () => void }) {
  const form = useForm({ values: { goods: String(card.goods[0]?.cg_id ?? ''), litres: '' } });
  const { goods, litres } = form.values;
  const action = useEndpointAction(wouldPass);
  const answer = action.data?.data;
  return (
    <FormModal
      form={form}
      submitLabel="Проверить"
      action={action}
      disabledReason={litres.trim() === '' ? 'Укажите литры' : null}
      onChange={action.reset}
      onSubmit={() => action.mutate({ params: { id: card.id }, body: { goods_id: Number(goods), litres } })}
      title="Пройдёт ли заправка"
      onClose={onClose}
    >
      <Select
        label="Топливо"
        options={card.goods.map((good) => ({ value: String(good.cg_id), label: good.title }))}
        {...form.field('goods')}
      />
      <TextField
        label="Литры"
        inputMode="decimal"
        suffix="л"
        {...form.field('litres')}
        maxLength={10}
        autoFocus
      />
      {answer?.passes && <Notice>Пройдёт: ни сеть, ни правила не против.</Notice>}
      {answer && !answer.passes && (
        <Notice tone="warn" title="Не пройдёт">
          <ul>
            {answer.reasons.map((reason) => (
              <li key={reason.rule}>{reason.sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
    </FormModal>
  );
}
