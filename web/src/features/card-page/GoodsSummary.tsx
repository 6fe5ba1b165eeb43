import { can } from '#contract/access.ts';
import { GOODS_ENABLED } from '#contract/ids.ts';
import { useRole } from '../../server/session.ts';
import type { Card } from '../../cards/describe-card.ts';
import { paths } from '../../paths.ts';
import { Panel } from '../../ui/Panel.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import styles from './CardPanels.module.css';

/** What the card may pay for, in one line. */
export function GoodsSummary({ card }: { card: Card }) {
  const enabled = card.goods.filter((one) => one.status_id === GOODS_ENABLED);
  const mayChange = can(useRole(), 'changeCard');
  return (
    <Panel
      title="Услуги"
      action={
        <TextLink to={paths.services(card.id)} data-print="hide">
          {mayChange ? 'Изменить услуги' : 'Все услуги'}
        </TextLink>
      }
    >
      {enabled.length === 0 ? (
        <p className="ink-2">Виды топлива не выбраны: по карте ничего нельзя купить.</p>
      ) : (
        <ul className={styles.chips}>
          {enabled.map((one) => (
            <li key={one.cg_id} className={styles.chip}>
              {one.title}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
