import { useSearchParams } from 'react-router';
import { CardHeading } from '../../cards/CardHeading.tsx';
import { CardMissing } from '../../cards/CardMissing.tsx';
import { CardPicker } from '../../features/cabinet/limits-and-goods/CardPicker.tsx';
import { GoodsPicker } from '../../features/cabinet/limits-and-goods/GoodsPicker.tsx';
import { LimitEditor } from '../../features/cabinet/limits-and-goods/LimitEditor.tsx';
import { useChosenCard } from '../../cards/use-chosen-card.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Stack } from '../../ui/Stack.tsx';

/** /cabinet/services?card=: what a card may pay for, and how much of it (spec section 2). */
export default function ServicesPage() {
  const [, setParams] = useSearchParams();
  const { cardId, card, read } = useChosenCard('card');
  if (cardId === null) return <CardPicker onChoose={(chosen) => setParams({ card: String(chosen) })} />;
  if (!card) {
    return (
      <CardMissing error={read.error} reloading={read.isFetching} onReload={() => void read.refetch()} />
    );
  }
  return (
    <Stack gap="3">
      <CardHeading card={card} />
      <Panel title="Что можно купить по карте">
        <GoodsPicker key={card.id} card={card} />
      </Panel>
      <Panel title="Лимит">
        <LimitEditor key={card.id} card={card} />
      </Panel>
    </Stack>
  );
}
