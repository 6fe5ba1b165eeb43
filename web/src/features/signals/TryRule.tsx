import { useState } from 'react';
import type { EndpointData } from '#contract/endpoint.ts';
import type { SignalRuleKey } from '#contract/signal-rule.ts';
import { MAX_TRY_DAYS, trySignalRule } from '#contract/signals.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { PeriodFields } from '../../forms/PeriodFields.tsx';
import { usePeriod } from '../../forms/use-period.ts';
import { moscowDay } from '../../lib/format.ts';
import { counted } from '#contract/counted.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { paths } from '../../paths.ts';
import { DateText } from '../../ui/DateText.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import styles from './Signals.module.css';

type Props = { rule: { key: SignalRuleKey; title: string }; onClose: () => void };

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;
const TIMES = ['раз', 'раза', 'раз'] as const;
const FILLINGS = ['заправку', 'заправки', 'заправок'] as const;

/** Shows what a rule would have found in a period. The past year is the default. */
export function TryRule({ rule, onClose }: Props) {
  const [asked, setAsked] = useState(pastYear);
  const action = useEndpointAction(trySignalRule);
  const period = usePeriod(
    asked,
    ({ dateFrom = '', dateTo = '' }) => {
      setAsked({ dateFrom, dateTo });
      action.reset();
    },
    { required: true },
  );
  const input = { from: asked.dateFrom, to: asked.dateTo };
  return (
    <Modal opened onClose={onClose} title={`Проверить на прошлом: ${rule.title}`} size="wide">
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
        {times === 0 ? 'Не сработало бы ни разу' : `Сработало бы ${counted(times, TIMES)}`}
      </p>
      <p className={styles.what}>
        {fillings === 0 ? 'Заправок за это время нет' : `Посмотрели ${counted(fillings, FILLINGS)}`}
        {examples.length < times && `. Ниже последние ${examples.length}`}
      </p>
      <ul className={styles.examples}>
        {examples.map((example) => {
          const day = moscowDay(new Date(example.at));
          return (
            <li key={example.operation_id}>
              <TextLink to={paths.operationsOf({ from: day, to: day, cardId: example.card_id })}>
                <DateText value={example.at} style="datetime" />
              </TextLink>
              <p>{example.evidence}</p>
              <p className={styles.what}>Уверенность {example.confidence} %</p>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
