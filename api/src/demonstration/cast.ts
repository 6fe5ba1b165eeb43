import { PARTNER, type FirstPartnerId } from '#contract/ids.ts';
import type { PlannedDriver, PlannedPerson } from './plan.ts';

/** The people and things of the demonstration. Names and numbers are made up. */

/** A phone without a company, to sign in and order the first cards with. */
export const NEWCOMER: PlannedPerson = {
  phone: '79000000009',
  firstname: 'Пётр',
  lastname: 'Новиков',
  email: 'novikov@example.ru',
  role: 'none',
};

/** The carrier directory knows it: signing in answers error 10114. */
export const CARRIER_PHONE = '79000000014';

export const STAFF = { firstname: 'Ольга', lastname: 'Ветрова', email: 'vetrova@example.ru' };

/** Second owner of the programme, so that an action of two people can be shown on one machine. */
export const SECOND_OWNER: PlannedPerson = {
  phone: '79000000010',
  firstname: 'Игорь',
  lastname: 'Самарин',
  email: 'samarin@example.ru',
  role: 'none',
};

export const MAIN_INN = '5052018343';
export const MAIN_PEOPLE: readonly PlannedPerson[] = [
  {
    phone: '79000000001',
    firstname: 'Марина',
    lastname: 'Кузнецова',
    email: 'kuznetsova@dalniy-reis.example',
    role: 'admin',
  },
  {
    phone: '79000000002',
    firstname: 'Сергей',
    lastname: 'Лапин',
    email: 'lapin@dalniy-reis.example',
    role: 'manager',
  },
  {
    phone: '79000000003',
    firstname: 'Юлия',
    lastname: 'Дорофеева',
    email: 'dispatch@dalniy-reis.example',
    role: 'specialist',
  },
];

export const MAIN_DRIVERS: readonly PlannedDriver[] = (
  [
    'Абрамов Илья Викторович',
    'Баранов Константин Олегович',
    'Васильев Роман Игоревич',
    'Гусев Алексей Петрович',
    'Ежов Михаил Сергеевич',
    'Зайцев Николай Андреевич',
    'Ковалёв Денис Юрьевич',
    'Медведев Антон Павлович',
    'Осипов Виктор Дмитриевич',
    'Рябов Евгений Александрович',
    'Тимофеев Владимир Ильич',
    'Шубин Артём Валерьевич',
  ] as const
).map((full, index) => {
  const [surname = '', name = '', patronymic = ''] = full.split(' ');
  return { surname, name, patronymic, phone: index % 5 === 4 ? null : `7900555${String(1000 + index * 37)}` };
});

/** Accountant of the small company and, as a further one, of the company that owes. */
export const ACCOUNTANT: PlannedPerson = {
  phone: '79000000004',
  firstname: 'Наталья',
  lastname: 'Орлова',
  email: 'orlova@nevskiy-trakt.example',
  role: 'manager',
};

export const SMALL_INN = '7804129078';
export const SMALL_PEOPLE: readonly PlannedPerson[] = [
  {
    phone: '79000000021',
    firstname: 'Игорь',
    lastname: 'Белов',
    email: 'belov@nevskiy-trakt.example',
    role: 'admin',
  },
  ACCOUNTANT,
];
export const SMALL_DRIVERS: readonly PlannedDriver[] = [
  { surname: 'Яковлев', name: 'Пётр', patronymic: 'Андреевич', phone: '79005557001' },
  { surname: 'Фомин', name: 'Глеб', patronymic: 'Олегович', phone: '79005557002' },
];

/** The company that owes, so that the staff's list of clients has one who is late. */
export const DEBTOR_INN = '6168014526';
export const DEBTOR_PEOPLE: readonly PlannedPerson[] = [
  {
    phone: '79000000031',
    firstname: 'Павел',
    lastname: 'Ткаченко',
    email: 'tkachenko@donskie-linii.example',
    role: 'admin',
  },
];

/** Fuel use of a vehicle. Money in rubles. */
export interface VehicleKind {
  models: readonly string[];
  everyDays: number;
  litres: readonly [least: number, most: number];
  /** Ids of goods; the first is its usual fuel. */
  goods: readonly number[];
  hours: readonly [first: number, last: number];
  worksOnSundays: boolean;
  /** Sum up to which the card is filled. */
  fullCardRubles: number;
}

export const TRUCK: VehicleKind = {
  models: ['Scania R450', 'Volvo FH', 'КамАЗ-54901', 'МАЗ-5440', 'DAF XF', 'Sitrak C7H'],
  everyDays: 2.5,
  litres: [110, 250],
  goods: [301, 302, 303],
  hours: [5, 23],
  worksOnSundays: true,
  fullCardRubles: 29_000,
};

export const VAN: VehicleKind = {
  models: ['ГАЗель Next', 'ГАЗон Next', 'Валдай 12', 'Соболь NN', 'Atego 1222'],
  everyDays: 3.2,
  litres: [38, 74],
  goods: [301, 302],
  hours: [7, 20],
  worksOnSundays: false,
  fullCardRubles: 14_000,
};

export const CAR: VehicleKind = {
  models: ['Lada Largus', 'Lada Vesta', 'Haval Jolion'],
  everyDays: 4.4,
  litres: [28, 46],
  goods: [402, 401],
  hours: [8, 21],
  worksOnSundays: false,
  fullCardRubles: 9000,
};

export const GAS_VAN: VehicleKind = {
  models: ['ГАЗель Бизнес (газ)'],
  everyDays: 2.9,
  litres: [45, 68],
  goods: [501, 401],
  hours: [7, 20],
  worksOnSundays: false,
  fullCardRubles: 8000,
};

/** Brands whose stations accept a network's card. */
export const BRANDS_BY_PARTNER: Record<FirstPartnerId, readonly string[]> = {
  [PARTNER.rn]: ['Роснефть', 'Башнефть'],
  [PARTNER.gpn]: ['Газпромнефть'],
  [PARTNER.third]: ['Татнефть'],
  [PARTNER.other]: ['Лукойл', 'Teboil', 'Трасса', 'ПТК', 'Нефтьмагистраль', 'Независимая АЗС'],
};

/** Routes of the trucks: highways out of Moscow. */
export const ROAD_CORRIDORS: readonly (readonly string[])[] = [
  ['М-4'],
  ['М-7', 'М-12'],
  ['М-10', 'М-11'],
  ['М-5'],
  ['М-4', 'Р-217'],
  ['М-8'],
  ['М-2'],
  ['М-1'],
];

/** Regions where vans and cars stay. */
export const HOME_REGIONS: readonly string[] = [
  'Москва',
  'Московская область',
  'Владимирская область',
  'Тульская область',
  'Калужская область',
  'Тверская область',
];

export const NORTH_WEST_REGIONS: readonly string[] = [
  'Санкт-Петербург',
  'Ленинградская область',
  'Новгородская область',
  'Псковская область',
];
