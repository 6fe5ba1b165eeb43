import { useState } from 'react';
import { can } from '#contract/access.ts';
import type { EndpointMeta, EndpointData } from '#contract/endpoint.ts';
import { listSignals, MAX_TRY_DAYS, trySignalRule } from '#contract/fleet/signals.ts';
import { formatNumber, moscowDay } from '../../../lib/format.ts';
import { counted } from '#contract/values/counted.ts';
import { useRole } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { RuleModal } from './RuleModal.tsx';
import { PARAMETERS, ownerOptions, type Person } from './signal-labels.ts';
import styles from './Signals.module.css';
import { setSignalOwner } from '#contract/fleet/signal-actions.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import type { SignalRuleKey } from '#contract/fleet/signal-rule.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { PeriodFields } from '../../../forms/days/PeriodFields.tsx';
import { usePeriod } from '../../../forms/days/use-period.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { paths } from '../../../paths.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';

const TIMES = ['раз', 'раза', 'раз'] as const;

type Rule = EndpointMeta<typeof listSignals>['rules'][number];

/** «Правила проверки»: shows what each rule detects, by which figures, and how often it was right. */
export function SignalRules() {
  const { show, dialog } = useDialogs();
  const mayChange = can(useRole(), 'changeCard');
  const read = useRead(listSignals, { query: { perPage: 1 } });
  if (read.isPending) return <ListSkeleton count={6} label="Загружаются правила" />;
  if (!read.data) return <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />;
  return (
    <Stack gap="3">
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
                <p>{rule.found === 0 ? 'Ещё не срабатывало' : `Сработало ${counted(rule.found, TIMES)}`}</p>
                <p className={styles.what}>
                  {rule.decided === 0
                    ? 'Решений пока нет'
                    : `Из ${formatNumber(rule.decided)} подтверждено ${formatNumber(rule.confirmed)}, точность ${rule.precision} %`}
                  {' · '}
                  {rule.deed === 'close' ? 'закрывает карту' : 'только сообщает'}
                  {rule.owner && `, отвечает ${rule.owner.name}`}
                </p>
                <Row gap="1">
                  <Button
                    size="small"
                    aria-label={`Проверить на прошлых заправках: ${rule.title}`}
                    onClick={() => show((onClose) => <TryRule rule={rule} onClose={onClose} />)}
                  >
                    Проверить на прошлых заправках
                  </Button>
                  {mayChange && (
                    <Button
                      size="small"
                      variant="quiet"
                      aria-label={`Изменить правило: ${rule.title}`}
                      onClick={() =>
                        show((onClose) => (
                          <RuleModal rule={rule} people={read.data.meta.people} onClose={onClose} />
                        ))
                      }
                    >
                      Изменить
                    </Button>
                  )}
                </Row>
              </div>
            </li>
          ))}
        </ul>
      </Panel>
      {dialog}
    </Stack>
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

type Props = { owner: Person | null; people: readonly Person[] };

/** Sets who is responsible for signals whose rule names no one. */
function SignalOwner({ owner, people }: Props) {
  const action = useEndpointAction(setSignalOwner, {
    refresh: [listSignals],
    left: { failed: 'Ответственный не назначен' },
  });
  const mayChange = can(useRole(), 'changeCard');
  return (
    <Panel title="Кто отвечает за подозрительные заправки">
      <Stack>
        {action.error && <Notice tone="error">{action.error.message}</Notice>}
        {mayChange ? (
          <Select
            label="Ответственный"
            options={[{ value: '', label: 'Никто: сводку получают администраторы' }, ...ownerOptions(people)]}
            value={owner ? String(owner.id) : ''}
            disabled={action.isPending}
            onChange={(next) => action.mutate({ body: { owner_id: next === '' ? null : Number(next) } })}
          />
        ) : (
          <p>{owner ? owner.name : 'Ответственного нет: сводку получают администраторы.'}</p>
        )}
        <p className="ink-2">
          В 8:30 по Москве приходит сводка: сколько нового, на какую сумму и сколько дней ждёт самая старая
          заправка. В день без новостей не приходит ничего.
        </p>
      </Stack>
    </Panel>
  );
}

type TryRuleProps = { rule: { key: SignalRuleKey; title: string }; onClose: () => void };

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;
const TRY_RULE_TIMES = ['раз', 'раза', 'раз'] as const;
const FILLINGS = ['заправку', 'заправки', 'заправок'] as const;

/** Shows what a rule would have found in a period. The past year is the default. */
function TryRule({ rule, onClose }: TryRuleProps) {
  const [requested, setRequested] = useState(pastYear);
  const action = useEndpointAction(trySignalRule);
  const period = usePeriod(
    requested,
    ({ dateFrom = '', dateTo = '' }) => {
      setRequested({ dateFrom, dateTo });
      action.reset();
    },
    { required: true },
  );
  const input = { from: requested.dateFrom, to: requested.dateTo };
  return (
    <Modal opened onClose={onClose} title={`Проверить на прошлых заправках: ${rule.title}`} size="wide">
      <Stack>
        <FormShell
          submitLabel="Проверить"
          action={action}
          disabledReason={period.problem ? 'Укажите период' : null}
          onSubmit={() => action.mutate({ params: { key: rule.key }, body: input })}
        >
          <p className="ink-2">Ничего не меняет. Не больше {MAX_TRY_DAYS} дней.</p>
          <PeriodFields period={period} />
        </FormShell>
        {action.data && <TrialResult {...action.data.data} />}
      </Stack>
    </Modal>
  );
}

function pastYear() {
  const now = serverNow();
  return {
    dateFrom: moscowDay(new Date(now.getTime() - (YEAR_DAYS - 1) * DAY_MS)),
    dateTo: moscowDay(now),
  };
}

function TrialResult({
  would_tell: times,
  looked_at: fillings,
  examples,
}: EndpointData<typeof trySignalRule>) {
  return (
    <div role="status">
      <p className={styles.told}>
        {times === 0 ? 'Не сработало бы ни разу' : `Сработало бы ${counted(times, TRY_RULE_TIMES)}`}
      </p>
      <p className={styles.what}>
        {fillings === 0 ? 'Заправок за это время нет' : `Проверили ${counted(fillings, FILLINGS)}`}
        {examples.length < times && `. Ниже последние ${examples.length}`}
      </p>
      <ul className={styles.examples}>
        {examples.map((example) => {
          const day = moscowDay(new Date(example.at));
          return (
            <li key={example.operation_id}>
              <TextLink to={paths.operationsIn({ from: day, to: day, cardId: example.card_id })}>
                <DateText value={example.at} style="datetime" />
              </TextLink>
              <p>{example.evidence}</p>
              <p className={styles.what}>Вероятность {example.confidence} %</p>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
