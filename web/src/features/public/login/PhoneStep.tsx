import { useState } from 'react';
import { normalizePhone, PHONE_MESSAGE } from '#contract/values/phone.ts';
import { useAction } from '../../../state/use-action.ts';
import { useOperator } from '../../../state/use-operator.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { PhoneField } from '../../../forms/PhoneField.tsx';
import { TextWithPhone } from '../../../forms/TextWithPhone.tsx';
import { paths } from '../../../paths.ts';
import { Stack } from '../../../ui/Stack.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { describeFailure } from './describe-failure.ts';
import type { SentCode } from './sent-code.ts';
import { isCaptchaAsked } from '../../../state/captcha.ts';
import { CaptchaBox } from './CaptchaBox.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { registerPhoneAgain, type SignedIn } from './sign-in.ts';

type Props = {
  /** The masked text; restored when the user comes back from the code. */
  text: string;
  onChange: (text: string) => void;
  onSent: (sent: SentCode) => void;
  /** A passkey was used instead of the phone. */
  onSignedIn: (signedIn: SignedIn) => Promise<void>;
};

export function PhoneStep({ text, onChange, onSent, onSignedIn }: Props) {
  const { phone, captcha } = useOperator();
  const [wrong, setWrong] = useState(false);
  const send = useAction({ mutationFn: registerPhoneAgain, onSuccess: onSent });
  const googleKey = captcha?.kind === 'recaptcha' ? captcha.siteKey : undefined;
  const isAsked = captcha?.kind === 'smartcaptcha' && isCaptchaAsked(send.error);

  function submit(proof?: string) {
    const typed = normalizePhone(text);
    setWrong(typed === null);
    if (typed) send.mutate({ phone: typed, googleKey, ...(proof !== undefined && { proof }) });
  }

  return (
    <Stack gap="3">
      <FormShell
        onSubmit={() => submit()}
        submitLabel="Получить код"
        action={{
          isPending: send.isPending,
          error:
            send.error && !isAsked
              ? { message: <TextWithPhone text={describeFailure(send.error)} phone={phone} /> }
              : null,
        }}
        disabledReason={
          text === '' ? 'Введите номер телефона' : isAsked ? 'Подтвердите, что вы не робот' : null
        }
      >
        <PhoneField
          value={text}
          readOnly={send.isPending}
          onChange={(typed) => {
            setWrong(false);
            if (isAsked) send.reset();
            onChange(typed);
          }}
          error={wrong ? PHONE_MESSAGE : null}
          help="На него придёт СМС с кодом. Новый номер зарегистрируем."
          autoFocus
          autoComplete="tel webauthn"
        />
        <p className="type-fine">
          <TextLink to={paths.lostPhone} quiet>
            Нет доступа к номеру?
          </TextLink>
        </p>
        {isAsked && <CaptchaBox siteKey={captcha.siteKey} onToken={submit} />}
        {googleKey && (
          <p className="type-fine ink-2">
            При частых запросах вход защищает reCAPTCHA от Google: она ставит свои cookie и передаёт Google
            данные о браузере.
          </p>
        )}
      </FormShell>
      <PasskeyButton onSignedIn={onSignedIn} />
    </Stack>
  );
}
