import { useState } from 'react';
import { can } from '#contract/access.ts';
import { listDrivers } from '#contract/cards/drivers.ts';
import { readEdm, type EDM_STATES } from '#contract/papers/edm.ts';
import { downloadStationList } from '#contract/programme/stations.ts';
import { useRole, useSession } from '../../server/session.ts';
import { useRead } from '../../state/use-call.ts';
import { lazyDialog } from '../../ui/layers/lazy-dialog.tsx';
import { TenderCount } from '../../features/cabinet/frame/TenderCount.tsx';
import { WidgetRow } from '../../features/cabinet/frame/WidgetRow.tsx';
import { formatMoney } from '../../lib/format.ts';
import { counted } from '#contract/values/counted.ts';
import { paths } from '../../paths.ts';
import { Button, buttonClass, ButtonLink } from '../../ui/Button.tsx';
import { Panel } from '../../ui/Panel.tsx';
import styles from './CabinetWidgets.module.css';

const BalanceAlertModal = lazyDialog(
  async () => (await import('../../features/cabinet/balance-alert/BalanceAlertModal.tsx')).BalanceAlertModal,
  ({ opened }) => opened,
);
const TariffModal = lazyDialog(
  async () => (await import('../../features/cabinet/frame/TariffModal.tsx')).TariffModal,
  ({ opened }) => opened,
);
const EdmModal = lazyDialog(
  async () => (await import('../../features/cabinet/edm/EdmModal.tsx')).EdmModal,
  ({ opened }) => opened,
);

/** Beside the cards: connected services, drivers, station lists, news, tariff policy, tenders (spec section 2). */
export function CabinetWidgets() {
  const [opened, setOpened] = useState<'edm' | 'alert' | 'tariffs' | null>(null);
  const close = () => setOpened(null);
  const { profile } = useSession();
  return (
    <>
      <Panel title="Подключённые услуги" className={styles.panel}>
        <ul>
          <EdmRow onConnect={() => setOpened('edm')} opened={opened === 'edm'} onClose={close} />
          <AlertRow onChange={() => setOpened('alert')} />
        </ul>
      </Panel>
      <Panel className={styles.panel} aria-label="Сервисы">
        <ul>
          <DriversRow />
          <WidgetRow
            title="Список АЗС"
            action={
              <a href={downloadStationList.path} download className={buttonClass(QUIET)}>
                Скачать
              </a>
            }
          />
          <WidgetRow
            title="Новости"
            action={
              <ButtonLink to={paths.cabinetNews} {...QUIET} aria-label="Читать новости">
                Читать
              </ButtonLink>
            }
          />
          <WidgetRow
            title="Тарифная политика"
            action={
              <Button {...QUIET} onClick={() => setOpened('tariffs')} aria-label="Смотреть тарифную политику">
                Смотреть
              </Button>
            }
          />
          <TenderCount />
        </ul>
      </Panel>
      <BalanceAlertModal
        opened={opened === 'alert'}
        onClose={close}
        threshold={profile?.company?.client?.threshold ?? null}
      />
      <TariffModal opened={opened === 'tariffs'} onClose={close} />
    </>
  );
}

const QUIET = { variant: 'quiet', size: 'small' } as const;
const READ_ONLY = 'У вас просмотр: менять может менеджер или администратор';

type EdmRowProps = { opened: boolean; onConnect: () => void; onClose: () => void };

function EdmRow({ opened, onConnect, onClose }: EdmRowProps) {
  const { profile } = useSession();
  const mayConnect = can(useRole(), 'confirmDocument');
  const edm = useRead(readEdm, {}, { refetchMs: (last) => isAsked(last?.data.state) && RECHECK_MS });
  const known = profile?.company?.client?.uses_edo ? 'accepted' : 'none';
  const { state, reason, roaming } = edm.data?.data ?? { state: known, reason: null, roaming: null };
  return (
    <WidgetRow
      title="ЭДО"
      action={
        state === 'accepted' ? undefined : (
          <Button
            {...QUIET}
            onClick={onConnect}
            disabled={!mayConnect || isAsked(state)}
            disabledReason={mayConnect ? 'Запрос уже отправлен' : READ_ONLY}
            aria-label="Подключить ЭДО"
          >
            Подключить
          </Button>
        )
      }
    >
      {EDM_LABELS[state]}
      {reason && `. ${reason}`}
      {roaming && `. Роуминг: ваш оператор — ${roaming}, документы идут дольше`}
      <EdmModal opened={opened} onClose={onClose} phone={profile?.masked_phone} />
    </WidgetRow>
  );
}

/** Poll interval. The state changes at the EDM operator, without any action here. */
const RECHECK_MS = 5000;

function isAsked(state: EdmState | undefined): boolean {
  return state === 'requested' || state === 'invited';
}

type EdmState = (typeof EDM_STATES)[number];

const EDM_LABELS: Record<EdmState, string> = {
  none: 'Не подключён',
  requested: 'Запрос отправлен',
  invited: 'Приглашение ждёт у вашего оператора',
  accepted: 'Подключён',
  rejected: 'Приглашение отклонено',
  roaming_required: 'Сначала настройте роуминг у своего оператора',
  failed: 'Не получилось подключить',
};

function AlertRow({ onChange }: { onChange: () => void }) {
  const threshold = useSession().profile?.company?.client?.threshold ?? null;
  const mayChange = can(useRole(), 'moveMoney');
  const label = threshold === null ? 'Настроить' : 'Изменить';
  return (
    <WidgetRow
      title="СМС об остатке баланса"
      action={
        <Button
          {...QUIET}
          onClick={onChange}
          disabled={!mayChange}
          disabledReason={READ_ONLY}
          aria-label={`${label} СМС об остатке баланса`}
        >
          {label}
        </Button>
      }
    >
      {threshold === null ? 'Не установлено' : `Когда останется ${formatMoney(threshold)}`}
    </WidgetRow>
  );
}

function DriversRow() {
  const drivers = useRead(listDrivers);
  return (
    <WidgetRow
      title="Водители"
      action={
        <ButtonLink to={paths.drivers()} {...QUIET} aria-label="Открыть список водителей">
          Открыть
        </ButtonLink>
      }
    >
      {drivers.data && counted(drivers.data.data.length, ['водитель', 'водителя', 'водителей'])}
    </WidgetRow>
  );
}
