import { can } from '#contract/access.ts';
import { useRole } from '../../server/session.ts';
import { formatPhone, fullDriverName, type Card } from '../../cards/describe-card.ts';
import { paths } from '../../paths.ts';
import { Panel } from '../../ui/Panel.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import styles from './CardPanels.module.css';

/** The drivers of the card. */
export function DriversSummary({ card }: { card: Card }) {
  const mayChange = can(useRole(), 'changeCard');
  return (
    <Panel
      title="Водители"
      action={
        mayChange && (
          <TextLink to={paths.drivers(card.id)} data-print="hide">
            Изменить водителей
          </TextLink>
        )
      }
    >
      {card.drivers.length === 0 ? (
        <p className="ink-2">Водители не указаны.</p>
      ) : (
        <ul className={styles.people}>
          {card.drivers.map((one) => (
            <li key={one.id} className={styles.person}>
              <span>{fullDriverName(one)}</span>
              {one.phone && (
                <a href={`tel:+${one.phone}`} className={styles.phone}>
                  {formatPhone(one.phone)}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
