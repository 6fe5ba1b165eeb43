import { useState } from 'react';
import { can } from '#contract/access.ts';
import { listCards, readCard } from '#contract/cards.ts';
import { listRuleChanges, readCardRules, setCardRules } from '#contract/rules.ts';
import type { Card } from '../../cards/describe-card.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { useRole } from '../../server/session.ts';
import { useRead } from '../../state/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { TextSkeleton } from '../../ui/Skeleton.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import { CheckPurchase } from './CheckPurchase.tsx';
import { EnforcedRules } from './EnforcedRules.tsx';
import { OpenCard } from './OpenCard.tsx';
import { RuleEditor } from './RuleEditor.tsx';
import styles from './Rules.module.css';

const POLL_MS = 5000;

/** Shows what the card may buy by the company's rules: the sentence first, then who enforces what. */
export function CardRulesPanel({ card }: { card: Card }) {
  const input = { params: { id: card.id } };
  const read = useRead(readCardRules, input, { refetchMs: POLL_MS });
  const [asked, setAsked] = useState<'edit' | 'check' | null>(null);
  const mayChange = can(useRole(), 'changeCard');
  const action = useEndpointAction(setCardRules, {
    refresh: [readCardRules, listRuleChanges, readCard, listCards],
    left: { failed: 'Правила карты не сохранены' },
  });
  const close = () => {
    setAsked(null);
    action.reset();
  };
  if (!read.data)
    return (
      <Panel title="Правила компании">
        {read.error ? (
          <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />
        ) : (
          <TextSkeleton count={2} label="Загружаются правила" />
        )}
      </Panel>
    );
  const { rules, sentence, effective, closed_for: closedFor, opening, breaches } = read.data.data;
  return (
    <Panel
      title="Правила компании"
      aria-label="Правила компании"
      action={
        <Row>
          <Button size="small" variant="quiet" onClick={() => setAsked('check')}>
            Пройдёт ли заправка
          </Button>
          {mayChange && (
            <Button size="small" onClick={() => setAsked('edit')}>
              Изменить
            </Button>
          )}
        </Row>
      }
    >
      <Stack>
        <p className={styles.sentence}>{sentence}</p>
        {opening ? (
          <OpenCard cardId={card.id} opening={opening} mayOpen={mayChange} />
        ) : (
          closedFor && (
            <Notice tone="warn" title="Карта закрыта правилом">
              {closedFor}
            </Notice>
          )
        )}
        {effective.length > 0 && (
          <Disclosure summary="Что держит сеть, что портал">
            <EnforcedRules effective={effective} />
          </Disclosure>
        )}
        {breaches.length > 0 && (
          <Disclosure summary={`Покупки против правил: ${breaches.length}`}>
            <ul className={styles.held}>
              {breaches.map((breach) => (
                <li key={`${breach.operation_id} ${breach.kind}`}>
                  <DateText value={breach.at} style="datetime" /> {breach.sentence}
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
      </Stack>
      {asked === 'edit' && (
        <RuleEditor
          title="Правила карты"
          rules={rules}
          lifts
          pending={action.isPending}
          error={action.error}
          onClose={close}
          onSave={(said) =>
            action.mutate({ params: { id: card.id }, body: { rules: said } }, { onSuccess: close })
          }
        />
      )}
      {asked === 'check' && <CheckPurchase card={card} onClose={close} />}
    </Panel>
  );
}
