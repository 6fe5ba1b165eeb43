import { accessActionText } from '#contract/access-actions.ts';
import { confirmSession } from '#contract/identity/sessions.ts';
import { SMS_MESSAGES } from '#contract/identity/sms-code.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { SmsForm } from '../../../forms/SmsForm.tsx';
import { answerFreshCode } from '../../../server/fresh-code.ts';
import { useSmsCode } from '../../../state/use-sms-code.ts';
import { Modal } from '../../../ui/layers/Modal.tsx';

/** Something that could give the company away was asked for, and this session got no code for a while. */
export default function FreshCodeModal({ call }: { call: string }) {
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
      <SmsForm
        sms={{
          ...sms,
          onChange: (code) => {
            if (action.isError) action.reset();
            sms.onChange(code);
          },
        }}
        action={action}
        submitLabel="Подтвердить"
        confirms={describeAction(call)}
        onSubmit={confirm}
        missing={SMS_MESSAGES.required}
      />
    </Modal>
  );
}

/** Names what the code confirms, as the message does. */
function describeAction(call: string): string {
  const action = accessActionText(call);
  return `${action.charAt(0).toUpperCase()}${action.slice(1)}: по коду из СМС. Следующие 15 минут он не понадобится.`;
}
