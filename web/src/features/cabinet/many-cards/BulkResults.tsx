import { useState } from 'react';
import { shortNumber } from '#contract/values/card-number.ts';
import { listCards } from '#contract/cards/cards.ts';
import { useRead } from '../../../state/use-call.ts';
import { CARD_FORMS, cardName, type Card } from '../../../cards/describe-card.ts';
import { counted } from '#contract/values/counted.ts';
import { Button } from '../../../ui/Button.tsx';
import { DialogFoot } from '../../../ui/layers/DialogFoot.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { getOutcome, type BulkAction, type BulkOutcome } from './bulk-action.ts';
import type { BulkResult } from './change-many.ts';
import styles from './BulkList.module.css';

type Props = {
  action: BulkAction;
  cards: readonly Card[];
  results: readonly BulkResult[];
  onClose: () => void;
};

/** The result for each card, refusals first. Cards that waited for their network follow its answer. */
export function BulkResults({ action, cards, results, onClose }: Props) {
  const [since] = useState(() => Date.now());
  const read = useRead(listCards, { query: {} });
  const now = new Map(read.dataUpdatedAt > since ? read.data?.data.map((card) => [card.id, card]) : []);
  const byId = new Map(cards.map((card) => [card.id, card]));
  const refused = results.filter((result) => !result.ok);
  const taken = results.filter((result) => result.ok);
  return (
    <Stack gap="3">
      <Notice tone={refused.length > 0 ? 'warn' : 'go'} title={formatSummary(results)} />
      <ul className={styles.list}>
        {[...refused, ...taken].map((result) => {
          const card = byId.get(result.id);
          return (
            card && (
              <li key={result.id} className={styles.line}>
                <span>
                  {cardName(card)} <span className={styles.number}>{shortNumber(card.card_number)}</span>
                </span>
                <CardOutcome outcome={getOutcome(action, result, now.get(result.id))} />
              </li>
            )
          );
        })}
      </ul>
      <DialogFoot>
        <Button variant="primary" onClick={onClose} data-autofocus>
          Готово
        </Button>
      </DialogFoot>
    </Stack>
  );
}

function CardOutcome({ outcome }: { outcome: BulkOutcome }) {
  if (outcome.state === 'refused') {
    return <StatusLabel tone="stop">{outcome.reason ?? 'Не изменена'}</StatusLabel>;
  }
  return outcome.state === 'waiting' ? (
    <StatusLabel tone="wait">Ждёт подтверждения сети</StatusLabel>
  ) : (
    <StatusLabel tone="go">Сделано</StatusLabel>
  );
}

export function formatSummary(results: readonly BulkResult[]): string {
  const refused = results.filter((result) => !result.ok).length;
  const taken = `Принято: ${counted(results.length - refused, CARD_FORMS)}`;
  return refused > 0 ? `${taken}, отказано: ${counted(refused, CARD_FORMS)}` : taken;
}
