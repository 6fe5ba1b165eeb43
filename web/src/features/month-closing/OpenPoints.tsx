import { CLOSING_KIND_TITLE, type ClosingKind, type readClosing } from '#contract/closing.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { formatNumber } from '../../lib/format.ts';
import { paths } from '../../paths.ts';
import { DateText } from '../../ui/DateText.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import styles from './MonthClosing.module.css';

type State = EndpointData<typeof readClosing>;

/** Page where each kind is decided. */
const PLACE: Record<ClosingKind, { to: string; words: string }> = {
  feed: { to: paths.staffPartners, words: 'К сетям' },
  movement: { to: paths.staffMovements, words: 'К движениям' },
  sale: { to: paths.staffMatters, words: 'К разбору' },
  payment: { to: paths.staffPayments, words: 'К платежам' },
};

/** Shows what prevents closing, how far the networks have been read, and what has been created so far. */
export function OpenPoints({ state: { open, networks, closed } }: { state: State }) {
  return (
    <div className={styles.facts}>
      <Panel title="Что мешает">
        {open.length === 0 ? (
          <StatusLabel tone="go">Ничего не мешает</StatusLabel>
        ) : (
          <ul className={styles.list}>
            {open.map(({ kind, count }) => (
              <li key={kind}>
                <StatusLabel tone="stop">
                  {CLOSING_KIND_TITLE[kind]}: {formatNumber(count)}
                </StatusLabel>
                <TextLink to={PLACE[kind].to}>{PLACE[kind].words}</TextLink>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title="Ленты сетей">
        <ul className={styles.list}>
          {networks.map(({ id, title, read_at: readAt, complete }) => (
            <li key={id}>
              <StatusLabel tone={complete ? 'go' : 'wait'}>{title}</StatusLabel>
              <span className={styles.quiet}>
                {readAt ? <DateText value={readAt} style="datetime" /> : 'Ещё не прочитана'}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Сделано">
        <dl className={styles.figures}>
          <dt>Документов</dt>
          <dd>{formatNumber(closed.documents)}</dd>
          <dt>Компаний с документами</dt>
          <dd>{formatNumber(closed.companies)}</dd>
          <dt>Компаний в работе</dt>
          <dd>{formatNumber(closed.waiting)}</dd>
        </dl>
      </Panel>
    </div>
  );
}
