import { type ReactNode, useState } from 'react';
import {
  ADMIN_PROOF_TITLE,
  giveAdminDocument,
  readFirstAdmin,
  type AdminProofWay,
  confirmAdminByCode,
  sendAdminCode,
} from '#contract/identity/first-admin.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FileField } from '../../../forms/FileField.tsx';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useRead } from '../../../state/use-call.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import styles from './AuthorityPanel.module.css';
import { listColleagues } from '#contract/identity/colleagues.ts';
import { SmsStep } from '../../../forms/SmsStep.tsx';
import { useCountdown } from '../../../lib/use-countdown.ts';
import { Button } from '../../../ui/Button.tsx';

/** Sends a code to the phone that the register has. The director passes it to the person who acts for the company. */
function PhoneProof() {
  const [code, setCode] = useState('');
  const { secondsLeft, start } = useCountdown();
  const send = useEndpointAction(sendAdminCode, {
    onAnswer: ({ data }, isHere) => {
      if (isHere) start(data.resend_after);
    },
  });
  const confirm = useEndpointAction(confirmAdminByCode, {
    refresh: [readFirstAdmin, listColleagues],
    left: { failed: 'Полномочия не подтверждены' },
  });
  const phone = send.data?.data.phone;
  return (
    <section aria-label={ADMIN_PROOF_TITLE['registry-phone']}>
      <Stack gap="1">
        <h3>{ADMIN_PROOF_TITLE['registry-phone']}</h3>
        <p>
          Отправим код на мобильный телефон компании из государственного реестра, не чаще трёх раз в сутки.
        </p>
        {phone === undefined ? (
          <>
            {send.error && <Notice tone="error">{send.error.message}</Notice>}
            <div>
              <Button pending={send.isPending} onClick={() => send.mutate({ body: {} })}>
                Отправить код
              </Button>
            </div>
          </>
        ) : (
          <SmsStep
            confirms="Полномочия администратора"
            phone={phone}
            code={code}
            onChange={setCode}
            onComplete={(sms) => confirm.mutate({ body: { sms } })}
            secondsLeft={secondsLeft}
            onResend={() => {
              setCode('');
              confirm.reset();
              send.mutate({ body: {} });
            }}
            sending={send.isPending}
            action={confirm}
            error={confirm.error?.fields.sms ? null : confirm.error?.message}
            sendError={send.error?.message ?? null}
          />
        )}
      </Stack>
    </section>
  );
}

const EXTENSIONS = ['pdf', 'png', 'jpg'];

/** Shown until the company's first admin is confirmed: why it is important, and every way that the operator accepts. */
export function AuthorityPanel() {
  const read = useRead(readFirstAdmin);
  const own = read.data?.data;
  if (!own || own.confirmed) return null;
  const [last] = own.proofs;
  return (
    <Panel
      title="Полномочия администратора"
      action={
        <StatusLabel tone={last?.state === 'waiting' ? 'wait' : 'neutral'}>
          {last?.state === 'waiting' ? 'Документ на проверке' : 'Не подтверждены'}
        </StatusLabel>
      }
    >
      <Stack>
        <p>
          Вы подключили компанию первым. Подтвердите, что можете действовать от её имени, и сможете открывать
          доступ менеджерам и администраторам. Заказывать карты и платить можно уже сейчас.
        </p>
        {last?.state === 'refused' && last.reason && (
          <Notice tone="error" title="Документ не принят">
            {last.reason}
          </Notice>
        )}
        <div className={styles.ways}>{own.ways.map((way) => PROOF_WAYS[way])}</div>
      </Stack>
    </Panel>
  );
}

function DocumentProof() {
  const form = useForm({ values: { file: null as File | null } });
  const { file } = form.values;
  const give = useEndpointAction(giveAdminDocument, {
    refresh: [readFirstAdmin],
    left: { failed: 'Документ о полномочиях не отправлен' },
  });
  return (
    <section aria-label={ADMIN_PROOF_TITLE.document}>
      <FormShell
        form={form}
        submitLabel="Отправить на проверку"
        action={give}
        disabledReason={file ? null : 'Выберите файл документа'}
        onChange={give.reset}
        onSubmit={() => file && give.mutate({ body: {}, file }, { onSuccess: () => form.reset() })}
      >
        <h3>{ADMIN_PROOF_TITLE.document}</h3>
        <p>
          Доверенность, приказ о назначении или решение учредителя. Паспорт не нужен. Проверим в рабочее
          время.
        </p>
        <FileField label="Документ о полномочиях" extensions={EXTENSIONS} {...form.field('file')} />
      </FormShell>
    </section>
  );
}

function PaymentProof() {
  return (
    <section aria-label={ADMIN_PROOF_TITLE.payment}>
      <h3>{ADMIN_PROOF_TITLE.payment}</h3>
      <p>Выставьте счёт и оплатите его с расчётного счёта компании: полномочия подтвердятся сами.</p>
    </section>
  );
}

const PROOF_WAYS: Record<AdminProofWay, ReactNode> = {
  payment: <PaymentProof key="payment" />,
  document: <DocumentProof key="document" />,
  'registry-phone': <PhoneProof key="registry-phone" />,
};
