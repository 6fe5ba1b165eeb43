import { lastFour } from '#contract/values/card-number.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import type { previewCardMovements } from '#contract/money/many-movements.ts';
import { CARD_STATUS } from '#contract/ids.ts';
import { INSUFFICIENT_FUNDS, type readClient } from '#contract/money/money.ts';
import { cardState } from '../../../cards/card-state.ts';
import { CARD_FORMS, cardName, driverName, toneOfPartner, type Card } from '../../../cards/describe-card.ts';
import { CreditPart } from '../../../cards/CreditPart.tsx';
import { counted } from '#contract/values/counted.ts';
import { joinClasses } from '../../../lib/join-classes.ts';
import type { MovementDirection } from '../../../state/many-movements.ts';
import { CardFace } from '../../../ui/CardFace.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { ClampedText } from '../../../ui/ClampedText.tsx';
import styles from './MoveMany.module.css';
import type { PlannedList } from './plan-list.ts';

type Preview = EndpointData<typeof previewCardMovements>;
type Line = Preview['lines'][number];

type Props = {
  direction: MovementDirection;
  cards: readonly Card[];
  /** Null while nothing can be requested, or until the first answer comes. */
  preview: Preview | null;
  /** The answer is to an earlier state of the form. */
  stale: boolean;
  problems: PlannedList['problems'];
  missing: string | null;
  balances: EndpointData<typeof readClient> | null;
};

/** Shows the result for the account and for each card: first problems, then movements, then the rest. */
export function ListPreview(props: Props) {
  const { direction, cards, preview, stale, problems, missing } = props;
  const byId = new Map(cards.map((card) => [card.id, card]));
  const refused = preview?.lines.filter((line) => line.outcome === 'refused').length ?? 0;
  const blocked =
    preview?.lines.filter((line) => goesToBlocked(line, byId.get(line.card_id), direction)).length ?? 0;
  return (
    <section
      className={styles.preview}
      aria-label="Что станет с картами"
      aria-busy={(stale && missing === null) || undefined}
    >
      <Totals {...props} />
      {problems.length > 0 && (
        <Notice tone="error" title={`Не поняты строки: ${problems.length}`}>
          <ul className={styles.problems}>
            {problems.map(({ line, text, problem }) => (
              <li key={line}>
                Строка {line}: «{text.replaceAll('\t', ' ')}». {problem}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {preview && refused > 0 && (
        <Notice tone="warn">
          Без карт, по которым отказ: {counted(refused, CARD_FORMS)}. Причина у каждой.
        </Notice>
      )}
      {blocked > 0 && (
        <Notice tone="warn">
          {counted(blocked, BLOCKED_FORMS)}: потратить деньги можно будет после разблокировки.
        </Notice>
      )}
      {preview ? (
        <ul className={joinClasses(styles.lines, stale && styles.stale)}>
          {inOrder(preview.lines).map((line) => {
            const card = byId.get(line.card_id);
            return card && <PreviewLine key={line.card_id} line={line} card={card} direction={direction} />;
          })}
        </ul>
      ) : (
        <p className={styles.quiet}>
          {missing === null
            ? 'Считаем…'
            : 'Здесь появится каждая карта: сколько на ней сейчас и сколько станет.'}
        </p>
      )}
    </section>
  );
}

const BLOCKED_FORMS = ['карта заблокирована', 'карты заблокированы', 'карт заблокировано'] as const;

function goesToBlocked({ outcome }: Line, card: Card | undefined, direction: MovementDirection): boolean {
  return direction === 'to-card' && outcome === 'moves' && card?.status.id === CARD_STATUS.blocked;
}

function Totals({ direction, preview, balances }: Props) {
  const now = preview?.unallocated.now ?? balances?.notDistSum ?? null;
  const after = preview?.unallocated.after ?? null;
  return (
    <div className={styles.totals}>
      <div role="status" className={styles.total}>
        <span className={styles.quiet}>{preview ? counted(preview.cards, CARD_FORMS) : 'Всего'}</span>
        <Money value={preview?.total ?? 0} size="title" />
      </div>
      <p className={styles.account}>
        <span className={styles.quiet}>Нераспределённые средства</span>{' '}
        {now !== null && <BalanceChange from={now} to={after} />}
      </p>
      {preview && preview.unallocated.after === null && (
        <Notice tone="error">
          {INSUFFICIENT_FUNDS}: не хватает <Money value={preview.total - preview.unallocated.now} />
        </Notice>
      )}
      {preview && balances && after !== null && direction === 'to-card' && (
        <CreditPart sumRubles={preview.total} ownRubles={balances.notDistSum - balances.creditAvailable} />
      )}
    </div>
  );
}

type LineProps = { line: Line; card: Card; direction: MovementDirection };

function PreviewLine({ line, card, direction }: LineProps) {
  const driver = card.comment ? card.drivers[0] : undefined;
  const state = cardState(card);
  return (
    <li className={styles.line}>
      <CardFace
        size="chip"
        tone={toneOfPartner(card.partner.id)}
        title={card.partner_name}
        lastFour={lastFour(card.card_number)}
      />
      <span className={styles.who}>
        <ClampedText className={styles.name}>{cardName(card)}</ClampedText>
        {driver && <span className={styles.quiet}>{driverName(driver)}</span>}
      </span>
      <span className={styles.figures}>
        {line.outcome === 'moves' ? (
          <>
            <Money value={direction === 'to-card' ? line.sum : -line.sum} signed className={styles.sum} />
            <span className={styles.quiet}>
              <BalanceChange from={line.now ?? 0} to={line.after} />
            </span>
          </>
        ) : (
          <StatusLabel tone={line.outcome === 'refused' ? 'stop' : 'neutral'}>
            {line.message ?? 'Не нужно'}
          </StatusLabel>
        )}
        {goesToBlocked(line, card, direction) && <StatusLabel tone={state.tone}>{state.text}</StatusLabel>}
        {line.outcome === 'moves' && line.on_its_way > 0 && (
          <span className={styles.quiet}>
            ещё <Money value={line.on_its_way} /> уже в пути
          </span>
        )}
        {line.repays > 0 && (
          <span className={styles.quiet}>
            <Money value={line.repays} /> — за топливо, купленное раньше
          </span>
        )}
      </span>
    </li>
  );
}

/** Shows the balance now and afterwards; the latter is missing where it can't be computed. */
function BalanceChange({ from, to }: { from: number; to: number | null }) {
  return (
    <span className={styles.fromTo}>
      <Money value={from} />
      {to !== null && (
        <>
          <span role="img" aria-label="станет">
            →
          </span>
          <Money value={to} />
        </>
      )}
    </span>
  );
}

const RANK: Record<Line['outcome'], number> = { refused: 0, moves: 1, needless: 2 };

function inOrder(lines: readonly Line[]): Line[] {
  return lines.toSorted((a, b) => RANK[a.outcome] - RANK[b.outcome]);
}
