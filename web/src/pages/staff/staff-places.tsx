import {
  IconBuilding,
  IconBuildingBank,
  IconCalendarCheck,
  IconChecklist,
  IconGasStation,
  IconUsers,
} from '@tabler/icons-react';
import type { Queue } from '#contract/backoffice/queues.ts';
import { toNavItem, type CurrentPlace, type Place, type Tab } from '../../layouts/find-place.ts';
import type { NavGroup, NavItem } from '../../layouts/NavEntry.tsx';
import { paths } from '../../paths.ts';

const ICON = { 'aria-hidden': true, stroke: 1.75 } as const;

interface StaffTab extends Tab {
  /** Shown over the page. */
  heading: string;
  /** Queue of the page, as the menu counts it. */
  queue?: Queue;
}

type StaffPlace = Omit<Place, 'tabs' | 'waiting'> & { tabs: readonly StaffTab[] };

/** Every page of the programme's staff, in the order of the menu. A new one is a line here and one in the routes. */
const STAFF_PLACES: readonly StaffPlace[] = [
  {
    title: 'Очередь',
    icon: <IconChecklist {...ICON} />,
    details: /^\/staff\/request\?/,
    tabs: [
      { to: paths.staff, title: 'Заявки', heading: 'Заявки на карты', queue: 'requests' },
      {
        to: paths.staffShipments,
        title: 'Отправка карт',
        heading: 'Отправка карт',
        queue: 'shipments',
        keywords: 'доставка курьер запас пластик',
      },
      { to: paths.staffMatters, title: 'Разбор', heading: 'Ждут разбора', queue: 'matters' },
      {
        to: paths.staffMovements,
        title: 'Движения',
        heading: 'Движения без ответа сети',
        queue: 'movements',
      },
      {
        to: paths.staffDisputes,
        title: 'Споры',
        heading: 'Споры о покупках',
        queue: 'disputes',
        keywords: 'оспорить заправку возврат',
      },
      { to: paths.staffApprovals, title: 'Решения вдвоём', heading: 'Решения вдвоём', queue: 'approvals' },
      {
        to: paths.staffEdm,
        title: 'ЭДО',
        heading: 'Недоставленные документы',
        queue: 'edm',
        keywords: 'электронный документооборот диадок сбис',
      },
    ],
  },
  {
    title: 'Клиенты',
    icon: <IconBuilding {...ICON} />,
    details: /^\/staff\/(clients|people)\/[^/]/,
    tabs: [
      { to: paths.staffClients, title: 'Клиенты', heading: 'Клиенты', keywords: 'компании' },
      { to: paths.staffMessages, title: 'Сообщения', heading: 'СМС и письма' },
    ],
  },
  {
    title: 'Деньги',
    icon: <IconBuildingBank {...ICON} />,
    details: /^\/staff\/network-invoices\/[^/]/,
    tabs: [
      {
        to: paths.staffPayments,
        title: 'Платежи',
        heading: 'Платежи и выписки',
        queue: 'payments',
        keywords: 'банк поступления возвраты',
      },
      {
        to: paths.staffCredits,
        title: 'Кредиты',
        heading: 'Кредиты клиентов',
        keywords: 'лимит долги взыскание пени претензия владельцы',
      },
      {
        to: paths.staffTariffs,
        title: 'Тарифы',
        heading: 'Тарифы и цены карт',
        keywords: 'скидки наценки закупка',
      },
      {
        to: paths.staffMargin,
        title: 'Маржа',
        heading: 'Маржа программы',
        keywords: 'прибыль выручка себестоимость',
      },
      {
        to: paths.staffBooks,
        title: 'Баланс',
        heading: 'Баланс программы',
        keywords: 'баланс программы долг клиентам сетям результат прибыль',
      },
      {
        to: paths.staffNetworkInvoices,
        title: 'Счета сетей',
        heading: 'Счета сетей',
        keywords: 'поставщики акт сверки долг сетям',
      },
      {
        to: paths.staffReconciliation,
        title: 'Сверка',
        heading: 'Сверка учёта',
        queue: 'reconciliation',
      },
    ],
  },
  {
    title: 'Месяц',
    icon: <IconCalendarCheck {...ICON} />,
    tabs: [
      {
        to: paths.staffClosing,
        title: 'Закрытие',
        heading: 'Закрытие месяца',
        keywords: 'закрытие месяца упд акты',
      },
      { to: paths.staffDocuments, title: 'Документы', heading: 'Документы клиентов' },
      {
        to: paths.staffExchange,
        title: 'Выгрузка в 1С',
        heading: 'Выгрузка в 1С',
        keywords: 'бухгалтерия enterprisedata реализация счета-фактуры проводки',
      },
    ],
  },
  {
    title: 'Программа',
    icon: <IconGasStation {...ICON} />,
    tabs: [
      { to: paths.staffPartners, title: 'Сети', heading: 'Сети' },
      { to: paths.staffStations, title: 'АЗС', heading: 'Список АЗС', keywords: 'станции' },
      { to: paths.staffTerms, title: 'Условия', heading: 'Рамочное соглашение' },
      { to: paths.staffWorks, title: 'Работы', heading: 'Технические работы' },
      { to: paths.staffNews, title: 'Новости', heading: 'Новости' },
      { to: paths.staffContacts, title: 'Контакты', heading: 'Контакты программы' },
      {
        to: paths.staffProgramme,
        title: 'Реквизиты',
        heading: 'Реквизиты программы',
        keywords: 'ндс счёт банк инн название подписант',
      },
      {
        to: paths.staffStart,
        title: 'Запуск',
        heading: 'Запуск программы',
        keywords: 'первый день начало настройка',
      },
    ],
  },
  {
    title: 'Люди',
    icon: <IconUsers {...ICON} />,
    tabs: [
      {
        to: paths.staffMembers,
        title: 'Сотрудники',
        heading: 'Сотрудники программы',
        keywords: 'роли права',
      },
      {
        to: paths.staffPhoneChanges,
        title: 'Смена телефона',
        heading: 'Потерянные телефоны',
        queue: 'phones',
      },
      {
        to: paths.staffErasures,
        title: 'Удаление данных',
        heading: 'Просьбы об удалении данных',
        queue: 'erasures',
      },
      { to: paths.staffAudit, title: 'Журнал', heading: 'Журнал действий' },
    ],
  },
];

