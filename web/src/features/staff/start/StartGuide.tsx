import { IconCheck } from '@tabler/icons-react';
import { readStart, type StartStep, type StartStepOnWire } from '#contract/backoffice/start.ts';
import { formatDate } from '../../../lib/format.ts';
import { joinClasses } from '../../../lib/join-classes.ts';
import { useProposals } from '../../../staff/use-proposals.ts';
import { useRead } from '../../../state/use-call.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { CardSkeleton } from '../../../ui/states/Skeleton.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { VisuallyHidden } from '../../../ui/text/VisuallyHidden.tsx';
import { START_TEXTS } from './start-texts.ts';
import styles from './StartGuide.module.css';

const REFRESH_MS = 15_000;

/** Leads a new programme to its first client. Each step is found done by what is in the database. */
export function StartGuide() {
  const read = useRead(readStart, {}, { refetchMs: REFRESH_MS });
  const programme = useProposals('programme', 'staff.handleMoney');
  const terms = useProposals('terms', 'staff.runProgramme');
  if (!read.data && read.error)
    return <LoadError onReload={() => void read.refetch()} message={read.error.message} />;
  if (!read.data) return <CardSkeleton count={3} />;
  const { data: steps, meta } = read.data;
  const required = steps.filter(({ required: isRequired, done }) => isRequired && !done);
  const isWaiting = (key: StartStep): boolean =>
    key === 'terms' ? terms.waiting().length > 0 : programme.waiting({ part: key }).length > 0;
  const next = required.find(({ key }) => !isWaiting(key))?.key;
  return (
    <Stack gap="3">
      <p className="ink-2">
        {required.length === 0
          ? 'Обязательное сделано: программа готова принять первого клиента. Он регистрируется на главной странице по телефону.'
          : `До первого клиента осталось обязательных шагов: ${required.length}.`}
      </p>
      {meta.owners < 2 && (
        <Notice title="Сначала добавьте второго владельца">
          <p>
            Название, реквизиты, счета, НДС, условия и тарифы вступают в силу, когда их подтвердит второй
            владелец. Первые сутки он подтверждать не может, поэтому добавьте его сегодня, а остальное
            предлагайте не откладывая.
          </p>
        </Notice>
      )}
      {meta.owners_confirm_from && (
        <Notice title="Первые сутки владельцы не подтверждают предложений друг друга">
          <p>
            {`Предложите всё сегодня: подтвердить можно будет ${formatDate(meta.owners_confirm_from, 'datetime')}. `}
            Ждать не нужно, если при первом запуске названы телефоны двух владельцев.
          </p>
        </Notice>
      )}
      <Panel
        title={`Сделано: ${steps.filter(({ done }) => done).length} из ${steps.length}`}
        aria-label="Запуск программы"
        variant="flush"
      >
        <ol className={styles.steps}>
          {steps.map((step, index) => (
            <Step
              key={step.key}
              step={step}
              place={index + 1}
              isNext={step.key === next}
              isWaiting={!step.done && isWaiting(step.key)}
              isAlone={meta.owners < 2}
            />
          ))}
        </ol>
      </Panel>
    </Stack>
  );
}

type StepProps = {
  step: StartStepOnWire;
  place: number;
  isNext: boolean;
  isWaiting: boolean;
  /** There is no second owner who could confirm. */
  isAlone: boolean;
};

function Step({ step: { key, done, required, href }, place, isNext, isWaiting, isAlone }: StepProps) {
  const { title, why, action } = START_TEXTS[key];
  return (
    <li className={joinClasses(styles.step, done && styles.done)} aria-current={isNext ? 'step' : undefined}>
      <span className={styles.sign} aria-hidden="true">
        {done ? <IconCheck stroke={2.5} /> : place}
      </span>
      <div className={styles.text}>
        <h3>
          {title}
          {done && <VisuallyHidden>, сделано</VisuallyHidden>}
          {!done && !required && <span className="ink-2">, можно позже</span>}
        </h3>
        <p className="ink-2 type-small">{why}</p>
        {isWaiting && (
          <StatusLabel tone="wait">
            {isAlone
              ? 'Предложено, подтвердит второй владелец: добавьте его'
              : 'Предложено, ждёт второго сотрудника'}
          </StatusLabel>
        )}
        {!done && !href.startsWith('/') && <p className="ink-2 type-small">{`Описание: ${href}`}</p>}
      </div>
      {href.startsWith('/') && (
        <ButtonLink
          to={href}
          variant={isNext ? 'primary' : 'secondary'}
          size="small"
          aria-label={done || isWaiting ? `Открыть: ${title}` : undefined}
        >
          {done || isWaiting ? 'Открыть' : action}
        </ButtonLink>
      )}
    </li>
  );
}
