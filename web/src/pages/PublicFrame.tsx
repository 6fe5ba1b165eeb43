import type { ComponentProps, ReactNode } from 'react';
import { useOperator } from '../state/use-operator.ts';
import { VisitorActions } from '../features/public/landing/VisitorActions.tsx';
import { PublicLayout } from '../layouts/PublicLayout.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { listContacts } from '../public-documents.ts';
import { ColorSchemeSwitch } from '../ui/ColorSchemeSwitch.tsx';
import { ExternalLink } from '../ui/text/TextLink.tsx';

type Props = Pick<ComponentProps<typeof PublicLayout>, 'nav' | 'bleed'> & {
  /** Title of the browser's tab. The page has a heading of its own. */
  title: string;
  /** Default: ask, sign in, order. Null when none of these helps. */
  actions?: ReactNode;
  children: ReactNode;
};

/** The frame of every page outside the cabinet and the wizard, with the operator's own data. */
export function PublicFrame({ title, actions = <VisitorActions />, children, ...layout }: Props) {
  const operator = useOperator();
  useDocumentTitle(title, operator.name);
  return (
    <PublicLayout
      {...layout}
      actions={actions}
      operator={listContacts(operator)}
      supportHours={operator.supportHours}
      chat={
        operator.chatUrl && (
          <ExternalLink href={operator.chatUrl} target="_blank">
            Задать вопрос в чате
          </ExternalLink>
        )
      }
      footerExtra={<ColorSchemeSwitch />}
    >
      {children}
    </PublicLayout>
  );
}
