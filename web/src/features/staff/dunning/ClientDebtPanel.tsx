import { DUNNING_OUTCOME_TITLE, readClientDunning } from '#contract/backoffice/dunning.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { counted } from '#contract/values/counted.ts';
import { useStaffProblem } from '../../../staff/use-staff-problem.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import styles from './Dunning.module.css';
import { PauseDialog, ResumeDialog } from './dunning-dialogs.tsx';
import { DONE_TITLE, formatStep, formatTarget } from './format-rule.ts';

type Dunning = EndpointData<typeof readClientDunning>;

const DAYS = ['день', 'дня', 'дней'] as const;

/** Shows where the collection of a client's debt stands: what comes next. */
export function ClientDebtPanel({ client }: { client: { id: number; title: string } }) {
  const read = useRead(readClientDunning, { params: { id: client.id } });
  const problem = useStaffProblem('staff.handleMoney');
  const { open, dialog } = useDialogs();
  if (!read.data) return <ReadFailed what="Взыскание не загрузилось." reads={[read]} />;
  const dunning = read.data.data;
  const { pause, debt, rule, done, penalty } = dunning;
  if (!debt && !rule && !pause && !penalty && done.length === 0) return null;
  return (
    <Panel
      title="Взыскание"
      action={
        (rule || pause) && (
          <Button
            size="small"
            disabledReason={problem}
            onClick={() => open(pause ? ResumeDialog : PauseDialog, client)}
          >
            {pause ? 'Возобновить' : 'Приостановить'}
          </Button>
        )
      }
    >
      <Stack>
        {pause && (
          <Notice title="Приостановлено">
            По <DateText value={pause.last_day} /> включительно: {pause.reason}. {pause.by}
          </Notice>
        )}
        <Position dunning={dunning} />
        {penalty && (
          <p>
            Пени с <DateText value={penalty.since} />: <Money value={penalty.sum} /> за{' '}
            {counted(penalty.days, DAYS)}.{' '}
            {penalty.booked > 0 && (
              <>
                Списано <Money value={penalty.booked} />.{' '}
              </>
            )}
            {penalty.booked < penalty.sum && 'Чтобы списать, исправьте баланс: вид «Неустойка».'}
          </p>
        )}
        {done.length > 0 && (
          <Disclosure summary="Что сделано" open={done.length <= 3}>
            <ul className={styles.list}>
              {done.map((item) => (
                <li key={`${item.at}:${item.action}:${item.day}`}>
                  <span>
                    {DONE_TITLE[item.action]}, <Money value={item.sum} />
                    {item.outcome !== 'done' && ` — ${DUNNING_OUTCOME_TITLE[item.outcome]}`}
                  </span>
                  <span className={styles.quiet}>
                    <DateText value={item.at} style="datetime" />, {item.about}, срок{' '}
                    <DateText value={item.term} />
                    {item.released_at && (
                      <>
                        ; карты включены <DateText value={item.released_at} style="datetime" />
                      </>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
      </Stack>
      {dialog}
    </Panel>
  );
}

function Position({ dunning: { debt, rule, next, pause } }: { dunning: Dunning }) {
  if (!debt) return <p className="ink-2">Долга с наступающим сроком нет.</p>;
  return (
    <>
      <p>
        Оплатить <Money value={debt.due} /> до <DateText value={debt.term} />
        {debt.late_days > 0 && <strong>, просрочка {counted(debt.late_days, DAYS)}</strong>}.
      </p>
      {rule ? (
        <p>
          Правило: {formatTarget(rule)}.{' '}
          {next ? (
            <>
              Дальше: {formatStep(next)}, <DateText value={next.on} />
              {pause && ' или после паузы'}.
            </>
          ) : (
            'Все шаги сделаны.'
          )}
        </p>
      ) : (
        <p className="ink-2">Включённого правила для него нет: само ничего не произойдёт.</p>
      )}
    </>
  );
}
