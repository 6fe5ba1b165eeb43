import {
  IconBell,
  IconCreditCard,
  IconLogout,
  IconShieldLock,
  IconAddressBook,
  IconBuilding,
  IconBuildingBank,
  IconCalendarCheck,
  IconChecklist,
  IconCoin,
  IconDiscount,
  IconFileAlert,
  IconFileText,
  IconGasStation,
  IconHistory,
  IconHourglass,
  IconListSearch,
  IconMessage,
  IconNews,
  IconPhoneOff,
  IconPlugConnected,
  IconScale,
  IconSignature,
  IconTool,
  IconUserShield,
  IconUserX,
  IconUsers,
} from '@tabler/icons-react';
import { useState, type ComponentType } from 'react';
import { Outlet, useLocation } from 'react-router';
import { countQueues, type Queue } from '#contract/backoffice/queues.ts';
import { STAFF_ROLE_TITLE } from '#contract/staff-access.ts';
import { hasFuelAccess, useSession } from '../../server/session.ts';
import { useStayWhileActive } from '../../state/use-stay-while-active.ts';
import { useRead } from '../../state/use-call.ts';
import { useOperator } from '../../state/use-operator.ts';
import { useUnread } from '../../features/account/notices/use-unread.ts';
import { SignOutModal } from '../../features/cabinet/frame/SignOutModal.tsx';
import { CabinetLayout } from '../../layouts/CabinetLayout.tsx';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import { paths } from '../../paths.ts';
import { toPerson } from '../cabinet/cabinet-places.tsx';
import { Announcer } from '../../ui/layers/Announcer.tsx';

const REFRESH_MS = 30_000;

/** Page of one request. It belongs to the list of requests. */
const REQUEST_PLACE = '/staff/request';

/** Pages that stand in no menu: one client, and the person's own. */
function ownHeading(place: string): string {
  if (place.startsWith(`${paths.staffClients}/`)) return 'Клиент';
  if (place === paths.staffNotices) return 'Уведомления';
  if (place === paths.staffNoticeChoices) return 'Настройка уведомлений';
  return place === paths.staffSecurity ? 'Безопасность' : 'Сотрудникам программы';
}

