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
import { useDeed } from '../../deeds/use-deed.ts';
import { useRead } from '../../state/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ReadFailed } from '../../ui/ReadFailed.tsx';
import { Row } from '../../ui/Stack.tsx';
import { ChangeSheet, Undone } from './ChangeSheet.tsx';
import styles from './Rules.module.css';

/** Who changed which rules, newest first; each change can be undone. */
export function RuleChanges({ mayUndo }: { mayUndo: boolean }) {
  const [shown, setShown] = useState<number | null>(null);
  const read = useRead(listRuleChanges);
  const deed = useDeed(undoRuleChange, {
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
      {deed.error && <Notice tone="error">{deed.error.message}</Notice>}
      {deed.data && <Undone {...deed.data.data} />}
      <ul className={styles.groups}>
        {changes.map((one) => (
          <li key={one.id} className={styles.group}>
            <div>
              <p className={styles.from}>
                <DateText value={one.at} style="datetime" />, {one.by}, {LAYER_TITLE[one.layer]}
                {one.cards > 1 && `: ${one.cards}`}
                {one.set_title && `, набор «${one.set_title}»`}
                {one.undone && ', отменено'}
                {one.refused !== null && ', сеть отказала: осталось как было'}
              </p>
              <p>{one.after}</p>
              {one.before !== null && <p className={styles.from}>Было: {one.before}</p>}
            </div>
            <Row gap="1">
              <Button
                size="small"
                variant="quiet"
                aria-label={`Подробнее: ${one.after}`}
                onClick={() => setShown(one.id)}
              >
                Подробнее
              </Button>
              {mayUndo && !one.undone && one.refused === null && (
                <Button
                  size="small"
                  variant="quiet"
                  pending={deed.isPending && deed.variables?.params?.id === one.id}
                  onClick={() => deed.mutate({ params: { id: one.id } })}
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
