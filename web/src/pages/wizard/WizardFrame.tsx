import type { ComponentProps, ReactNode } from 'react';
import { useLocation } from 'react-router';
import { hasFuelAccess, useOrderer } from '../../server/session.ts';
import { useOperator } from '../../state/use-operator.ts';
import { WizardLayout } from '../../layouts/WizardLayout.tsx';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import { paths, type WizardVariant } from '../../paths.ts';
import { PUBLIC_DOCUMENTS } from '../../public-documents.ts';

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
  const inProgramme = hasFuelAccess(useOrderer());
  useDocumentTitle(title, operator.name);
  return (
    <WizardLayout
      {...layout}
      operatorName={operator.name}
      contacts={{ ...operator, documents: PUBLIC_DOCUMENTS }}
      title={title}
      steps={STEPS}
      current={step}
      leave={
        inProgramme
          ? { to: paths.cabinet, label: 'Выйти в личный кабинет' }
          : { to: paths.landing, label: 'Выйти на главную' }
      }
    >
      {children}
    </WizardLayout>
  );
}

/** The wizard of a known user and the order flow are the same screens under two addresses. */
export function useWizardVariant(): WizardVariant {
  return useLocation().pathname.startsWith('/enter') ? 'enter' : 'create';
}
