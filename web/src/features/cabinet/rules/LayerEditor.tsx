import { useState } from 'react';
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
import type { Rule, RuleKind } from '#contract/fleet/rule-values.ts';
import { shortNumber } from '#contract/values/card-number.ts';
import { counted } from '#contract/values/counted.ts';
import { CARD_FORMS, cardName } from '../../../cards/describe-card.ts';
import { useCustomAction } from '../../../actions/use-endpoint-action.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { call } from '../../../server/client.ts';
import { useRead } from '../../../state/use-call.ts';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { ENFORCED_BY_TONE } from './EnforcedRules.tsx';
import { RuleEditor } from './RuleEditor.tsx';
import styles from './Rules.module.css';

type Outlook = EndpointData<typeof previewGroupRules>[number];
/** Rules of a group, or of all cards where the group is null. */
export interface EditedLayer {
  groupId: number | null;
  title: string;
  /** The rule that the user is about to set, unless the layer has it. */
  begin?: RuleKind;
}

type Props = EditedLayer & {
  rules: readonly Rule[];
  onClose: () => void;
};

/** More would make the dialogue slow to open: the rest is counted. */
const MAX_SHOWN = 200;
/** Time without input after which the preview is read. */
const DELAY_MS = 250;

/** Rules of a group, or of all cards. They can be saved once the dialogue shows what they change for each card. */
export function LayerEditor({ title, groupId, begin, rules, onClose }: Props) {
  const [written, setWritten] = useState<Rule[] | null>(null);
  const [requested, setRequested] = useState<Rule[] | null>(null);
  const request = useDebounced(setRequested, DELAY_MS);
  const preview = usePreview(groupId, requested);
  const action = useCustomAction(
    'setLayerRules',
    async (body: { rules: Rule[] }): Promise<unknown> =>
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
  const isShown =
    written !== null && written === requested && preview.isSuccess && !preview.isPlaceholderData;
  return (
    <RuleEditor
      title={title}
      rules={rules}
      lifts={groupId !== null}
      budgets={groupId !== null}
      begin={begin}
      pending={action.isPending}
      error={action.error}
      onChange={(changed) => {
        setWritten(changed);
        if (changed) request.call(changed);
        action.reset();
      }}
      unseen={isShown ? null : written ? 'Считаем, что изменится' : 'Сначала измените правила'}
      outcome={<Outcome preview={preview} isAsked={requested !== null} />}
      onClose={onClose}
      onSave={(saved) => action.mutate({ rules: saved }, { onSuccess: onClose })}
    />
  );
}

function usePreview(groupId: number | null, rules: Rule[] | null) {
  const body = { rules: rules ?? [] };
  const enabled = (isLayer: boolean) => ({ enabled: isLayer && rules !== null, keepPrevious: true });
  const profile = useRead(previewProfileRules, { body }, enabled(groupId === null));
  const group = useRead(previewGroupRules, { params: { id: groupId ?? 0 }, body }, enabled(groupId !== null));
  return groupId === null ? profile : group;
}

function Outcome({ preview, isAsked }: { preview: ReturnType<typeof usePreview>; isAsked: boolean }) {
  return (
    <section aria-label="Что изменится">
      <h3 className={styles.draftTitle}>Что изменится</h3>
      {!isAsked ? (
        <p className="ink-2">Здесь будет видно, что изменится у каждой карты.</p>
      ) : preview.data ? (
        <Outlooks outlooks={preview.data.data} />
      ) : preview.error ? (
        <LoadError
          message={preview.error.message}
          onReload={() => void preview.refetch()}
          reloading={preview.isFetching}
        />
      ) : (
        <TextSkeleton count={4} label="Считаем, что изменится" />
      )}
    </section>
  );
}

function Outlooks({ outlooks }: { outlooks: readonly Outlook[] }) {
  const cards = useRead(listCards, { query: {} });
  const byId = new Map((cards.data?.data ?? []).map((card) => [card.id, card]));
  const changed = outlooks.filter((outlook) => outlook.before !== outlook.after);
  const same = outlooks.filter((outlook) => outlook.before === outlook.after);
  const own = same.filter((item) => item.own !== null).length;
  const stops = outlooks.flatMap(({ stops_for: reason }) => reason ?? []);
  // A card is named by its truck, never by its id.
  if (cards.isLoading) return <TextSkeleton count={4} label="Загружаются карты" />;
  return (
    <Stack>
      {stops.length > 0 && (
        <Notice tone="warn" title={`Перестанут заправлять сразу: ${counted(stops.length, CARD_FORMS)}`}>
          {[...new Set(stops)].join(' ')}
        </Notice>
      )}
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
                {card ? cardName(card) : 'Карта'}{' '}
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
