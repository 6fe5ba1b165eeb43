import { lazy, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router';
import { isLoggedIn, useSession } from '../server/session.ts';
import { useOperator } from '../state/use-operator.ts';
import { afterSignIn } from '../features/public/login/after-sign-in.ts';
import { LoginSteps } from '../features/public/login/LoginSteps.tsx';
import { WizardLayout } from '../layouts/WizardLayout.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { paths } from '../paths.ts';
import { listContacts } from '../public-documents.ts';

/** Few people need it: the sign-in does not load it before it is asked for. */
const FactorStep = lazy(async () => {
  const { FactorStep: step } = await import('../features/account/second-factor/FactorStep.tsx');
  return { default: step };
});

const TITLE = 'Вход или регистрация';

/** `/login-driver`: three steps, then the page that was asked for (spec sections 2 and 4). */
export default function LoginPage() {
  const session = useSession();
  const operator = useOperator();
  const wanted = (useLocation().state as { from?: string } | null)?.from ?? null;
  useDocumentTitle(TITLE, operator.name);

  // This also ends the last step: the session is known as soon as it is opened.
  if (isLoggedIn(session)) return <Navigate to={afterSignIn(session, wanted)} replace />;
  return (
    <WizardLayout
      operatorName={operator.name}
      contacts={listContacts(operator)}
      title={TITLE}
      note="В личный кабинет топливной программы"
      leave={{ to: paths.landing, label: 'На главную' }}
    >
      <LoginSteps
        secondFactor={(onConfirmed) => (
          <Suspense fallback={null}>
            <FactorStep onConfirmed={onConfirmed} />
          </Suspense>
        )}
      />
    </WizardLayout>
  );
}
