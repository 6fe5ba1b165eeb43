import type { CallFailed } from '../server/client.ts';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { LoadError } from '../ui/states/LoadError.tsx';
import { Panel } from '../ui/Panel.tsx';
import { CardSkeleton } from '../ui/states/Skeleton.tsx';

type Props = { error: CallFailed | null; reloading: boolean; onReload: () => void };

/** Shown instead of a card that is loading, could not be loaded, or is not one of the company's. */
export function CardMissing({ error, reloading, onReload }: Props) {
  if (!error) return <CardSkeleton label="Загружается карта" />;
  return error.code === 404 || error.code === 400 ? (
    <NoSuchCard />
  ) : (
    <LoadError onReload={onReload} reloading={reloading} />
  );
}

export function NoSuchCard() {
  return (
    <Panel>
      <EmptyState title="Такой карты нет" action={<ButtonLink to={paths.cabinet}>К моим картам</ButtonLink>}>
        Возможно, ссылка устарела или карта принадлежит другой компании.
      </EmptyState>
    </Panel>
  );
}
