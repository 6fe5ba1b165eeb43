import {
  IconBuilding,
  IconBuildingBank,
  IconChecklist,
  IconCoin,
  IconCreditCard,
  IconDiscount,
  IconFileAlert,
  IconFingerprint,
  IconHourglass,
  IconListSearch,
  IconLogout,
  IconPhoneOff,
  IconScale,
  IconUserShield,
  IconUsers,
  IconShieldLock,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { hasFuelAccess, useSession } from '../../server/session.ts';
import { useStayWhileActive } from '../../state/use-stay-while-active.ts';
import { useOperator } from '../../state/use-operator.ts';
import { SignOutModal } from '../../features/cabinet/SignOutModal.tsx';
import { CabinetLayout } from '../../layouts/CabinetLayout.tsx';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import { paths } from '../../paths.ts';
import { personOf } from '../cabinet/cabinet-places.tsx';
import { Announcer } from '../../ui/Announcer.tsx';

/** In the order of the navigation: `title` is shown there, `heading` over the page. */
const SECTIONS = [
  { to: paths.staff, title: 'Заявки', heading: 'Заявки на карты', Icon: IconChecklist },
  { to: paths.staffClients, title: 'Клиенты', heading: 'Клиенты', Icon: IconBuilding },
  { to: paths.staffPayments, title: 'Платежи', heading: 'Платежи и выписки', Icon: IconBuildingBank },
  { to: paths.staffMovements, title: 'Движения', heading: 'Движения без ответа сети', Icon: IconHourglass },
  { to: paths.staffMatters, title: 'Разбор', heading: 'Ждут разбора', Icon: IconListSearch },
  { to: paths.staffEdm, title: 'ЭДО', heading: 'Недоставленные документы', Icon: IconFileAlert },
  { to: paths.staffTariffs, title: 'Тарифы', heading: 'Тарифы и цены карт', Icon: IconDiscount },
  { to: paths.staffCredits, title: 'Кредиты', heading: 'Кредиты клиентов', Icon: IconCoin },
  { to: paths.staffReconciliation, title: 'Сверка', heading: 'Сверка учёта', Icon: IconScale },
  { to: paths.staffApprovals, title: 'Подтверждения', heading: 'Подтверждения', Icon: IconUsers },
  { to: paths.staffMembers, title: 'Сотрудники', heading: 'Сотрудники программы', Icon: IconUserShield },
  {
    to: paths.staffPhoneChanges,
    title: 'Смена телефона',
    heading: 'Потерянные телефоны',
    Icon: IconPhoneOff,
  },
];

/** Of one request: it belongs to their list. */
const REQUEST_PLACE = '/staff/request';

/** The staff's pages: requests to approve, statements to load, payments that could not be placed. */
export default function StaffShell() {
  const place = useLocation().pathname.replace(/\/$/, '');
  const operator = useOperator();
  const session = useSession();
  const [leaving, setLeaving] = useState(false);
  const isRequest = place === REQUEST_PLACE;
  const own = place === paths.staffSecondFactor ? 'Второй фактор' : 'Сотрудникам программы';
  const heading = isRequest
    ? 'Заявка на карты'
    : (SECTIONS.find(({ to }) => to === place)?.heading ??
      (place.startsWith(`${paths.staffClients}/`) ? 'Клиент' : own));
  const sections = SECTIONS.map(({ to, title, Icon }) => ({
    to,
    title,
    icon: <Icon aria-hidden="true" stroke={1.75} />,
    current:
      place === to || (isRequest && to === paths.staff) || (to !== paths.staff && place.startsWith(`${to}/`)),
  }));
  useDocumentTitle(heading, operator.name);
  useStayWhileActive();

  return (
    <CabinetLayout
      operatorName={operator.name}
      home={{ to: paths.staff, label: 'заявки на карты' }}
      title={heading}
      groups={[{ items: sections }]}
      bar={sections.slice(0, 4)}
      person={{ ...personOf(session), note: 'Сотрудник программы' }}
      personActions={[
        ...(hasFuelAccess(session)
          ? [
              {
                key: 'cabinet',
                label: 'Личный кабинет',
                icon: <IconCreditCard aria-hidden="true" stroke={1.75} />,
                to: paths.cabinet,
              },
            ]
          : []),
        {
          key: 'security',
          label: 'Безопасность',
          icon: <IconShieldLock aria-hidden="true" stroke={1.75} />,
          to: paths.staffSecurity,
        },
        {
          key: 'second-factor',
          label: 'Второй фактор',
          icon: <IconFingerprint aria-hidden="true" stroke={1.75} />,
          to: paths.staffSecondFactor,
        },
        {
          key: 'exit',
          label: 'Выйти',
          icon: <IconLogout aria-hidden="true" stroke={1.75} />,
          onSelect: () => setLeaving(true),
        },
      ]}
    >
      <Outlet />
      <Announcer />
      <SignOutModal opened={leaving} onClose={() => setLeaving(false)} />
    </CabinetLayout>
  );
}
