import type { ReactNode } from 'react';
import { SMS_CODE_LENGTH } from '#contract/limits.ts';
import { useSession } from '../server/session.ts';
import type { SmsCode } from '../state/use-sms-code.ts';
import { FormShell, type FormShellProps } from './FormShell.tsx';
import { SmsStep, type ConfirmedAction } from './SmsStep.tsx';

type Props = Pick<FormShellProps<object>, 'submitLabel' | 'secondary'> & {
  sms: SmsCode;
  /** The request that the code confirms. */
  action: ConfirmedAction;
  /** Action that the code confirms: «Перевод на карту •• 4821». */
  confirms: ReactNode;
  /** Rubles to be moved, when money moves. */
  sumRubles?: number | undefined;
  onSubmit: (code: string) => void;
  /** The form is sent as soon as the code is complete. */
  maxConcurrent?: boolean;
  /** Why the form cannot be sent without a code. */
  missing?: string;
  /** Shown above the code. */
  above?: ReactNode;
  /** Shown below the code. */
  children?: ReactNode;
};

/** A form that has one field, the code from an SMS. */
export function SmsForm(props: Props) {
  const { sms, action, onSubmit, maxConcurrent = true, missing = 'Введите код из СМС' } = props;
  const phone = useSession().profile?.masked_phone;
  return (
    <FormShell
      submitLabel={props.submitLabel}
      secondary={props.secondary}
      action={action}
      ownFields={['sms']}
      disabledReason={sms.code.length < SMS_CODE_LENGTH ? missing : null}
      onSubmit={() => onSubmit(sms.code)}
    >
      {props.above}
      <SmsStep
        confirms={props.confirms}
        sumRubles={props.sumRubles}
        phone={phone}
        {...(maxConcurrent && { onComplete: onSubmit })}
        {...sms}
        action={action}
      />
      {props.children}
    </FormShell>
  );
}
