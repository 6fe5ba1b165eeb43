import { previewCardMovements } from '#contract/money/many-movements.ts';
import { readClient } from '#contract/money/money.ts';
import { requestList, changeManyCardsDraft, type ManyCardsDraft } from '../../../state/many-movements.ts';
import { useRead } from '../../../state/use-call.ts';
import { useSession } from '../../../server/session.ts';
import type { Card } from '../../../cards/describe-card.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { MoneyField } from '../../../forms/MoneyField.tsx';
import { QuickSums } from '../../../forms/QuickSums.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { CardChooser } from './CardChooser.tsx';
import { ListPreview } from './ListPreview.tsx';
import { AMOUNT_METHODS, MOVE_TEXTS } from './move-texts.ts';
import { planList } from './plan-list.ts';

type Props = { draft: ManyCardsDraft; cards: readonly Card[]; onNext: () => void };

/** Pause in typing after which the server is asked for a preview of the list. */
const PAUSE_MS = 250;
const REFRESH_MS = 15_000;

/** Step 1: how much, which cards, and what would become of each of them. */
export function ManyCardsForm({ draft, cards, onNext }: Props) {
  const texts = MOVE_TEXTS[draft.direction];
  const change = (next: Partial<ManyCardsDraft>) => changeManyCardsDraft(draft, next);
  const plan = planList(draft, cards);
  const requested = useSettled(plan.requested, PAUSE_MS);
  const preview = useRead(
    previewCardMovements,
    { body: requested ?? undefined },
    { enabled: requested !== null, keepPrevious: true, refetchMs: REFRESH_MS },
  );
  const companyId = useSession().profile?.company?.id ?? 0;
  const client = useRead(readClient, { params: { id: companyId } });
  const current = JSON.stringify(requested) === JSON.stringify(plan.requested);
  const seen = plan.requested && preview.data && !preview.isError ? preview.data.data : null;
  const fresh = seen !== null && current && !preview.isPlaceholderData;

  function submit() {
    if (!seen?.subject) return;
    const lines = seen.lines
      .filter((line) => line.outcome === 'moves')
      .map((line) => ({ card_id: line.card_id, sum: line.sum }));
    requestList(draft, { lines, subject: seen.subject, total: seen.total });
    onNext();
  }

  return (
    <Panel>
      <FormShell
        submitLabel="Получить код"
        action={{ isPending: false, error: preview.error }}
        disabledReason={disabledReason()}
        onSubmit={submit}
        underThumb
        outcome={
          <ListPreview
            direction={draft.direction}
            cards={cards}
            preview={seen}
            stale={!fresh}
            problems={plan.problems}
            missing={plan.missing}
            balances={client.data?.data ?? null}
          />
        }
      >
        <Segmented
          label="Что указать"
          options={AMOUNT_METHODS}
          value={draft.way}
          onChange={(way) => change({ way })}
        />
        {draft.way === 'table' ? (
          <TextArea
            label="Карты и суммы"
            help="Скопируйте из Excel два столбца: карта (номер, последние цифры, госномер или водитель) и сумма"
            rows={8}
            value={draft.table}
            placeholder={'4821\t5 000\nА 123 ВС 77\t12 500,50'}
            onChange={(table) => change({ table })}
          />
        ) : (
          <>
            <MoneyField
              {...texts.field[draft.way]}
              size="large"
              value={draft.sumText}
              onChange={(sumText) => change({ sumText })}
            />
            <QuickSums max={null} onChoose={(sumText) => change({ sumText })} />
            <CardChooser cards={cards} chosen={draft.cardIds} onChange={(cardIds) => change({ cardIds })} />
          </>
        )}
      </FormShell>
    </Panel>
  );

  function disabledReason(): string | null {
    if (plan.missing !== null) return plan.missing;
    if (plan.problems.length > 0) return 'Исправьте строки таблицы, которые не поняты';
    if (!fresh) return 'Считаем, что станет с каждой картой';
    if (seen.cards === 0) return 'Ни по одной карте деньги не переместятся';
    return seen.unallocated.after === null ? 'Недостаточно средств' : null;
  }
}
