import { shortNumber } from '#contract/values/card-number.ts';
import { listCards } from '#contract/cards/cards.ts';
import { useRead } from '../../../state/use-call.ts';
import { CardField } from '../../../forms/CardField.tsx';
import { cardName } from '../../../cards/describe-card.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';

/** Lets the user choose a card when the page is about one card and the URL names none. */
export function CardPicker({ onChoose }: { onChoose: (cardId: number) => void }) {
  const cards = useRead(listCards);
  if (cards.isPending) return <TextSkeleton count={2} />;
  if (!cards.data) return <LoadError onReload={() => void cards.refetch()} reloading={cards.isFetching} />;
  return (
    <Panel>
      {cards.data.data.length === 0 ? (
        <EmptyState title="Карт пока нет" action={<ButtonLink to={paths.cabinet}>К моим картам</ButtonLink>}>
          Услуги настраиваются у выпущенной карты.
        </EmptyState>
      ) : (
        <CardField
          cards={cards.data.data}
          value={null}
          onChange={onChoose}
          formatLabel={(card) => `${shortNumber(card.card_number)}, ${card.partner.title}, ${cardName(card)}`}
        />
      )}
    </Panel>
  );
}
