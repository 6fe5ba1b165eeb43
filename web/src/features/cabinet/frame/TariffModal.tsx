import { downloadFuelContract, listPartners } from '#contract/orders/orders.ts';
import { useRead } from '../../../state/use-call.ts';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { ExternalLink } from '../../../ui/text/TextLink.tsx';
import { WidgetRow } from './WidgetRow.tsx';
import styles from './TariffModal.module.css';

/** The tariff policy: the price of a card of each network, and where the rest is written. */
export function TariffModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Тарифная политика">
      {opened && <Tariffs />}
    </Modal>
  );
}

function Tariffs() {
  const partners = useRead(listPartners);
  // An answer that an earlier version has stored has none.
  const meta = partners.data?.meta as { delivery_price: number } | undefined;
  const delivery = meta?.delivery_price ?? 0;
  if (partners.isPending) return <TextSkeleton count={4} />;
  if (!partners.data) return <LoadError onReload={() => void partners.refetch()} />;
  return (
    <Stack>
      <h3>Выпуск одной карты</h3>
      <ul>
        {partners.data.data.map((partner) => (
          <WidgetRow
            key={partner.id}
            title={partner.title}
            action={
              <span className={styles.price}>
                {partner.active ? <Money value={partner.card_price} /> : 'будет подключена'}
              </span>
            }
          />
        ))}
      </ul>
      <p className="ink-2 type-small">
        {delivery > 0 && (
          <>
            Доставка карт одной заявки — <Money value={delivery} />.{' '}
          </>
        )}
        Цена карты списывается со счёта компании, когда сеть её выпускает. Топливо отпускается по цене
        заправки на момент покупки. Остальные условия записаны в договоре.
      </p>
      <Row>
        <ExternalLink href={downloadFuelContract.path} target="_blank">
          Договор топливной программы
        </ExternalLink>
      </Row>
    </Stack>
  );
}
