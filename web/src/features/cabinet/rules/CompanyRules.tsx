import { can } from '#contract/access.ts';
import {
  listRuleGroups,
  readGroupRules,
  readProfileRules,
  LAYER_TITLE,
  listRuleChanges,
  readCardRules,
  undoRuleChange,
} from '#contract/fleet/rules.ts';
import { counted, type PluralForms } from '#contract/values/counted.ts';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { paths } from '../../../paths.ts';
import { useRole } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack, Row } from '../../../ui/Stack.tsx';
import { EnforcedRules } from './EnforcedRules.tsx';
import { LimitMeter } from '../../../cards/LimitMeter.tsx';
import { EditLayer } from './EditLayer.tsx';
import type { EditedLayer } from './LayerEditor.tsx';
import styles from './Rules.module.css';
import { listCards, readCard } from '#contract/cards/cards.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { ChangeSheet, UndoResult } from './ChangeSheet.tsx';

/** Rules of all cards and of groups, what is left of the groups' budgets, and what was changed. */
export function CompanyRules() {
  const { open, dialog } = useDialogs();
  const mayChange = can(useRole(), 'changeCard');
  const profile = useRead(readProfileRules);
  const groups = useRead(listRuleGroups);
  if (!profile.data || !groups.data) {
    const failed = profile.error ?? groups.error;
    if (!failed) return <TextSkeleton count={4} label="Загружаются правила" />;
    return (
      <LoadError
        onReload={() => void Promise.all([profile.refetch(), groups.refetch()])}
        message={failed.message}
      />
    );
  }
  const { sentence, effective } = profile.data.data;
  const edit = (place: EditedLayer) =>
    mayChange && (
      <Button size="small" aria-label={`Изменить: ${place.title}`} onClick={() => open(EditLayer, place)}>
        Изменить
      </Button>
    );
  return (
    <Stack gap="3">
      <Panel title="Все карты" action={edit({ groupId: null, title: 'Правила всех карт' })}>
        <Stack>
          <p className={styles.sentence}>{sentence}</p>
          {effective.length > 0 && <EnforcedRules effective={effective} />}
          <p className="ink-2">
            Правило группы важнее общего, правило карты важнее обоих. Каждое считается по каждой карте
            отдельно, кроме бюджета группы: его карты тратят вместе.
          </p>
        </Stack>
      </Panel>
      <Panel
        title="Группы"
        action={
          mayChange && (
            <TextLink to={paths.vehicleGroups} data-print="hide">
              Создать группу
            </TextLink>
          )
        }
      >
        {groups.data.data.length === 0 ? (
          <p className="ink-2">Групп пока нет. Правило группы действует на все её карты и машины.</p>
        ) : (
          <ul className={styles.groups}>
            {groups.data.data.map(
              ({
                id,
                title,
                vehicles,
                cards,
                stopped,
                budgets,
                sentence: own,
                effective: effectiveRules,
              }) => (
                <li key={id} className={styles.group}>
                  <div>
                    <h3 className={styles.draftTitle}>{title}</h3>
                    <p className={styles.from}>
                      Машин: {vehicles}, карт: {cards}
                    </p>
                    {stopped > 0 && (
                      <StatusLabel tone="stop">{`Бюджет исчерпан: ${counted(stopped, STOPPED)}`}</StatusLabel>
                    )}
                    {budgets.map((budget) => (
                      <LimitMeter
                        key={`${budget.unit.id}-${budget.period.id}`}
                        limit={budget}
                        label={`Бюджет группы «${title}»`}
                      />
                    ))}
                    <p>{own}</p>
                    {effectiveRules.length > 0 && (
                      <Disclosure summary={`Кто контролирует: сеть или портал (${title})`}>
                        <EnforcedRules effective={effectiveRules} />
                      </Disclosure>
                    )}
                  </div>
                  {edit({ groupId: id, title: `Правила группы «${title}»` })}
                </li>
              ),
            )}
          </ul>
        )}
      </Panel>
      <RuleChanges mayUndo={mayChange} />
      {dialog}
    </Stack>
  );
}

const STOPPED: PluralForms = ['карта стоит', 'карты стоят', 'карт стоит'];

/** Lists who changed which rules, newest first. Each change can be undone. */
function RuleChanges({ mayUndo }: { mayUndo: boolean }) {
  const { show, dialog } = useDialogs();
  const read = useRead(listRuleChanges);
  const action = useEndpointAction(undoRuleChange, {
    refresh: [
      listRuleChanges,
      readProfileRules,
      readGroupRules,
      readCardRules,
      listRuleGroups,
      readCard,
      listCards,
    ],
    left: { failed: 'Изменение не отменено' },
  });
  const changes = read.data?.data ?? [];
  if (changes.length === 0) return <ReadFailed what="Изменения правил не загрузились." reads={[read]} />;
  return (
    <Panel title="Что меняли">
      {action.error && <Notice tone="error">{action.error.message}</Notice>}
      {action.data && <UndoResult {...action.data.data} />}
      <ul className={styles.groups}>
        {changes.map((change) => (
          <li key={change.id} className={styles.group}>
            <div>
              <p className={styles.from}>
                <DateText value={change.at} style="datetime" />, {change.by}, {LAYER_TITLE[change.layer]}
                {change.cards > 1 && `: ${change.cards}`}
                {change.set_title && `, набор «${change.set_title}»`}
                {change.undone && ', отменено'}
                {change.refused !== null && ', сеть отказала: осталось как было'}
              </p>
              <p>{change.after}</p>
              {change.before !== null && <p className={styles.from}>Было: {change.before}</p>}
            </div>
            <Row gap="1">
              <Button
                size="small"
                variant="quiet"
                aria-label={`Подробнее: ${change.after}`}
                onClick={() => show((onClose) => <ChangeSheet changeId={change.id} onClose={onClose} />)}
              >
                Подробнее
              </Button>
              {mayUndo && !change.undone && change.refused === null && (
                <Button
                  size="small"
                  variant="quiet"
                  pending={action.isPending && action.variables?.params?.id === change.id}
                  onClick={() => action.mutate({ params: { id: change.id } })}
                >
                  Отменить
                </Button>
              )}
            </Row>
          </li>
        ))}
      </ul>
      {dialog}
    </Panel>
  );
}
