import { accessActionText } from '#contract/access-actions.ts';
import { SMS_CODE_LENGTH } from '#contract/limits.ts';
import { confirmSession } from '#contract/identity/sessions.ts';
import { SMS_MESSAGES } from '#contract/identity/sms-code.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { SmsStep } from '../../../forms/SmsStep.tsx';
import { answerFreshCode } from '../../../server/fresh-code.ts';
import { useSession } from '../../../server/session.ts';
import { useSmsCode } from '../../../state/use-sms-code.ts';
import { Modal } from '../../../ui/layers/Modal.tsx';

/** Something that could give the company away was asked for, and this session got no code for a while. */
export default function FreshCodeModal({ call }: { call: string }) {
  const phone = useSession().profile?.masked_phone;
  const action = useEndpointAction(confirmSession);
  const sms = useSmsCode({ purpose: 'access', subject: call }, action);

  function confirm(code: string) {
    action.mutate({ body: { sms: code } }, { onSuccess: () => answerFreshCode(true) });
  }

  return (
    <Modal
      opened
      onClose={() => answerFreshCode(false)}
      title="Подтвердите, что это вы"
      busy={action.isPending}
    >
      <FormShell
        submitLabel="Подтвердить"
        action={action}
        ownFields={['sms']}
        disabledReason={sms.code.length === SMS_CODE_LENGTH ? null : SMS_MESSAGES.required}
        onSubmit={() => confirm(sms.code)}
      >
        <SmsStep
          confirms={describeAction(call)}
          phone={phone}
          code={sms.code}
          onChange={(code) => {
            if (action.isError) action.reset();
            sms.onChange(code);
          }}
          onComplete={confirm}
          secondsLeft={sms.secondsLeft}
          onResend={sms.onResend}
          sending={sms.sending}
          sendError={sms.sendError}
          loading={action.isPending}
          error={action.error?.fields.sms?.[0] ?? null}
        />
      </FormShell>
    </Modal>
  );
}

/** Names what the code confirms, as the message does. */
function describeAction(call: string): string {
  const action = accessActionText(call);
  return `${action.charAt(0).toUpperCase()}${action.slice(1)}: по коду из СМС. Следующие 15 минут он не понадобится.`;
}