/** The staff's pages: requests to approve, statements to load, payments that could not be placed. */
export default function StaffShell() {
  const place = useLocation().pathname.replace(/\/$/, '');
  const operator = useOperator();
  const session = useSession();
  const [leaving, setLeaving] = useState(false);
  const queues = useRead(countQueues, {}, { refetchMs: REFRESH_MS });
  const isRequest = place === REQUEST_PLACE;
  const heading = isRequest
    ? 'Заявка на карты'
    : (STAFF_GROUPS.flatMap(({ places }) => places).find(({ to }) => to === place)?.heading ??
      ownHeading(place));
  const unread = useUnread(true);
  const bell = {
    to: paths.staffNotices,
    title: 'Уведомления',
    icon: <IconBell aria-hidden="true" stroke={1.75} />,
    current: place.startsWith(paths.staffNotices),
    waiting: unread,
    calls: true as const,
  };
  const places = STAFF_GROUPS.map(({ title, places }) => ({
    title,
    items: places.map(({ to, title: label, Icon, queue }) => ({
      to,
      title: label,
      icon: <Icon aria-hidden="true" stroke={1.75} />,
      current:
        place === to ||
        (isRequest && to === paths.staff) ||
        (to !== paths.staff && place.startsWith(`${to}/`)),
      waiting: queue && queues.data?.data[queue],
    })),
  }));
  const groups = [{ items: [bell] }, ...places];
  const all = groups.flatMap(({ items }) => items);
  useDocumentTitle(heading, operator.name);
  useStayWhileActive();

  return (
    <CabinetLayout
      operatorName={operator.name}
      home={{ to: paths.staff, label: 'заявки на карты' }}
      title={heading}
      groups={groups}
      bar={STAFF_BAR.flatMap((to) => all.find((item) => item.to === to) ?? [])}
      person={{
        ...toPerson(session),
        note: session.profile?.staff_role
          ? STAFF_ROLE_TITLE[session.profile.staff_role]
          : 'Сотрудник программы',
      }}
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

interface StaffPlace {
  to: string;
  /** Shown in the menu. */
  title: string;
  /** Shown over the page. */
  heading: string;
  Icon: ComponentType<{ 'aria-hidden': 'true'; stroke: number }>;
  /** Queue of the page, as the menu counts it. */
  queue?: Queue;
}

/** Every place of the programme's staff, in the order of the menu. A new one is a line here and one in the routes. */
const STAFF_GROUPS: readonly { title: string; places: readonly StaffPlace[] }[] = [
  {
    title: 'Работа',
    places: [
      {
        to: paths.staff,
        title: 'Заявки',
        heading: 'Заявки на карты',
        Icon: IconChecklist,
        queue: 'requests',
      },
      {
        to: paths.staffApprovals,
        title: 'Решения вдвоём',
        heading: 'Решения вдвоём',
        Icon: IconUsers,
        queue: 'approvals',
      },
      {
        to: paths.staffMatters,
        title: 'Разбор',
        heading: 'Ждут разбора',
        Icon: IconListSearch,
        queue: 'matters',
      },
      {
        to: paths.staffMovements,
        title: 'Движения',
        heading: 'Движения без ответа сети',
        Icon: IconHourglass,
        queue: 'movements',
      },
      {
        to: paths.staffEdm,
        title: 'ЭДО',
        heading: 'Недоставленные документы',
        Icon: IconFileAlert,
        queue: 'edm',
      },
      { to: paths.staffClients, title: 'Клиенты', heading: 'Клиенты', Icon: IconBuilding },
      { to: paths.staffMessages, title: 'Сообщения', heading: 'СМС и письма', Icon: IconMessage },
    ],
  },
  {
    title: 'Деньги',
    places: [
      {
        to: paths.staffPayments,
        title: 'Платежи',
        heading: 'Платежи и выписки',
        Icon: IconBuildingBank,
        queue: 'payments',
      },
      {
        to: paths.staffClosing,
        title: 'Закрытие месяца',
        heading: 'Закрытие месяца',
        Icon: IconCalendarCheck,
      },
      {
        to: paths.staffTariffs,
        title: 'Тарифы',
        heading: 'Тарифы и цены карт',
        Icon: IconDiscount,
      },
      { to: paths.staffCredits, title: 'Кредиты', heading: 'Кредиты клиентов', Icon: IconCoin },
      {
        to: paths.staffReconciliation,
        title: 'Сверка',
        heading: 'Сверка учёта',
        Icon: IconScale,
        queue: 'reconciliation',
      },
    ],
  },
  {
    title: 'Программа',
    places: [
      { to: paths.staffDocuments, title: 'Документы', heading: 'Документы клиентов', Icon: IconFileText },
      { to: paths.staffPartners, title: 'Сети', heading: 'Сети', Icon: IconPlugConnected },
      { to: paths.staffStations, title: 'АЗС', heading: 'Список АЗС', Icon: IconGasStation },
      { to: paths.staffTerms, title: 'Условия', heading: 'Рамочное соглашение', Icon: IconSignature },
      { to: paths.staffWorks, title: 'Работы', heading: 'Технические работы', Icon: IconTool },
      { to: paths.staffNews, title: 'Новости', heading: 'Новости', Icon: IconNews },
      { to: paths.staffContacts, title: 'Контакты', heading: 'Контакты программы', Icon: IconAddressBook },
    ],
  },
  {
    title: 'Люди',
    places: [
      { to: paths.staffAudit, title: 'Журнал', heading: 'Журнал действий', Icon: IconHistory },
      { to: paths.staffMembers, title: 'Сотрудники', heading: 'Сотрудники программы', Icon: IconUserShield },
      {
        to: paths.staffPhoneChanges,
        title: 'Смена телефона',
        heading: 'Потерянные телефоны',
        Icon: IconPhoneOff,
        queue: 'phones',
      },
      {
        to: paths.staffErasures,
        title: 'Удаление данных',
        heading: 'Просьбы об удалении данных',
        Icon: IconUserX,
        queue: 'erasures',
      },
    ],
  },
];

/** The four in the bar of a phone. */
const STAFF_BAR: readonly string[] = [
  paths.staff,
  paths.staffClients,
  paths.staffPayments,
  paths.staffMatters,
];
