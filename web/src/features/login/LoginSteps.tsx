import { useState, type ReactNode } from 'react';
import { formatPhone } from '#contract/phone.ts';
import { Stepper } from '../../ui/Stepper.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { CodeStep } from './CodeStep.tsx';
import { NameStep } from './NameStep.tsx';
import { PhoneStep } from './PhoneStep.tsx';
import { findSentCode, type SentCode } from './sent-code.ts';
import { openSession, tryOpenSession, type SignedIn } from './sign-in.ts';

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
