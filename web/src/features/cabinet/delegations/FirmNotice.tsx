import { can } from '#contract/access.ts';
import { listDelegations } from '#contract/companies/delegations.ts';
import { paths } from '../../../paths.ts';
import { hasFuelAccess, useRole, useSession } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

/** Leads the people of an accounting firm outside the programme to its page; nothing for anyone else. */
export function FirmNotice() {
  const session = useSession();
  const role = useRole();
  const company = session.profile?.company;
  const isOutside = Boolean(company) && role !== 'none' && !hasFuelAccess(session);
  const asks = isOutside && can(role, 'assignRoles');
  const received = useRead(listDelegations, {}, { enabled: asks }).data?.data ?? [];
  const hasOthers = (session.profile?.companies ?? 0) > 1;
  if (!company || !isOutside || (received.length === 0 && !hasOthers)) return null;
  return (
    <Notice
      title={`Вы работаете в ${company.title}`}
      action={
        <ButtonLink to={paths.firm} size="small" variant="primary">
          К доверенным компаниям
        </ButtonLink>
      }
    >
      Здесь подключают к программе свою компанию. Компании, которые вам доверили, на другой странице.
    </Notice>
  );
}
