import { useState } from 'react';
import { can } from '#contract/access.ts';
import type { EndpointMeta } from '#contract/endpoint.ts';
import { listSignals } from '#contract/signals.ts';
import { formatNumber } from '../../lib/format.ts';
import { counted } from '#contract/counted.ts';
import { useRole } from '../../server/session.ts';
import { useRead } from '../../state/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ListSkeleton } from '../../ui/Skeleton.tsx';
import { useDialogs } from '../../ui/use-dialogs.tsx';
import { RuleModal } from './RuleModal.tsx';
import { SignalOwner } from './SignalOwner.tsx';
import { PARAMETERS } from './signal-labels.ts';
import styles from './Signals.module.css';
import { TryRule } from './TryRule.tsx';

const TIMES = ['раз', 'раза', 'раз'] as const;

type Rule = EndpointMeta<typeof listSignals>['rules'][number];

/** «Правила проверки»: shows what each rule detects, by which figures, and how often it was right. */
export function SignalRules() {
  const { show, dialog } = useDialogs();
  const [changed, setChanged] = useState<Rule | null>(null);
  const mayChange = can(useRole(), 'changeCard');
  const read = useRead(listSignals, { query: { perPage: 1 } });
  if (read.isPending) return <ListSkeleton count={6} label="Загружаются правила" />;
  if (!read.data) return <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />;
  return (
    <>
      <SignalOwner owner={read.data.meta.owner} people={read.data.meta.people} />
      <p className="ink-2">
        Портал проверяет каждую заправку. Точность считается по вашим решениям: сколько сигналов не оказалось
        ложной тревогой.
      </p>
      <Panel variant="flush" aria-label="Правила проверки">
        <ul className={styles.list}>
          {read.data.meta.rules.map((rule) => (
            <li key={rule.key} className={styles.rule}>
              <div className={styles.about}>
                <h2 className={styles.title}>{rule.title}</h2>
                <p>{rule.words}</p>
                <Parameters of={rule} />
              </div>
              <div className={styles.record}>
                <p>{rule.found === 0 ? 'Ещё не срабатывало' : `Нашло ${counted(rule.found, TIMES)}`}</p>
                <p className={styles.what}>
                  {rule.decided === 0
                    ? 'Решений пока нет'
                    : `Из ${formatNumber(rule.decided)} подтверждено ${formatNumber(rule.confirmed)}, точность ${rule.precision} %`}
                </p>
                <p className={styles.what}>
                  {rule.deed === 'close' ? 'Закрывает карту' : 'Только сообщает'}
                  {rule.owner && `, отвечает ${rule.owner.name}`}
                </p>
                <Button
                  size="small"
                  aria-label={`Проверить на прошлом: ${rule.title}`}
                  onClick={() => show((onClose) => <TryRule rule={rule} onClose={onClose} />)}
                >
                  Проверить на прошлом
                </Button>
                {mayChange && (
                  <Button
                    size="small"
                    variant="quiet"
                    aria-label={`Изменить правило: ${rule.title}`}
                    onClick={() => setChanged(rule)}
                  >
                    Изменить
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      </Panel>
      {changed && (
        <RuleModal rule={changed} people={read.data.meta.people} onClose={() => setChanged(null)} />
      )}
      {dialog}
    </>
  );
}

function Parameters({ of: { key } }: { of: Rule }) {
  if (PARAMETERS[key].length === 0) return null;
  return (
    <dl className={styles.parameters}>
      {PARAMETERS[key].map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
