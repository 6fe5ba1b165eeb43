import { lastFour } from '#contract/values/card-number.ts';
import { listCards } from '#contract/cards/cards.ts';
import { toneOfPartner } from '../../../cards/describe-card.ts';
import { hasFuelAccess, isLoggedIn, useRole, useSession } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { ButtonLink } from '../../../ui/Button.tsx';
import { CardFace } from '../../../ui/CardFace.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import styles from './CardSidebar.module.css';

/**
 * Shows the cards beside the news: the user's own with their balances, or the offer of a card for all other visitors.
 */
export function CardSidebar() {
  const session = useSession();
  const role = useRole();
  const own = isLoggedIn(session) && hasFuelAccess(session) && role !== 'none';
  return own ? <OwnCards /> : <CardOffer />;
}

const SHOWN = 4;

function OwnCards() {
  const cards = useRead(listCards);
  const list = cards.data?.data ?? [];
  return (
    <Panel title="Мои карты" action={<TextLink to={paths.cabinet}>Все карты</TextLink>}>
      {cards.isPending && <ListSkeleton count={SHOWN} />}
      {cards.isError && <LoadError onReload={() => void cards.refetch()} reloading={cards.isFetching} />}
      {cards.data && list.length === 0 && (
        <p className="ink-2">Здесь будут ваши карты, когда сети их выпустят.</p>
      )}
      <ul className={styles.cards}>
        {list.slice(0, SHOWN).map((card) => (
          <li key={card.id}>
            <AppLink to={paths.card(card.id)} className={styles.card}>
              <CardFace
                tone={toneOfPartner(card.partner.id)}
                title={card.partner.title}
                lastFour={lastFour(card.card_number)}
                size="chip"
              />
              <span className={styles.words}>
                {card.comment || card.partner.title}
                <span className={styles.status}>{card.status.title}</span>
              </span>
              <Money value={card.card_sum} />
            </AppLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function CardOffer() {
  return (
    <Panel>
      <div className={styles.offer}>
        <CardFace tone="rn" title="Топливная карта" lastFour="1184" size="small" />
        <p>Карты нескольких сетей с одного счёта, для юридических лиц и предпринимателей.</p>
        <ButtonLink to={paths.login} variant="primary">
          Заказать карту
        </ButtonLink>
      </div>
    </Panel>
  );
}
