import { useState } from 'react';
import { confirmApproval, declineApproval, listApprovals } from '#contract/identity/approvals.ts';
import { staffCan } from '#contract/staff-access.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useSession } from '../../../server/session.ts';
import { nameOfPerson } from '../../../staff/name-of-person.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import type { Approval } from '../../../staff/use-proposals.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { DialogFoot } from '../../../ui/layers/DialogFoot.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import styles from './ApprovalModal.module.css';

/** One proposal, word for word: the second person confirms it here, declines it, or its author withdraws it. */
export function ApprovalModal({ approval, onClose }: { approval: Approval; onClose: () => void }) {
  const [declining, setDeclining] = useState(false);
  const session = useSession();
  const confirm = useStaffAction(confirmApproval, { name: approval.title, refresh: [listApprovals] });
  const isOwn = approval.proposed_by.id === session.profile?.id;
  const mayDecide = approval.state === 'waiting' && staffCan(session.profile?.staff_role, 'staff.change');
  if (declining) return <Decline approval={approval} isOwn={isOwn} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={approval.title} busy={confirm.isPending}>
      <Stack>
        <Facts approval={approval} />
        {approval.stale && (
          <Notice tone="warn" title={`Устарело: ${approval.stale}`}>
            Подтвердить его нельзя. Отклоните и предложите заново.
          </Notice>
        )}
        {approval.obstacle && <Notice>{approval.obstacle}</Notice>}
        {confirm.error && <Notice tone="error">{confirm.error.message}</Notice>}
        {mayDecide && (
          <DialogFoot>
            {!approval.obstacle && !approval.stale && (
              <Button
                variant="primary"
                pending={confirm.isPending}
                onClick={() => confirm.mutate({ params: { id: approval.id } }, { onSuccess: onClose })}
              >
                Подтвердить
              </Button>
            )}
            {(isOwn || !approval.obstacle) && (
              <Button
                variant="quiet"
                disabled={confirm.isPending}
                disabledReason="Подтверждается"
                onClick={() => setDeclining(true)}
              >
                {isOwn ? 'Отозвать' : 'Отклонить'}
              </Button>
            )}
          </DialogFoot>
        )}
      </Stack>
    </Modal>
  );
}

function Facts({ approval }: { approval: Approval }) {
  const { company, proposed_by: by, decided_by: decidedBy, reason } = approval;
  const facts = [
    ...(company ? [{ title: 'Компания', value: `${company.title}, ИНН ${company.inn}` }] : []),
    ...approval.details,
    { title: 'Предложил', value: nameOfPerson(by) },
    ...(decidedBy ? [{ title: 'Решил', value: nameOfPerson(decidedBy) }] : []),
    ...(reason ? [{ title: 'Причина', value: reason }] : []),
  ];
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(({ title, value }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {approval.state === 'waiting' && (
        <p className={styles.until}>
          Ждёт до <DateText value={approval.expires_at} style="datetime" />
        </p>
      )}
    </>
  );
}

function Decline({ approval, isOwn, onClose }: { approval: Approval; isOwn: boolean; onClose: () => void }) {
  const form = useForm({ values: { reason: '' } });
  const { reason } = form.values;
  const action = useStaffAction(declineApproval, { name: approval.title, refresh: [listApprovals] });
  return (
    <FormModal
      form={form}
      submitLabel={isOwn ? 'Отозвать' : 'Отклонить'}
      action={action}
      disabledReason={reason.trim() ? null : 'Укажите причину'}
      onSubmit={() =>
        action.mutate({ params: { id: approval.id }, body: { reason } }, { onSuccess: onClose })
      }
      title={isOwn ? 'Отозвать предложение' : 'Отклонить предложение'}
      onClose={onClose}
    >
      <p>{approval.title}: ничего не изменится. Предложить снова можно в любой момент.</p>
      <TextArea label="Причина, её увидят сотрудники" {...form.field('reason')} autoFocus />
    </FormModal>
  );
}
