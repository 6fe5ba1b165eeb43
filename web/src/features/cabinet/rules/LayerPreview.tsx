import { useEffect } from 'react';
import { listCards, readCard } from '#contract/cards/cards.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import {
  ENFORCED_BY,
  listRuleChanges,
  listRuleGroups,
  previewGroupRules,
  previewProfileRules,
  readCardRules,
  readGroupRules,
  readProfileRules,
  setGroupRules,
  setProfileRules,
} from '#contract/fleet/rules.ts';
import type { Rule } from '#contract/fleet/rule-values.ts';
import { shortNumber } from '#contract/values/card-number.ts';
import { cardName } from '../../../cards/describe-card.ts';
import { useCustomAction } from '../../../actions/use-endpoint-action.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { call } from '../../../server/client.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { ENFORCED_BY_TONE } from './EnforcedRules.tsx';
import styles from './Rules.module.css';

type Outlook = EndpointData<typeof previewGroupRules>[number];
type Props = {
  /** Null means all cards. */
  groupId: number | null;
  rules: Rule[];
  onBack: () => void;
  onDone: () => void;
  onClose: () => void;
};

/** More would make the dialogue slow to open: the rest is counted. */
const MAX_SHOWN = 200;

/** Shows what rules of a group, or of all cards, would change for each card. They can be saved only from here. */
export function LayerPreview({ groupId, rules, onBack, onDone, onClose }: Props) {
  const body = { rules };
  const preview = useCustomAction(
    'previewLayerRules',
    () =>
      groupId === null
        ? call(previewProfileRules, { body })
        : call(previewGroupRules, { params: { id: groupId }, body }),
    {},
  );
  const action = useCustomAction(
    'setLayerRules',
    async (): Promise<unknown> =>
      groupId === null
        ? call(setProfileRules, { body })
        : call(setGroupRules, { params: { id: groupId }, body }),
    {
      refresh: [
        readProfileRules,
        listRuleGroups,
        readGroupRules,
        readCardRules,
        listRuleChanges,
        readCard,
        listCards,
      ],
      left: { failed: 'Правила не сохранены' },
    },
  );
  const { mutate } = preview;
  useEffect(() => mutate(undefined), [mutate]);
  return (
    <Modal opened onClose={onClose} title="Что изменится" size="wide" busy={action.isPending}>
      {preview.data ? (
        <FormShell
          submitLabel="Сохранить правила"
          action={action}
          disabledReason={null}
          onSubmit={() => action.mutate(undefined, { onSuccess: onDone })}
          secondary={
            <Button variant="quiet" onClick={onBack}>
              Назад
            </Button>
          }
        >
          <Outlooks outlooks={preview.data.data} />
        </FormShell>
      ) : preview.error ? (
        <Stack>
          <LoadError
            message={preview.error.message}
            onReload={() => mutate(undefined)}
            reloading={preview.isPending}
          />
          <Button variant="quiet" onClick={onBack}>
            Назад
          </Button>
        </Stack>
      ) : (
        <TextSkeleton count={6} label="Считаем, что изменится" />
      )}
    </Modal>
  );
}

function Outlooks({ outlooks }: { outlooks: readonly Outlook[] }) {
  const cards = useRead(listCards, { query: {} });
  const byId = new Map((cards.data?.data ?? []).map((card) => [card.id, card]));
  const changed = outlooks.filter((outlook) => outlook.before !== outlook.after);
  const same = outlooks.filter((outlook) => outlook.before === outlook.after);
  const own = same.filter((item) => item.own !== null).length;
  return (
    <Stack>
      {changed.length === 0 && <Notice>Ни у одной карты ничего не изменится.</Notice>}
      {same.length > 0 && changed.length > 0 && (
        <p className="ink-2">{`Изменится: ${changed.length}. Не изменится: ${same.length}.`}</p>
      )}
      {own > 0 && <p className="ink-2">{`Карт, у которых остаются свои правила: ${own}. Они важнее.`}</p>}
      {/* The area scrolls, so the keyboard has to reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={styles.outlooks} aria-label="Что изменится" tabIndex={0}>
        {changed.slice(0, MAX_SHOWN).map((item) => {
          const card = byId.get(item.card_id);
          return (
            <li key={item.card_id} className={styles.outlook}>
              <h3 className={styles.draftTitle}>
                {card ? cardName(card) : `Карта ${item.card_id}`}{' '}
                <span className={styles.from}>{card && shortNumber(card.card_number)}</span>
              </h3>
              <p className={styles.from}>Было: {item.before}</p>
              <p>Станет: {item.after}</p>
              {item.own && <p className={styles.from}>Свои правила карты остаются: {item.own}</p>}
              {item.held_by && (
                <p className={styles.heldBy}>
                  <StatusLabel tone={ENFORCED_BY_TONE[item.held_by]}>
                    {ENFORCED_BY[item.held_by].title}
                  </StatusLabel>
                </p>
              )}
            </li>
          );
        })}
      </ul>
      {changed.length > MAX_SHOWN && <p className="ink-2">{`И ещё ${changed.length - MAX_SHOWN}.`}</p>}
    </Stack>
  );
}
