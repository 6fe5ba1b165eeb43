import { useState } from 'react';
import { formatPhone } from '#contract/phone.ts';
import { Stepper } from '../../ui/Stepper.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { CodeStep } from './CodeStep.tsx';
import { NameStep } from './NameStep.tsx';
import { PhoneStep } from './PhoneStep.tsx';
import { findSentCode, type SentCode } from './sent-code.ts';
import { openSession, type SignedIn } from './sign-in.ts';

/** The step of the sign-in. An unfinished session is stored nowhere else. */
type Step = { name: 'phone' } | ({ name: 'code' } & SentCode) | { name: 'name'; signedIn: SignedIn };

const TITLES = ['Телефон', 'Код из СМС', 'Знакомство'] as const;
const ORDER = ['phone', 'code', 'name'] as const;

/** Sign-in or registration: 1 phone, 2 code, 3 name and e-mail; a user whose name is known skips the third step. */
export function LoginSteps() {
  // After a reload it still waits for the code that was sent.
  const [before] = useState(findSentCode);
  const [step, setStep] = useState<Step>(before ? { name: 'code', ...before } : { name: 'phone' });
  const [phoneText, setPhoneText] = useState(before ? formatPhone(before.phone) : '');

  async function confirmed(signedIn: SignedIn) {
    if (signedIn.user.firstname) await openSession(signedIn.tokens);
    else setStep({ name: 'name', signedIn });
  }

  return (
    <Stack gap="4">
      <Stepper steps={TITLES} current={ORDER.indexOf(step.name)} />
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
    </Stack>
  );
}
