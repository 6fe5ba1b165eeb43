import { useSession } from '../../../server/session.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { MailAddress } from './MailAddress.tsx';
import { useOwnMail } from './use-own-mail.ts';

/** Shows beside «Дождитесь письма» where the email will come, or what is missing for it. */
export function OrderMail() {
  const known = useSession().profile?.email;
  const read = useOwnMail();
  const mail = read.data?.data;
  if (mail ? mail.state === 'confirmed' : known?.confirmed)
    return <p>Письмо придёт на {mail?.email ?? known?.email}</p>;
  // The page is complete without it.
  if (read.isError && !mail) return null;
  return (
    <Panel title="Подтвердите почту, чтобы письмо пришло">
      {mail ? <MailAddress mail={mail} /> : <ListSkeleton count={2} label="Загружается почта" />}
    </Panel>
  );
}
