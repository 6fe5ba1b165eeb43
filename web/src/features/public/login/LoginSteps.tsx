import { useState, type ReactNode } from 'react';
import { formatPhone } from '#contract/values/phone.ts';
import { Stepper } from '../../../ui/Stepper.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { CodeStep } from './CodeStep.tsx';
import { PhoneStep } from './PhoneStep.tsx';
import { findSentCode, type SentCode } from './sent-code.ts';
import { openSession, tryOpenSession, type SignedIn, saveName } from './sign-in.ts';
import { NAME_MAX_LENGTH } from '#contract/identity/auth.ts';
import { readConsent } from '#contract/identity/consents.ts';
import { EMAIL_MAX_LENGTH, emailProblem } from '#contract/values/email.ts';
import { REQUIRED } from '#contract/fields.ts';
import { CallFailed } from '../../../server/client.ts';
import type { Tokens } from '../../../server/session.ts';
import { useAction } from '../../../state/use-action.ts';
import { queryClient, useRead } from '../../../state/use-call.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { LinkButton } from '../../../ui/text/TextLink.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { ConsentModal } from './ConsentModal.tsx';
import { describeFailure } from './describe-failure.ts';

/** The step of the sign-in. An unfinished session is stored nowhere else. */
type Step =
  | { name: 'phone' }
  | ({ name: 'code' } & SentCode)
  | { name: 'name'; signedIn: SignedIn }
  | { name: 'factor'; signedIn: SignedIn };

const TITLES = ['Телефон', 'Код из СМС', 'Знакомство'] as const;
const WITH_FACTOR = ['Телефон', 'Код из СМС', 'Второй фактор'] as const;
const PLACE = { phone: 0, code: 1, name: 2, factor: 2 } as const;

/** Renders the second factor, of another feature; it calls back when the session has been confirmed. */
type Props = { secondFactor: (onConfirmed: () => Promise<void>) => ReactNode };

/**
 * Sign-in or registration: 1 phone, 2 code, 3 name and e-mail; a user whose name is known skips the third step, and has
 * another one in its place if a second factor is asked for.
 */
export function LoginSteps({ secondFactor }: Props) {
  // After a reload it still waits for the code that was sent.
  const [before] = useState(findSentCode);
  const [step, setStep] = useState<Step>(before ? { name: 'code', ...before } : { name: 'phone' });
  const [phoneText, setPhoneText] = useState(before ? formatPhone(before.phone) : '');

  async function confirmed(signedIn: SignedIn) {
    if (!signedIn.user.firstname) setStep({ name: 'name', signedIn });
    else if (!(await tryOpenSession(signedIn.tokens))) setStep({ name: 'factor', signedIn });
  }

  return (
    <Stack gap="4">
      <Stepper steps={step.name === 'factor' ? WITH_FACTOR : TITLES} current={PLACE[step.name]} />
      {step.name === 'phone' && (
        <PhoneStep
          text={phoneText}
          onChange={setPhoneText}
          onSent={(sent) => setStep({ name: 'code', ...sent })}
          onSignedIn={confirmed}
        />
      )}
      {step.name === 'code' && (
        <CodeStep {...step} onConfirmed={confirmed} onBack={() => setStep({ name: 'phone' })} />
      )}
      {step.name === 'name' && <NameStep tokens={step.signedIn.tokens} />}
      {step.name === 'factor' && secondFactor(() => openSession(step.signedIn.tokens))}
    </Stack>
  );
}

const CONSENT_NEEDED = 'Без согласия мы не можем хранить ваши имя и почту';
const CONSENT_UNREAD = 'Текст согласия не загрузился. Попробуйте ещё раз';

/** Name and e-mail, both required, and a separate consent that is never ticked in advance. */
function NameStep({ tokens }: { tokens: Tokens }) {
  const [reading, setReading] = useState(false);
  const wording = useRead(readConsent);
  const unread = wording.isError && !wording.data;
  const form = useForm({
    values: { firstname: '', email: '', consent: false },
    check: ({ firstname, email, consent }) => ({
      ...findProblems(firstname, email),
      consent: consent ? null : CONSENT_NEEDED,
    }),
  });
  const save = useAction({
    mutationFn: async (input: { firstname: string; email: string }) => {
      await saveName(tokens, { ...input, consentVersion: (await readConsentText()).version });
      await openSession(tokens);
      // The consent was read without a session, when it was not given yet.
      void queryClient.resetQueries({ queryKey: [readConsent.name] });
    },
    // The wording may have changed: read it again and have it ticked again.
    onError: (error) => {
      if (!(error instanceof CallFailed) || error.code !== 409) return;
      form.set({ consent: false });
      void wording.refetch();
    },
  });
  const refused = save.error instanceof CallFailed ? save.error.fields : {};
  /** Returns the text of the consent that was ticked; waits while it is still being read. */
  async function readConsentText() {
    const read = wording.data ?? (await wording.refetch({ cancelRefetch: false, throwOnError: true })).data;
    return (read as NonNullable<typeof read>).data;
  }

  const agreed = form.checkbox('consent');
  return (
    <>
      <FormShell
        form={form}
        onSubmit={({ firstname, email }) => save.mutate({ firstname: firstname.trim(), email: email.trim() })}
        submitLabel="Продолжить"
        action={{
          isPending: save.isPending,
          error: save.error
            ? {
                fields: refused,
                message: unread || Object.keys(refused).length > 0 ? null : describeFailure(save.error),
              }
            : null,
        }}
      >
        <TextField
          label="Имя"
          name="firstname"
          autoComplete="given-name"
          maxLength={NAME_MAX_LENGTH}
          {...form.field('firstname')}
          readOnly={save.isPending}
          autoFocus
        />
        <TextField
          label="Электронная почта"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={EMAIL_MAX_LENGTH}
          help="Сюда придут письмо о готовности карт и документы"
          {...form.field('email')}
          readOnly={save.isPending}
        />
        <div>
          <Checkbox
            name="consent"
            label="Даю согласие на обработку моих персональных данных"
            {...agreed}
            error={agreed.error ?? (unread && save.isError ? CONSENT_UNREAD : null)}
            // Not disabled: the focus stays.
            onChange={(consent) => save.isPending || form.set({ consent })}
          />
          <LinkButton quiet onClick={() => setReading(true)}>
            Прочитать текст согласия
          </LinkButton>
        </div>
      </FormShell>
      <ConsentModal opened={reading} onClose={() => setReading(false)} />
    </>
  );
}

/** Returns the message of spec section 5 for an empty field, and that of the contract for a malformed one. */
function findProblems(firstname: string, email: string): { firstname: string | null; email: string | null } {
  return {
    firstname: firstname.trim() === '' ? REQUIRED : null,
    email: email.trim() === '' ? REQUIRED : emailProblem(email),
  };
}
