import {
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
import type { ComponentType } from 'react';
import type { Queue } from '#contract/queues.ts';
import { paths } from '../../paths.ts';

export interface StaffPlace {
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
export const STAFF_GROUPS: readonly { title: string; places: readonly StaffPlace[] }[] = [
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
export const STAFF_BAR: readonly string[] = [
  paths.staff,
  paths.staffClients,
  paths.staffPayments,
  paths.staffMatters,
];
