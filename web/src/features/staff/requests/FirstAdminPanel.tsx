import {
  ADMIN_PROOF_TITLE,
  confirmAdminDocument,
  downloadAdminDocument,
  refuseAdminDocument,
} from '#contract/identity/first-admin.ts';
import { listRequests, readRequest } from '#contract/orders/staff-requests.ts';
import { saveFile } from '../../../server/download.ts';
import { defineReasonDialog } from '../../../staff/define-reason-dialog.tsx';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { useAction } from '../../../state/use-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { nameOfPerson } from '../../../staff/name-of-person.ts';
import { AUTHORITY, type RequestDetails } from './request-labels.ts';
import styles from './StaffRequest.module.css';

type Proof = RequestDetails['first_admin']['proofs'][number];

const STATE: Record<Proof['state'], { title: string; tone: StatusTone }> = {
  waiting: { title: 'Ждёт проверки', tone: 'wait' },
  confirmed: { title: 'Подтверждено', tone: 'go' },
  refused: { title: 'Не принято', tone: 'stop' },
};

type Permissions = { mayDecide: boolean; mayRead: boolean };

/** Shows whether the company's first admin may act for it: by which proof, since when, confirmed by whom. */
export function FirstAdminPanel({ request, ...may }: { request: RequestDetails } & Permissions) {
  const { proofs, ways, confirmed } = request.first_admin;
  const { title, tone } = AUTHORITY[confirmed ? 'confirmed' : request.authority];
  return (
    <Panel title="Полномочия администратора" action={<StatusLabel tone={tone}>{title}</StatusLabel>}>
      <Stack>
        {!confirmed && (
          <p className={styles.quiet}>
            Засчитывается: {ways.map((way) => ADMIN_PROOF_TITLE[way].toLowerCase()).join(', ')}. До
            подтверждения он открывает доступ только специалистам.
          </p>
        )}
        {proofs.length === 0 && (
          <p>{confirmed ? 'Подтверждать не требовалось' : 'Компания ещё ничего не прислала'}</p>
        )}
        {proofs.length > 0 && (
          <ul className={styles.list}>
            {proofs.map((proof) => (
              <li key={proof.id}>
                <ProofRow proof={proof} {...may} />
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Panel>
  );
}

function ProofRow({ proof, mayDecide, mayRead }: { proof: Proof } & Permissions) {
  const { title, tone } = STATE[proof.state];
  const save = useAction({ mutationFn: () => saveFile(downloadAdminDocument, { params: { id: proof.id } }) });
  return (
    <Stack gap="1">
      <Row between>
        <span>{ADMIN_PROOF_TITLE[proof.kind]}</span>
        <StatusLabel tone={tone}>{title}</StatusLabel>
      </Row>
      <p className={styles.quiet}>
        {nameOfPerson(proof.given_by)}, <DateText value={proof.created_at} style="datetime" />
        {proof.phone && `, телефон ${proof.phone}`}
        {proof.payment_id !== null && `, платёж № ${proof.payment_id}`}
      </p>
      {proof.decided_at && proof.decided_by && (
        <p className={styles.quiet}>
          Решение: {nameOfPerson(proof.decided_by)}, <DateText value={proof.decided_at} style="datetime" />
        </p>
      )}
      {proof.reason && <p>{proof.reason}</p>}
      {proof.file && mayRead && (
        <Row>
          <Button
            size="small"
            pending={save.isPending}
            onClick={() => save.mutate()}
            aria-label={`Скачать документ: ${proof.file}`}
          >
            Скачать документ
          </Button>
        </Row>
      )}
      {save.error && <Notice tone="error">{save.error.message}</Notice>}
      {proof.state === 'waiting' && mayDecide && <DecideProof proof={proof} />}
    </Stack>
  );
}

const REFRESH = [readRequest, listRequests];

const RefuseDialog = defineReasonDialog({
  title: 'Не принять документ',
  submitLabel: 'Не принять',
  label: 'Причина, её увидит администратор компании',
  missing: 'Укажите причину',
  name: 'Отказ по документу',
  call: refuseAdminDocument,
  input: ({ id }: Proof, reason) => ({ params: { id }, body: { reason } }),
  refresh: REFRESH,
  text: () => <p>Он прочитает причину в кабинете и в письме и сможет прислать другой документ.</p>,
});

function DecideProof({ proof }: { proof: Proof }) {
  const { open, dialog } = useDialogs();
  const confirm = useStaffAction(confirmAdminDocument, {
    name: 'Подтверждение полномочий',
    refresh: REFRESH,
  });
  return (
    <>
      {confirm.error && <Notice tone="error">{confirm.error.message}</Notice>}
      <Row>
        <Button
          size="small"
          pending={confirm.isPending}
          onClick={() => confirm.mutate({ params: { id: proof.id }, body: {} })}
        >
          Подтвердить полномочия
        </Button>
        <Button size="small" variant="quiet" onClick={() => open(RefuseDialog, proof)}>
          Не принять
        </Button>
      </Row>
      {dialog}
    </>
  );
}
