import { useState } from 'react';
import { listCompanies } from '#contract/companies/own-companies.ts';
import type { CallFailed } from '../../../server/client.ts';
import { getShownCompany, useSession, type ShownCompany } from '../../../server/session.ts';
import { enterCompany, openActingCompany, returnToCompany } from '../../../state/enter-company.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { DialogFoot } from '../../../ui/layers/DialogFoot.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { CompanyChoice } from './CompanyChoice.tsx';

/**
 * Stands over a page whose company the session has left: another one was entered in another tab, or the role has ended. Nothing
 * that is typed in the page is lost, and nothing is sent in its name.
 */
export function LeftCompanyModal() {
  const acting = useSession().profile?.company;
  const shown = getShownCompany();
  return acting && shown ? (
    <EnteredElsewhere shown={shown} title={acting.title} />
  ) : (
    <RoleEnded title={shown?.title} />
  );
}

function EnteredElsewhere({ shown, title }: { shown: ShownCompany; title: string }) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  function stay() {
    setPending(true);
    returnToCompany(shown.id)
      .catch((error: CallFailed) => setFailure(error.message))
      .finally(() => setPending(false));
  }

  return (
    <Modal opened onClose={() => void openActingCompany()} title={`Вы перешли в ${title}`} busy={pending}>
      <Stack>
        <p>
          Эта страница — компании {shown.title}. Вернитесь в неё, и всё введённое останется, или откройте
          кабинет {title}.
        </p>
        {failure && <p role="alert">{failure}</p>}
        <DialogFoot>
          <Button variant="primary" pending={pending} onClick={stay} data-autofocus>
            Вернуться в {shown.title}
          </Button>
          <Button onClick={() => void openActingCompany()}>Открыть {title}</Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

/** Closing it enters the first of the other companies: a page of none shows nothing. */
function RoleEnded({ title }: { title: string | undefined }) {
  const [first] = useRead(listCompanies).data?.data ?? [];
  return (
    <Modal
      opened
      onClose={() => first && void enterCompany(first.id).catch(() => {})}
      title={title ? `Доступ закончился: ${title}` : 'Доступ к компании закончился'}
    >
      <Stack>
        <p>Администратор компании забрал роль, или её срок истёк. Перейдите в другую компанию.</p>
        <CompanyChoice />
      </Stack>
    </Modal>
  );
}
