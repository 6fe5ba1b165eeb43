import {
  IconArrowsExchange,
  IconBuildings,
  IconChartBar,
  IconCoins,
  IconCreditCard,
  IconFileText,
  IconGasStation,
  IconHome,
  IconSettings,
  IconTruck,
} from '@tabler/icons-react';
import { can, type Role } from '#contract/access.ts';
import { toNavItem, type CurrentPlace, type Place, type Tab } from '../../layouts/find-place.ts';
import type { NavGroup, NavItem } from '../../layouts/NavEntry.tsx';
import { paths } from '../../paths.ts';
import type { WaitingCounts } from './use-waiting-counts.ts';

const ICON = { 'aria-hidden': true, stroke: 1.75 } as const;

/** All places of the cabinet that the role may enter, in the order of the menu. `companies` is how many the user acts for. */
export function listPlaces(role: Role, waiting: WaitingCounts, companies: number): Place[] {
  const settings = listSettings(role);
  return [
    ...(companies > 1
      ? [
          {
            title: 'Компании',
            icon: <IconBuildings {...ICON} />,
            tabs: [{ to: paths.companies, title: 'Компании', keywords: 'клиенты бухгалтерия все компании' }],
          },
        ]
      : []),
    {
      title: 'Сегодня',
      icon: <IconHome {...ICON} />,
      tabs: [{ to: paths.cabinet, title: 'Сегодня', keywords: 'мои главная баланс обзор ждёт решения' }],
      waiting: waiting.all,
    },
    {
      title: 'Карты',
      icon: <IconCreditCard {...ICON} />,
      details:
        /^\/cabinet\/(card(\?|$)|services|create|cards?-pay(ment|out)\/|card-request\?(.*&)?id=|drivers\?(.*&)?card=)/,
      tabs: [
        { to: paths.cardList, title: 'Карты', keywords: 'мои карты список' },
        { to: paths.cardRequests, title: 'Заявки', keywords: 'заявки на карты выпуск акт' },
        {
          to: paths.rules,
          title: 'Правила и лимиты',
          parts: [
            { to: paths.rules, title: 'Общие и группы', keywords: 'правила все карты группы лимиты' },
            {
              to: paths.manyRules,
              title: 'Сразу нескольким',
              keywords:
                'дать назначить правила многим массово несколько карт набор правил профиль шаблон группы',
            },
          ],
        },
      ],
    },
    {
      title: 'Операции',
      icon: <IconArrowsExchange {...ICON} />,
      waiting: waiting.operations,
      tabs: [
        { to: paths.cardTransactions(), title: 'Все', keywords: 'операции последние транзакции заправки' },
        {
          to: paths.declines,
          title: 'Отказы и просьбы',
          waiting: waiting.declines,
          parts: [
            { to: paths.declines, title: 'Отказы', keywords: 'не прошла заправка' },
            { to: paths.disputes, title: 'Споры', keywords: 'оспорить покупку возврат' },
            {
              to: paths.exceptions,
              title: 'Просьбы водителей',
              waiting: waiting.exceptions,
              keywords: 'исключения разрешить заправку',
            },
          ],
        },
        {
          to: paths.signals,
          title: 'Подозрительные',
          waiting: waiting.signals,
          parts: [
            {
              to: paths.signals,
              title: 'Подозрительные заправки',
              short: 'Заправки',
              keywords: 'что не так сигналы потери слив воровство',
            },
            { to: paths.signalRules, title: 'Правила проверки', keywords: 'настроить сигналы' },
          ],
        },
      ],
    },
    {
      title: 'Автопарк',
      icon: <IconTruck {...ICON} />,
      details: /^\/cabinet\/fleet\?(.*&)?truck=/,
      tabs: [
        { to: paths.fleet, title: 'Машины', keywords: 'автопарк транспорт грузовики расход' },
        { to: paths.drivers(), title: 'Водители', keywords: 'добавление водителя' },
        { to: paths.telematics, title: 'Телематика', keywords: 'wialon виалон датчики глонасс' },
      ],
    },
    {
      title: 'АЗС и маршруты',
      short: 'АЗС',
      icon: <IconGasStation {...ICON} />,
      details: /^\/cabinet\/fuel-plans\?(.*&)?(plan|new)=/,
      tabs: [
        { to: paths.map, title: 'Карта АЗС', keywords: 'заправки станции маршрут' },
        {
          to: paths.fuelPlans,
          title: 'Планы заправок',
          keywords: 'рейс поездка дорога где заправиться план маршрут',
        },
      ],
    },
    {
      title: 'Деньги',
      icon: <IconCoins {...ICON} />,
      details: /^\/cabinet\/payment\//,
      tabs: [
        ...(can(role, 'moveMoney')
          ? [
              {
                to: paths.distribute,
                title: 'Счёт',
                keywords: 'распределение распределить деньги по сетям баланс',
              },
            ]
          : []),
        { to: paths.invoices, title: 'Счета', keywords: 'выставленные счета оплата' },
        { to: paths.statement, title: 'Выписка', keywords: 'выписка по счёту акт сверки движения' },
      ],
    },
    {
      title: 'Отчёты',
      icon: <IconChartBar {...ICON} />,
      tabs: [
        { to: paths.transactions, title: 'Сводные', keywords: 'сводные отчёты сводный отчёт расход топлива' },
        {
          to: paths.fleetLitres,
          title: 'Литры',
          keywords: 'литры машин упд норма пробег бак расхождение сверка топлива',
        },
        { to: paths.mailings, title: 'Рассылка', keywords: 'рассылка отчётов на почту' },
      ],
    },
    {
      title: 'Документы',
      icon: <IconFileText {...ICON} />,
      waiting: waiting.documents,
      tabs: [{ to: paths.documents, title: 'Документы', keywords: 'упд закрывающие' }],
    },
    ...(settings.length > 0
      ? [{ title: 'Настройки', icon: <IconSettings {...ICON} />, tabs: settings }]
      : []),
  ];
}

