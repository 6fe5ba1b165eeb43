import { acceptDelegation, listDelegations } from '#contract/companies/delegations.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { ClampedText } from '../../../ui/ClampedText.tsx';
import { Row } from '../../../ui/Stack.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import type { OpenDialog } from '../../../ui/use-dialogs.tsx';
import { AddPersonDialog } from './AddPersonDialog.tsx';
import { DelegationActionsDialog } from './DelegationActionsDialog.tsx';
import { EndDelegationDialog, RemovePersonDialog } from './delegation-dialogs.tsx';
import { formatPerson, formatRole, getOtherSide, STATE, type Delegation } from './delegation-text.ts';
import styles from './Delegations.module.css';

type Props = { delegation: Delegation; open: OpenDialog };

/** A delegation, of either side: its terms, its people with when each was last seen, and what this side may do. */
export function DelegationLine({ delegation, open }: Props) {
  const { side, state, people } = delegation;
  const { title, inn } = getOtherSide(delegation);
  const isOpen = state !== 'over';
  return (
    <li className={styles.line}>
      <div className={styles.about}>
        <div className={styles.head}>
          <ClampedText className={styles.title}>{title}</ClampedText>
          <StatusLabel tone={STATE[state].tone}>{STATE[state][side]}</StatusLabel>
        </div>
        <p className={styles.quiet}>
          ИНН {inn} · {formatRole(delegation)} · <Term delegation={delegation} />
        </p>
      </div>
      {people.length > 0 && (
        <ul className={styles.people} aria-label={`Сотрудники бухгалтерии: ${title}`}>
          {people.map((person) => (
            <li key={person.id}>
              <span>
                {formatPerson(person)}{' '}
                <span className={styles.quiet}>
                  {person.seen_at ? (
                    <>
                      · последнее действие <DateText value={person.seen_at} style="datetime" />
                    </>
                  ) : (
                    '· действий пока нет'
                  )}
                </span>
              </span>
              <Button
                variant="quiet"
                size="small"
                aria-label={`Снять: ${formatPerson(person)}`}
                onClick={() => open(RemovePersonDialog, { delegation, person })}
              >
                Снять
              </Button>
            </li>
          ))}
        </ul>
      )}
      {state === 'active' && people.length === 0 && (
        <p className={styles.quiet}>
          {side === 'given'
            ? 'Бухгалтерия ещё не назначила сотрудников.'
            : 'Назначьте, кто из ваших сотрудников работает в этой компании.'}
        </p>
      )}
      <Row>
        {side === 'received' && state === 'waiting' && <Accept delegation={delegation} />}
        {side === 'received' && state === 'active' && (
          <Button
            size="small"
            aria-label={`Назначить сотрудника: ${title}`}
            onClick={() => open(AddPersonDialog, delegation)}
          >
            Назначить сотрудника
          </Button>
        )}
        {state !== 'waiting' && (
          <Button
            variant="quiet"
            size="small"
            aria-label={`Что сделано: ${title}`}
            onClick={() => open(DelegationActionsDialog, delegation)}
          >
            Что сделано
          </Button>
        )}
        {isOpen && (
          <Button
            variant="quiet"
            size="small"
            aria-label={`Закончить доступ: ${title}`}
            onClick={() => open(EndDelegationDialog, delegation)}
          >
            {side === 'received' && state === 'waiting' ? 'Отказаться' : 'Закончить доступ'}
          </Button>
        )}
      </Row>
    </li>
  );
}

/** Says until when, and up to which sum. */
function Term({ delegation: { until, ended_at, max_sum, state } }: { delegation: Delegation }) {
  const end = ended_at ?? until;
  return (
    <>
      {end === null ? (
        'без срока'
      ) : (
        <>
          {state === 'over' ? 'до ' : 'по '}
          <DateText value={end} style={state === 'over' ? 'datetime' : 'date'} />
        </>
      )}
      {max_sum !== null && (
        <>
          {' · '}суммы до <Money value={max_sum} />
        </>
      )}
    </>
  );
}

function Accept({ delegation }: { delegation: Delegation }) {
  const { id, company } = delegation;
  const accept = useEndpointAction(acceptDelegation, {
    refresh: [listDelegations],
    refreshAfter: ({ code }) => code === 404,
    left: { failed: `Компания не принята: ${company.title}` },
  });
  return (
    <>
      <Button
        variant="primary"
        size="small"
        pending={accept.isPending}
        aria-label={`Принять: ${company.title}`}
        onClick={() => accept.mutate({ params: { id } })}
      >
        Принять
      </Button>
      {accept.error && <Notice tone="error">{accept.error.message}</Notice>}
    </>
  );
}
