import { useSearchParams } from 'react-router';
import { readRequest } from '#contract/orders/staff-requests.ts';
import { RequestDetails } from '../../features/staff/requests/RequestDetails.tsx';
import { paths } from '../../paths.ts';
import { useRead } from '../../state/use-call.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { LoadError } from '../../ui/states/LoadError.tsx';
import { CardSkeleton } from '../../ui/states/Skeleton.tsx';

const REFRESH_MS = 10_000;

/** /staff/request?id=: one card request, who ordered, the register, duplicates and the first admin. */
export default function RequestPage() {
  const [params] = useSearchParams();
  const id = Number(params.get('id'));
  const isId = Number.isSafeInteger(id) && id > 0;
  const read = useRead(readRequest, { params: { id } }, { enabled: isId, refetchMs: REFRESH_MS });
  if (!isId || read.error?.code === 404) {
    return (
      <EmptyState title="Такой заявки нет" action={<ButtonLink to={paths.staff}>Ко всем заявкам</ButtonLink>}>
        Возможно, в адресе ошибка.
      </EmptyState>
    );
  }
  if (read.data) return <RequestDetails request={read.data.data} />;
  if (read.error) return <LoadError onReload={() => void read.refetch()} message={read.error.message} />;
  return <CardSkeleton count={3} label="Загружается заявка" />;
}
