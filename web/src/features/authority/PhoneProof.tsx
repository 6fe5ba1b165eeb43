import { useState } from 'react';
import {
  ADMIN_PROOF_TITLE,
  confirmAdminByCode,
  readFirstAdmin,
  sendAdminCode,
} from '#contract/first-admin.ts';
import { listColleagues } from '#contract/colleagues.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { SmsStep } from '../../forms/SmsStep.tsx';
import { useCountdown } from '../../lib/use-countdown.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';

/** Sends a code to the phone that the register has. The director passes it to the person who acts for the company. */
export function PhoneProof() {
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
            loading={confirm.isPending}
            error={confirm.error?.fields?.sms?.[0] ?? confirm.error?.message ?? null}
            sendError={send.error?.message ?? null}
          />
        )}
      </Stack>
    </section>
  );
}
