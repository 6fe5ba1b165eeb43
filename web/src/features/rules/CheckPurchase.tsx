import { useState } from 'react';
import { wouldPass } from '#contract/rules.ts';
import type { Card } from '../../cards/describe-card.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';

/** Checks before a driver goes there whether this purchase would pass, and if not, why. */
export function CheckPurchase({ card, onClose }: { card: Card; onClose: () => void }) {
  const [goods, setGoods] = useState(String(card.goods[0]?.cg_id ?? ''));
  const [litres, setLitres] = useState('');
  const action = useEndpointAction(wouldPass);
  const answer = action.data?.data;
  return (
    <Modal opened onClose={onClose} title="Пройдёт ли заправка">
      <FormShell
        submitLabel="Проверить"
        action={action}
        ownFields={['litres']}
        disabledReason={litres.trim() === '' ? 'Укажите литры' : null}
        onSubmit={() => action.mutate({ params: { id: card.id }, body: { goods_id: Number(goods), litres } })}
      >
        <Select
          label="Топливо"
          options={card.goods.map((good) => ({ value: String(good.cg_id), label: good.title }))}
          value={goods}
          onChange={(next) => {
            setGoods(next);
            action.reset();
          }}
        />
        <TextField
          label="Литры"
          inputMode="decimal"
          suffix="л"
          value={litres}
          maxLength={10}
          error={action.error?.fields.litres?.[0] ?? null}
          onChange={(next) => {
            setLitres(next);
            action.reset();
          }}
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
      </FormShell>
    </Modal>
  );
}
