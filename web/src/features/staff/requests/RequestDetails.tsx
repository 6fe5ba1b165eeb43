import { REQUEST_STATUS } from '#contract/ids.ts';
import { staffCan } from '#contract/staff-access.ts';
import { useSession } from '../../../server/session.ts';
import { useTitleSubject } from '../../../lib/use-document-title.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { AuthorPanel } from './AuthorPanel.tsx';
import { DecideRequestModal } from './DecideRequestModal.tsx';
import { DuplicatesPanel } from './DuplicatesPanel.tsx';
import { Fact } from './Fact.tsx';
import { FirstAdminPanel } from './FirstAdminPanel.tsx';
import { RegistryPanel } from './RegistryPanel.tsx';
import { nameOfPerson } from '../../../staff/name-of-person.ts';
import { taskAction, useTasks } from '../../../staff/use-tasks.ts';
import {
  formatCards,
  formatAddress,
  formatShipment,
  isTask,
  describeStatus,
  type RequestDetails as Details,
} from './request-labels.ts';
import styles from './StaffRequest.module.css';

/** One request with the facts for its decision, and its earlier decisions. */
export function RequestDetails({ request }: { request: Details }) {
  const role = useSession().profile?.staff_role;
  const mayDecide = staffCan(role, 'staff.runProgramme');
  useTitleSubject(`Заявка на карты № ${request.id}`, true);
  return (
    <Stack gap="3">
      <div className={styles.page}>
        <div className={styles.column}>
          <Order request={request} mayDecide={mayDecide} />
          <DuplicatesPanel duplicates={request.duplicates} />
          <AuthorPanel request={request} />
        </div>
        <div className={styles.column}>
          <RegistryPanel request={request} mayAsk={mayDecide} />
          <FirstAdminPanel
            request={request}
            mayDecide={mayDecide}
            mayRead={staffCan(role, 'staff.serveClients')}
          />
        </div>
      </div>
    </Stack>
  );
}

function Order({ request, mayDecide }: { request: Details; mayDecide: boolean }) {
  const { title, tone } = describeStatus(request);
  return (
    <Panel title={request.company.title} action={<StatusLabel tone={tone}>{title}</StatusLabel>}>
      <Stack>
        {request.reject_reason && (
          <Notice tone="error" title="Компания видит причину">
            {request.reject_reason}
          </Notice>
        )}
        {request.issue_problem && <Notice tone="warn">{request.issue_problem}</Notice>}
        <dl className={styles.facts}>
          <Fact title="Создана">
            <DateText value={request.created_at} style="datetime" />
          </Fact>
          <Fact title="Карты">
            {request.items.map((item, index) => (
              <span key={item.partner_id} className={styles.whole}>
                {formatCards({ items: [item] })}
                {index < request.items.length - 1 && ', '}
              </span>
            ))}
          </Fact>
          <Fact title="Сумма">
            <Money value={request.sum} />
          </Fact>
          <Fact title="Куда доставить">{formatAddress(request.address)}</Fact>
          <Fact title="Получатель">{nameOfPerson(request.recipient)}</Fact>
          {request.delivery && <Fact title="Доставка">{formatShipment(request.delivery)}</Fact>}
          {request.owner && <Fact title="В работе">{nameOfPerson(request.owner)}</Fact>}
        </dl>
        <Decisions request={request} mayDecide={mayDecide} />
      </Stack>
    </Panel>
  );
}

function Decisions({ request, mayDecide }: { request: Details; mayDecide: boolean }) {
  const { show, dialog } = useDialogs();
  const tasks = useTasks('request');
  const task = taskAction(request, tasks.act);
  const isNew = request.status.id === REQUEST_STATUS.created;
  const isApproved = request.status.id === REQUEST_STATUS.approved;
  if (!isNew && !isApproved) return null;
  if (!mayDecide)
    return <p className={styles.quiet}>Заявки рассматривает оператор или владелец программы.</p>;
  return (
    <Row>
      {isNew && (
        <>
          <Button
            variant="primary"
            onClick={() =>
              show((onClose) => (
                <DecideRequestModal request={request} decision={'approve'} onClose={onClose} />
              ))
            }
          >
            Одобрить
          </Button>
          <Button
            onClick={() =>
              show((onClose) => (
                <DecideRequestModal request={request} decision={'reject'} onClose={onClose} />
              ))
            }
          >
            Отклонить
          </Button>
        </>
      )}
      {isApproved && request.issue_problem && (
        <Button
          variant="primary"
          onClick={() =>
            show((onClose) => <DecideRequestModal request={request} decision={'approve'} onClose={onClose} />)
          }
        >
          Запросить снова
        </Button>
      )}
      {isApproved && (
        <Button
          onClick={() =>
            show((onClose) => (
              <DecideRequestModal request={request} decision={'withdraw'} onClose={onClose} />
            ))
          }
          disabled={!request.can_withdraw}
          disabledReason="Сеть уже получила заказ карт. Отозвать заявку можно, если сеть откажет"
        >
          Отозвать
        </Button>
      )}
      {isTask(request) && (
        <Button variant="quiet" pending={tasks.isPending} onClick={task.onSelect}>
          {task.label}
        </Button>
      )}
      {dialog}
    </Row>
  );
}
