import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { Countdown } from '../ui/text/Countdown.tsx';
import { Money } from '../ui/text/Money.tsx';
import { Notice } from '../ui/states/Notice.tsx';
import { SmsCodeField } from './SmsCodeField.tsx';
import type { FormError } from './use-form.ts';
import styles from './SmsStep.module.css';

/** The request that a code confirms. Its refusal of the code stands under the field. */
export type ConfirmedAction = { isPending: boolean; error: FormError | null };

type Props = {
  /** Action that the code confirms: «Перевод на карту •• 4821». */
  confirms: ReactNode;
  /** Rubles to be moved, when money moves. */
  sumRubles?: number | undefined;
  /** Phone to which the code goes: `+7 (***) ***-**-01`. */
  phone?: string | undefined;
  code: string;
  onChange: (code: string) => void;
  onComplete?: (code: string) => void;
  /** Seconds until another code may be requested. 0 enables the button. Start it when a code has been sent. */
  secondsLeft: number;
  onResend: () => void;
  /** The code is being sent. */
  sending: boolean;
  /** While it is on its way, the code cannot be changed. */
  action: ConfirmedAction;
  /** Shown in place of that refusal. */
  error?: string | null | undefined;
  /** The code could not be sent. */
  sendError?: string | null;
  /** Whether no code has been sent yet. */
  unsent?: boolean;
  /** Off when something else has to be filled in first. */
  autoFocus?: boolean;
};

/**
 * The code step: what is confirmed and for how much, one field, and another code after 00:45 (spec sections 2 and 4).
 */
export function SmsStep(props: Props) {
  const {
    confirms,
    sumRubles,
    phone,
    code,
    onChange,
    onComplete,
    secondsLeft,
    onResend,
    action,
    autoFocus = true,
  } = props;
  const waiting = secondsLeft > 0;
  return (
    <div className={styles.step}>
      <div className={styles.deed}>
        <span>{confirms}</span>
        {sumRubles !== undefined && <Money value={sumRubles} size="title" />}
      </div>
      <SmsCodeField
        value={code}
        onChange={onChange}
        onComplete={onComplete}
        error={props.error ?? action.error?.fields?.sms?.[0] ?? null}
        help={phone && !props.sendError ? `Отправили на ${phone}` : undefined}
        disabled={action.isPending}
        autoFocus={autoFocus}
      />
      {props.sendError && <Notice tone="error">{props.sendError}</Notice>}
      <div className={styles.resend}>
        <Button
          size="small"
          onClick={onResend}
          pending={props.sending}
          disabled={waiting}
          disabledReason="Новый код можно запросить, когда закончится отсчёт"
        >
          {props.unsent ? 'Получить код' : 'Отправить код ещё раз'}
        </Button>
        {waiting && <Countdown secondsLeft={secondsLeft} doneText="Можно запросить новый код" />}
      </div>
    </div>
  );
}
