import { can } from '#contract/access.ts';
import { KeyList } from '../../features/keys/KeyList.tsx';
import { useRole } from '../../server/session.ts';
import { Notice } from '../../ui/Notice.tsx';

/** /cabinet/keys: «Ключи» of the company's own programs, for its admin. */
export default function KeysPage() {
  if (!can(useRole(), 'assignRoles'))
    return <Notice tone="warn">Ключи создаёт администратор компании.</Notice>;
  return <KeyList />;
}
