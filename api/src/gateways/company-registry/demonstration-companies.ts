import type { CompanyState, RegistryCompany } from './company-registry.ts';
import { withOgrnControlDigit } from './control-digits.ts';
import { inventedPhone } from './invent-company.ts';

/** The registry fails for this INN, so that its failure can be shown. Its control digits are correct. */
export const INN_OF_REGISTRY_FAILURE = '5047000661';

type Place = [city: string, street: string, house: string];

/**
 * The companies of the demonstration. Their numbers pass every control sum and were made up; a coincidence with a real
 * registration means nothing. The first two are free to join (docs/calls.md 8).
 */
export const DEMONSTRATION_COMPANIES: readonly RegistryCompany[] = [
  company('5047123455', 'Попутный груз', 'Орлов Дмитрий Сергеевич', ['Химки', 'Ленинградская', '12']),
  soleTrader('500100732259', 'Соколов Андрей Петрович', ['Балашиха', 'Советская', '5']),
  company('5052018343', 'Дальний рейс', 'Кузнецова Марина Викторовна', ['Фрязино', 'Заводской проезд', '3']),
  company('7804129078', 'Невский тракт', 'Белов Игорь Николаевич', ['Санкт-Петербург', 'Софийская', '66']),
  company('1655033418', 'Волга-Карго', 'Хасанов Ринат Маратович', ['Казань', 'Магистральная', '77']),
  company('5402067188', 'Сибирский перевозчик', 'Лебедева Ольга Ивановна', [
    'Новосибирск',
    'Станционная',
    '30/1',
  ]),
  company('6168014526', 'Донские линии', 'Ткаченко Павел Андреевич', ['Ростов-на-Дону', 'Доватора', '158']),
  soleTrader('770211803441', 'Морозова Елена Алексеевна', ['Москва', 'Дубининская', '57']),
  soleTrader('590445671942', 'Пермяков Виктор Олегович', ['Пермь', 'Героев Хасана', '105']),
  company(
    '6671055834',
    'Урал-Экспедиция',
    'Зырянов Олег Борисович',
    ['Екатеринбург', 'Блюхера', '88'],
    'reorganizing',
  ),
  company(
    '6312049764',
    'Самарский обоз',
    'Мельников Юрий Павлович',
    ['Самара', 'Алма-Атинская', '29'],
    'liquidating',
  ),
  company(
    '2311092840',
    'Кубань-Рефрижератор',
    'Шевченко Роман Ильич',
    ['Краснодар', 'Уральская', '126'],
    'bankrupt',
  ),
  company(
    '5257031602',
    'Нижегородский извоз',
    'Громов Степан Львович',
    ['Нижний Новгород', 'Гороховецкая', '14'],
    'liquidated',
  ),
];

function company(
  inn: string,
  name: string,
  director: string,
  place: Place,
  state: CompanyState = 'active',
): RegistryCompany {
  return {
    inn,
    kpp: `${inn.slice(0, 4)}01001`,
    ogrn: withOgrnControlDigit(`112${inn.slice(0, 2)}${inn.slice(2, 9)}`),
    title: `ООО «${name}»`,
    legalForm: 'ООО',
    director,
    address: toAddress(place),
    state,
    phones: [inventedPhone(inn)],
  };
}

function soleTrader(inn: string, name: string, place: Place): RegistryCompany {
  return {
    inn,
    kpp: null,
    ogrn: withOgrnControlDigit(`315${inn.slice(0, 11)}`),
    title: `ИП ${name}`,
    legalForm: 'ИП',
    director: name,
    address: toAddress(place),
    state: 'active',
    phones: [inventedPhone(inn)],
  };
}

function toAddress([city, street, house]: Place): RegistryCompany['address'] {
  return { city, street, house };
}
