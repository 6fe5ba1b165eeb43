import { askForAccess, type AccessState } from '#contract/colleagues.ts';
import { checkInn } from '#contract/orders.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { FoundCompany } from './use-company-check.ts';

type Props = { company: FoundCompany; access: NonNullable<FoundCompany['access']>; inn: string };

const SAYS: Record<AccessState, string> = {
  closed: 'Эта компания уже подключена к программе. Доступ к её кабинету открывает администратор компании.',
  asked:
    'Администратор компании увидит вашу просьбу в разделе «Доступ». Когда он откроет доступ, обновите страницу.',
  declined: 'Администратор компании отклонил вашу просьбу о доступе.',
};

/**
 * A client's INN alone gives no access. The user learns this before filling in an order, and can request access here.
 */
export function ClosedCompany({ company, access, inn }: Props) {
  const ask = useEndpointAction(askForAccess, {
    refresh: [checkInn],
    left: { failed: 'Просьба о доступе не отправлена' },
  });
  return (
    <Notice
      tone={access === 'asked' ? 'go' : 'warn'}
      title={company.title}
      action={
        access !== 'asked' && (
          <Button size="small" pending={ask.isPending} onClick={() => ask.mutate({ body: { inn } })}>
            {access === 'declined' ? 'Попросить ещё раз' : 'Попросить доступ'}
          </Button>
        )
      }
    >
      {ask.error ? ask.error.message : SAYS[access]}
    </Notice>
  );
}
