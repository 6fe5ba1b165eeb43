import { useState } from 'react';
import {
  LAYER_TITLE,
  listRuleChanges,
  listRuleGroups,
  readCardRules,
  readGroupRules,
  readProfileRules,
  undoRuleChange,
} from '#contract/rules.ts';
import { listCards, readCard } from '#contract/cards.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { useRead } from '../../state/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ReadFailed } from '../../ui/ReadFailed.tsx';
import { Row } from '../../ui/Stack.tsx';
import { ChangeSheet, Undone } from './ChangeSheet.tsx';
import styles from './Rules.module.css';

/** Lists who changed which rules, newest first. Each change can be undone. */
export function RuleChanges({ mayUndo }: { mayUndo: boolean }) {
  const [shown, setShown] = useState<number | null>(null);
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
      {action.data && <Undone {...action.data.data} />}
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
                onClick={() => setShown(change.id)}
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
      {shown !== null && <ChangeSheet changeId={shown} onClose={() => setShown(null)} />}
    </Panel>
  );
}
