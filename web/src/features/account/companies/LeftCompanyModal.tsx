import { useState } from 'react';
import type { CallFailed } from '../../../server/client.ts';
import { useSession, type ShownCompany } from '../../../server/session.ts';
import { openActingCompany, returnToCompany } from '../../../state/enter-company.ts';
import { Button } from '../../../ui/Button.tsx';
import { DialogFoot } from '../../../ui/layers/DialogFoot.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { CompanyChoice } from './CompanyChoice.tsx';

/**
 * Stands over a page whose company the session has left: another one was entered in another tab, or the role has ended. Nothing
 * that is typed in the page is lost, and nothing is sent in its name.
 */
export function LeftCompanyModal({ shown }: { shown: ShownCompany }) {
  const acting = useSession().profile?.company;
  return acting ? <EnteredElsewhere shown={shown} title={acting.title} /> : <RoleEnded shown={shown} />;
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
    <Modal opened onClose={() => void openActingCompany()} title={`Вы перешли в «${title}»`} busy={pending}>
      <Stack>
        <p>
          Эта страница — компании «{shown.title}». Вернитесь в неё, и всё введённое останется, или откройте
          кабинет «{title}».
        </p>
        {failure && <p role="alert">{failure}</p>}
        <DialogFoot>
          <Button variant="primary" pending={pending} onClick={stay} data-autofocus>
            Вернуться в «{shown.title}»
          </Button>
          <Button onClick={() => void openActingCompany()}>Открыть «{title}»</Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

function RoleEnded({ shown }: { shown: ShownCompany }) {
  return (
    <Modal opened onClose={() => {}} title={`Доступ к «${shown.title}» закончился`}>
      <Stack>
        <p>Администратор компании забрал роль, или её срок истёк. Перейдите в другую компанию.</p>
        <CompanyChoice />
      </Stack>
    </Modal>
  );
}
