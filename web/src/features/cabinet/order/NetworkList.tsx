import { getDraftKey } from '#contract/ids.ts';
import { QUANTITY_MAX_PER_PARTNER } from '#contract/limits.ts';
import { changeDraft, getCount, useDraft, type OrderDraft } from '../../../state/order-draft.ts';
import { useNetworkColours } from '../../../state/use-network-colours.ts';
import { toneOfPartner } from '../../../cards/describe-card.ts';
import { QuantityStepper } from '../../../forms/QuantityStepper.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { CardFace } from '../../../ui/CardFace.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { sortLikeForm, type Partner } from './order-lines.ts';
import styles from './NetworkList.module.css';

type CardKind = 'plastic' | 'virtual';

/**
 * Shows each network with its number of cards. A network that is not connected yet is marked so (spec section 2, step
 * 1).
 */
export function NetworkList({
  partners,
  kind,
  onKind,
}: {
  partners: readonly Partner[];
  kind: CardKind;
  onKind: (kind: CardKind) => void;
}) {
  const draft = useDraft();
  useNetworkColours();
  const isVirtual = kind === 'virtual';
  const offered = sortLikeForm(partners).filter(({ virtual }) => !isVirtual || virtual);
  return (
    <>
      {partners.some(({ virtual }) => virtual) && (
        <Segmented
          label="Какие карты"
          labelHidden
          options={[
            { value: 'plastic', label: 'Пластиковые' },
            { value: 'virtual', label: 'Виртуальные, сейчас' },
          ]}
          value={kind}
          onChange={onKind}
        />
      )}
      {isVirtual && (
        <p className={styles.note}>Без доставки: водитель заправляется по коду или QR с телефона.</p>
      )}
      <ul className={styles.networks}>
        {offered.map((network) => {
          const { id } = network;
          const key = getDraftKey(id);
          return (
            <li key={network.id} className={styles.network}>
              <span className={styles.face} aria-hidden="true">
                <CardFace
                  tone={toneOfPartner(id)}
                  title=""
                  lastFour=""
                  size="chip"
                  dimmed={!network.active}
                />
              </span>
              <div className={styles.words}>
                <h3>{network.title}</h3>
                <p className={styles.note}>
                  {network.active ? (
                    <>
                      Карта <Money value={network.card_price} />
                    </>
                  ) : (
                    'будет подключена скоро'
                  )}
                </p>
              </div>
              {network.active && (
                <QuantityStepper
                  key={kind}
                  label={`${isVirtual ? 'Виртуальных карт' : 'Карт'} ${network.title}`}
                  value={getCount(draft, id, isVirtual)}
                  max={QUANTITY_MAX_PER_PARTNER}
                  onChange={(count) =>
                    changeDraft(
                      isVirtual
                        ? { virtualCounts: { ...draft.virtualCounts, [key]: count } }
                        : { counts: { ...draft.counts, [key]: count } },
                    )
                  }
                />
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** A user who comes back to virtual cards alone sees them. */
export function findKind({ counts, virtualCounts }: OrderDraft): CardKind {
  const has = (cards: OrderDraft['counts']) => Object.values(cards).some((count) => count > 0);
  return has(virtualCounts) && !has(counts) ? 'virtual' : 'plastic';
}
