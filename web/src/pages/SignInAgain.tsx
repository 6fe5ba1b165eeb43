import { SignInAgainModal } from '../features/public/login/SignInAgainModal.tsx';
import { FactorStep } from '../features/account/second-factor/FactorStep.tsx';

/** The dialogue over a page whose session has ended, with the second factor where one is asked for. */
export default function SignInAgain() {
  return <SignInAgainModal secondFactor={(onConfirmed) => <FactorStep onConfirmed={onConfirmed} />} />;
}
