import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { listOrders, readOrder } from '#contract/orders/orders.ts';
import { useRead } from '../../state/use-call.ts';
import { RequestActs } from '../../features/cabinet/card-requests/RequestActs.tsx';
import { RequestDelivery } from '../../features/cabinet/card-requests/RequestDelivery.tsx';
import { isUnderway, RequestList } from '../../features/cabinet/card-requests/RequestList.tsx';
import { RequestSummary } from '../../features/cabinet/card-requests/RequestSummary.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { LoadError } from '../../ui/states/LoadError.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { CardSkeleton, ListSkeleton } from '../../ui/states/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';

const SOON_MS = 2500;
const STABLE_MS = 15_000;

/** /cabinet/card-request?id=: one request for cards, its bill and its acts (spec section 2). */
export default function CardRequestPage() {
  const [params] = useSearchParams();
  const requestId = Number(params.get('id'));
  return Number.isSafeInteger(requestId) && requestId > 0 ? (
    <CardRequestDetails requestId={requestId} />
  ) : (
    <AllRequests />
  );
}

function CardRequestDetails({ requestId }: { requestId: number }) {
  const [busy, setBusy] = useState(false);
  const read = useRead(readOrder, { params: { id: requestId } }, { refetchMs: busy ? SOON_MS : STABLE_MS });
  const request = read.data?.data;
  const underway = request !== undefined && isUnderway(request);
  if (underway !== busy) setBusy(underway);

  if (!request) {
    if (read.isPending) return <CardSkeleton count={2} label="Загружается заявка" />;
    if (read.error?.code === 404 || read.error?.code === 400) return <NoSuchRequest />;
    return <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />;
  }
  return (
    <Stack gap="3">
      <RequestSummary request={request} />
      <RequestDelivery request={request} />
      <RequestActs request={request} />
    </Stack>
  );
}

function AllRequests() {
  const requests = useRead(listOrders);
  return (
    <Panel title="Заявки на карты" variant="flush">
      {requests.isPending && <ListSkeleton count={4} label="Загружаются заявки" />}
      {requests.isError && !requests.data && (
        <LoadError onReload={() => void requests.refetch()} reloading={requests.isFetching} />
      )}
      {requests.data?.data.length === 0 && (
        <EmptyState title="Заявок на карты ещё не было">
          Здесь будут ваши заявки с их статусом и актами.
        </EmptyState>
      )}
      {requests.data && <RequestList requests={requests.data.data} />}
    </Panel>
  );
}

function NoSuchRequest() {
  return (
    <Panel>
      <EmptyState title="Такой заявки нет" action={<ButtonLink to={paths.cabinet}>К моим картам</ButtonLink>}>
        Возможно, ссылка устарела или заявка принадлежит другой компании.
      </EmptyState>
    </Panel>
  );
}