/** All places of the staff with what waits in each: the sum of its pages. */
export function listStaffPlaces(queues: Partial<Record<Queue, number>>): Place[] {
  const count = ({ queue }: StaffTab) => (queue && queues[queue]) ?? 0;
  return STAFF_PLACES.map((place) => ({
    ...place,
    tabs: place.tabs.map((tab) => ({ ...tab, waiting: count(tab) })),
    waiting: place.tabs.reduce((total, tab) => total + count(tab), 0),
  }));
}

export function toStaffMenu(places: readonly Place[], here: CurrentPlace): NavGroup[] {
  return [{ items: places.map((place) => toNavItem(place, here)) }];
}

/** The four in the bar of a phone. */
export function toStaffBar(places: readonly Place[], here: CurrentPlace): NavItem[] {
  return places.slice(0, 4).map((place) => toNavItem(place, here));
}

/** Returns the title of a page. Pages that stand in no menu are one client, one request, and the person's own. */
export function staffHeading(pathname: string): string {
  const tab = STAFF_PLACES.flatMap(({ tabs }) => tabs).find(({ to }) => to === pathname);
  if (tab) return tab.heading;
  if (pathname.startsWith(`${paths.staffClients}/`)) return 'Клиент';
  if (pathname.startsWith('/staff/people/')) return 'Человек';
  if (pathname.startsWith(`${paths.staffNetworkInvoices}/`)) return 'Счёт сети';
  return OTHER_HEADINGS[pathname] ?? 'Сотрудникам программы';
}

const OTHER_HEADINGS: Readonly<Record<string, string>> = {
  '/staff/request': 'Заявка на карты',
  [paths.staffNotices]: 'Уведомления',
  [paths.staffNoticeChoices]: 'Настройка уведомлений',
  [paths.staffSecurity]: 'Безопасность',
};
