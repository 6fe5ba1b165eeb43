import { useRef, useState } from 'react';
import { SMS_CODE_LENGTH } from '#contract/limits.ts';
import { formatPhone } from '#contract/values/phone.ts';
import { CallFailed } from '../../../server/client.ts';
import { useAction } from '../../../state/use-action.ts';
import { useOperator } from '../../../state/use-operator.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { SmsStep } from '../../../forms/SmsStep.tsx';
import { useCountdown } from '../../../lib/use-countdown.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { isCaptchaAsked } from '../../../state/captcha.ts';
import { CaptchaBox } from './CaptchaBox.tsx';
import { ChatCode } from './ChatCode.tsx';
import { describeFailure } from './describe-failure.ts';
import { confirmCode, registerPhone, type SignedIn } from './sign-in.ts';

type Props = {
  phone: string;
  token: string;
  resendAfterSeconds: number;
  /** Resolves when everything that follows the sign-in is done. */
  onConfirmed: (signedIn: SignedIn) => Promise<void>;
  onBack: () => void;
};

/** The code is sent once it has six digits; another one may be requested after 00:45. */
export function CodeStep({ phone, token: firstToken, resendAfterSeconds, onConfirmed, onBack }: Props) {
  const { devPhone, captcha } = useOperator();
  const [token, setToken] = useState(firstToken);
  const [code, setCode] = useState('');
  const { secondsLeft, start } = useCountdown(resendAfterSeconds);
  // A code is good once: what follows it can fail, and is then tried again without it.
  const confirmed = useRef<SignedIn | null>(null);
  const check = useAction({
    mutationFn: async (typed: string) => {
      confirmed.current ??= await confirmCode({ phone, code: typed, token });
      await onConfirmed(confirmed.current);
    },
    onError: (error) => {
      if (!(error instanceof CallFailed)) return;
      if (error.code === 401) confirmed.current = null;
      // The code was wrong: the next digit belongs to another one.
      if (error.fields.code) setCode('');
    },
  });
  const googleKey = captcha?.kind === 'recaptcha' ? captcha.siteKey : undefined;
  const resend = useAction({
    mutationFn: (proof?: string) =>
      registerPhone({ phone, googleKey, ...(proof !== undefined && { proof }) }),
    onSuccess: (sent) => {
      setToken(sent.token);
      setCode('');
      check.reset();
      start(sent.resendAfterSeconds);
    },
    onError: (error) => {
      if (error instanceof CallFailed && error.retryAfterSeconds) start(error.retryAfterSeconds);
    },
  });
  const isAsked = captcha?.kind === 'smartcaptcha' && isCaptchaAsked(resend.error);
  const codeError = check.error instanceof CallFailed ? check.error.fields.code?.[0] : undefined;

  return (
    <FormShell
      onSubmit={() => check.mutate(code)}
      submitLabel="Войти"
      action={{
        isPending: check.isPending,
        error: check.error && !codeError ? { message: describeFailure(check.error) } : null,
      }}
      disabledReason={code.length < SMS_CODE_LENGTH ? `Введите ${SMS_CODE_LENGTH} цифр из СМС` : null}
      secondary={
        <Button variant="quiet" onClick={onBack}>
          Изменить номер
        </Button>
      }
    >
      <SmsStep
        confirms="Вход в личный кабинет"
        phone={formatPhone(phone)}
        code={code}
        onChange={setCode}
        onComplete={(whole) => check.mutate(whole)}
        secondsLeft={secondsLeft}
        onResend={() => resend.mutate(undefined)}
        sending={resend.isPending}
        action={{ isPending: check.isPending, error: null }}
        error={codeError}
        sendError={resend.error && !isAsked ? describeFailure(resend.error) : null}
      />
      <ChatCode key={token} phone={phone} token={token} secondsLeft={secondsLeft} />
      {isAsked && <CaptchaBox siteKey={captcha.siteKey} onToken={(proof) => resend.mutate(proof)} />}
      {devPhone && (
        <p className="type-small ink-2">
          Это не боевая площадка: СМС не уходят, коды лежат{' '}
          <TextLink to={paths.devPhone} target="_blank">
            на странице телефона
          </TextLink>
          .
        </p>
      )}
    </FormShell>
  );
}