/** Pages of «Настройки». A specialist has none. */
function listSettings(role: Role): Tab[] {
  const isAdmin = can(role, 'assignRoles');
  const programs: Tab[] = [
    ...(can(role, 'moveMoney')
      ? [{ to: paths.exchange, title: '1С и программы', keywords: 'обмен enterprisedata уат' }]
      : []),
    ...(isAdmin
      ? [
          { to: paths.keys, title: 'Ключи и песочница', keywords: 'api программисты токен' },
          { to: paths.webhooks, title: 'Вебхуки', keywords: 'события программисты' },
          { to: paths.developers, title: 'Разработчикам', keywords: 'api документация описание вызовов' },
        ]
      : []),
  ];
  const [first] = programs;
  return [
    ...(isAdmin ? [{ to: paths.permissions, title: 'Доступ', keywords: 'сотрудники права роли' }] : []),
    ...(first ? [{ to: first.to, title: 'Интеграции', parts: programs }] : []),
    ...(isAdmin ? [{ to: paths.audit, title: 'Журнал', keywords: 'журнал действий кто изменил' }] : []),
  ];
}

/** The menu: the work above the line, «Настройки» below it. */
export function toMenu(places: readonly Place[], here: CurrentPlace): NavGroup[] {
  const isSettings = ({ title }: Place) => title === 'Настройки';
  return [places.filter((place) => !isSettings(place)), places.filter(isSettings)]
    .filter((group) => group.length > 0)
    .map((group) => ({ items: group.map((place) => toNavItem(place, here)) }));
}

/** The four places in the bar of a phone. «Карты» opens the first screen, where the cards follow what waits. */
export function toBar(places: readonly Place[], here: CurrentPlace): NavItem[] {
  const find = (title: string) => places.find((place) => place.title === title);
  const [today, cards] = [find('Сегодня'), find('Карты')];
  const bar = [cards, find('Операции'), find('АЗС и маршруты'), find('Документы')];
  return bar
    .filter((place) => place !== undefined)
    .map((place) => ({
      ...toNavItem(place, here),
      title: place.short ?? place.title,
      ...(place === cards && {
        to: paths.cabinet,
        waiting: today?.waiting,
        current: here.place === cards || here.place === today,
      }),
    }));
}
