import { useState, type ComponentProps, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { hasFuelAccess, useSession } from '../../server/session.ts';
import { useIsFurther, useOrderer } from '../../state/orderer.ts';
import { useOperator } from '../../state/use-operator.ts';
import { SignOutModal } from '../../features/cabinet/frame/SignOutModal.tsx';
import { WizardLayout } from '../../layouts/WizardLayout.tsx';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import { paths, type WizardVariant } from '../../paths.ts';
import { listContacts } from '../../public-documents.ts';
import { Button } from '../../ui/Button.tsx';

type Props = Pick<ComponentProps<typeof WizardLayout>, 'note' | 'back' | 'aside'> & {
  title: string;
  /** Counted from 0. */
  step: number;
  children: ReactNode;
};

const STEPS = ['Карты', 'Подтверждение', 'Готово'] as const;

export const ORDER_CREATED = 'Спасибо! Заявка создана';
export const ORDER_ACCEPTED = 'Эта заявка уже принята';
/** All steps are done. */
export const STEP_CREATED = STEPS.length;

/** The frame of the three steps of the order wizard. */
export function WizardFrame({ title, step, children, ...layout }: Props) {
  const operator = useOperator();
  const session = useSession();
  const isFurther = useIsFurther();
  // A user who adds a further company has a cabinet to go back to.
  const inProgramme = hasFuelAccess(useOrderer()) || (isFurther && hasFuelAccess(session));
  const [leaving, setLeaving] = useState(false);
  useDocumentTitle(title, operator.name);
  return (
    <WizardLayout
      {...layout}
      operatorName={operator.name}
      contacts={listContacts(operator)}
      title={title}
      steps={STEPS}
      current={step}
      // In the cabinet users sign out from their own menu. Without a company there is no cabinet.
      action={
        !inProgramme && (
          <Button variant="quiet" size="small" onClick={() => setLeaving(true)}>
            Выйти
          </Button>
        )
      }
      leave={
        inProgramme
          ? { to: paths.cabinet, label: 'Выйти в личный кабинет' }
          : { to: paths.landing, label: 'Выйти на главную' }
      }
    >
      {children}
      <SignOutModal opened={leaving} onClose={() => setLeaving(false)} />
    </WizardLayout>
  );
}

/** The wizard of a known user and the order flow are the same screens under two addresses. */
export function useWizardVariant(): WizardVariant {
  return useLocation().pathname.startsWith('/enter') ? 'enter' : 'create';
}
