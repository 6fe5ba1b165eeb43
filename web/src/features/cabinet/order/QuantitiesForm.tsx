import { useEffect, useState } from 'react';
import { can } from '#contract/access.ts';
import { checkInn, listPartners } from '#contract/orders/orders.ts';
import { CATALOGUE, fill } from '../../../forms/failure-catalogue.ts';
import {
  changeDraft,
  draftAfterCreation,
  endFurtherOrder,
  isEditing,
  readDraft,
  resetForNewOrder,
  useDraft,
} from '../../../state/order-draft.ts';
import { hasFuelAccess, useRole } from '../../../server/session.ts';
import { useIsFurther, useOrderer } from '../../../state/orderer.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { CompanyPanel } from './CompanyPanel.tsx';
import { CompanySettingsModal } from './CompanySettingsModal.tsx';
import { deliveryProblems } from './delivery-problems.ts';
import { DeliveryPanel } from './DeliveryPanel.tsx';
import { findKind, NetworkList } from './NetworkList.tsx';
import { areAllVirtual, countOfLines, orderLines } from './order-lines.ts';
import { OrderSummary, useSummaryBeside } from './OrderSummary.tsx';
import { useCompanyCheck } from './use-company-check.ts';
import styles from './QuantitiesForm.module.css';

type Props = {
  onNext: () => void;
  /** Cancels the editing of an order. */
  onCancelEdit: () => void;
};

/** Step 1: the company, the networks, the numbers of cards, the delivery (spec sections 2 and 5). */
export function QuantitiesForm({ onNext, onCancelEdit }: Props) {
  const { profile } = useOrderer();
  const draft = useDraft();
  const partners = useRead(listPartners);
  const check = useCompanyCheck();
  const [tried, setTried] = useState(false);
  const [kind, setKind] = useState(() => findKind(draft));
  const beside = useSummaryBeside();
  const own = profile?.company?.inn || null;
  const offered = partners.data?.data;
  useFreshDraft();
  useOwnAddress(own);
  useEffect(() => {
    if (offered) changeDraft({ partners: offered });
  }, [offered]);
  const mayOrder = useMayOrder();

  const lines = orderLines(draft, partners.data?.data ?? []);
  // «Без доставки» stands above virtual cards before one of them is chosen.
  const needsNoDelivery = areAllVirtual(lines) || (kind === 'virtual' && lines.length === 0);
  const verified = own !== null || (check.company !== null && check.company.access === null);
  const closed = own === null && Boolean(check.company?.access);
  const reason = getDisabledReason({ mayOrder, verified, closed, count: countOfLines(lines) });

  function submit() {
    setTried(true);
    if (reason || (!needsNoDelivery && Object.keys(deliveryProblems(draft, profile)).length > 0)) return;
    changeDraft({ step1Done: true });
    onNext();
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {profile?.rejection && (
        <Notice
          tone="warn"
          title={`Заявка № ${profile.rejection.order_id} (${profile.rejection.company_title}) отклонена`}
        >
          <p>{profile.rejection.reason}</p>
        </Notice>
      )}
      {isEditing(draft) && <EditingNotice orderId={draft.orderId} onCancel={onCancelEdit} />}
      <section className={styles.part} aria-label="Компания">
        <h2>Компания</h2>
        <CompanyPanel profile={profile} check={check} />
      </section>
      <section className={styles.part} aria-label="Карты">
        <h2>Сколько карт нужно</h2>
        {partners.data ? (
          <NetworkList partners={partners.data.data} kind={kind} onKind={setKind} />
        ) : partners.error ? (
          <LoadError
            message={fill(CATALOGUE.partnersNotLoaded.text, { message: partners.error.message })}
            onReload={() => void partners.refetch()}
            reloading={partners.isFetching}
          />
        ) : (
          <ListSkeleton count={4} />
        )}
      </section>
      {verified && !needsNoDelivery && (
        <section className={styles.part} aria-label="Доставка">
          <h2>Доставка</h2>
          <DeliveryPanel profile={profile} tried={tried} />
        </section>
      )}
      {!beside && lines.length > 0 && <OrderSummary lines={lines} />}
      <div className={styles.actions}>
        <Button
          type="submit"
          variant="primary"
          size="large"
          disabled={reason !== null}
          disabledReason={reason ?? ''}
        >
          Далее
        </Button>
        {reason && <p className={styles.reason}>{reason}</p>}
      </div>
      <CompanySettingsModal />
    </form>
  );
}

function EditingNotice({ orderId, onCancel }: { orderId: number | null; onCancel: () => void }) {
  return (
    <Notice
      action={
        <Button size="small" onClick={onCancel}>
          Не менять
        </Button>
      }
    >
      Вы меняете заявку № {orderId}
    </Notice>
  );
}

/** «Далее» is enabled only when the company is verified and at least one quantity is non-zero. */
function getDisabledReason(at: {
  mayOrder: boolean;
  verified: boolean;
  closed: boolean;
  count: number;
}): string | null {
  if (!at.mayOrder) return 'Заказывать карты может менеджер или администратор компании';
  if (at.closed) return 'Компания уже подключена: доступ открывает её администратор';
  if (!at.verified) return 'Укажите ИНН, чтобы мы нашли компанию';
  return at.count === 0 ? 'Выберите хотя бы одну карту' : null;
}

/** A newcomer may order; in a company that has joined, it is a right of the role. */
function useMayOrder(): boolean {
  const inProgramme = hasFuelAccess(useOrderer());
  const role = useRole();
  return !inProgramme || can(role, 'orderCards');
}

/** The next order must not change one that was created and is only shown. */
function useFreshDraft(): void {
  const isFurther = useIsFurther();
  useEffect(() => {
    const draft = readDraft();
    if (draft.further && !isFurther) endFurtherOrder();
    if (draft.createdOrder && !isEditing(draft)) resetForNewOrder();
  }, [isFurther]);
}

/** The registry's address of a known company; if the registry has none, the server uses its own. */
function useOwnAddress(inn: string | null): void {
  const found = useRead(checkInn, { query: { inn: inn ?? '' } }, { enabled: inn !== null });
  const address = found.data?.data.address;
  useEffect(() => {
    if (address && readDraft().address === null) changeDraft({ address });
  }, [address]);
}

/** Shows the order as it was, no longer being edited. */
export function giveUpEditing(): void {
  const { createdRequest } = readDraft();
  if (createdRequest) changeDraft(draftAfterCreation(createdRequest));
}
