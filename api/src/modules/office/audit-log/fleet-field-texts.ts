import { CARD_STATUS_TITLE } from '#contract/ids.ts';
import { LAYER_TITLE } from '#contract/rules.ts';
import { FUEL_TITLE } from '#contract/vehicles.ts';
import * as say from './say-values.ts';
import type { FieldText } from './say-values.ts';

/** Fuel, cards, trucks and their rules. */
export const FLEET_FIELD_TEXTS: Readonly<Record<string, FieldText>> = {
  adbluePercent: 'Доля AdBlue, %',
  brand: 'Марка',
  brands: 'Марки АЗС',
  cardId: ['Карта', { refersTo: 'card' }],
  cardIds: ['Карты', { refersTo: 'card' }],
  cardNumber: 'Карта',
  cards: ['Карт', say.cards],
  cgIds: ['Виды топлива', say.goods],
  driverId: ['Водитель', { refersTo: 'driver' }],
  fuel: ['Топливо', say.mapTitles(FUEL_TITLE)],
  goods: ['Виды топлива', say.goods],
  goodsId: ['Топливо', say.goods],
  goodsIds: ['Виды топлива', say.goods],
  goodsGroups: ['Группы товаров', say.mapTitles({ 3: 'дизель', 4: 'бензин', 5: 'газ' })],
  goodsTitle: 'Топливо',
  group: 'Группа машин',
  groupId: ['Группа машин', { refersTo: 'groups' }],
  heightM: 'Высота, м',
  item: ['Карты', say.orderedCards],
  km: ['Пробег, км', say.plain],
  layer: ['Для чего', say.mapTitles(LAYER_TITLE)],
  litres: ['Объём', say.centilitres],
  normLitres100km: ['Норма на 100 км', say.litres],
  plate: 'Номер машины',
  points: ['Путь', say.titled],
  rules: ['Правила', say.rules],
  setId: ['Набор правил', { refersTo: 'sets' }],
  startLitres: ['В баке', say.litres],
  replacesId: ['Вместо плана', { refersTo: 'fuel-plans' }],
  reserveLitres: ['Запас', say.litres],
  station: 'АЗС',
  statusId: ['Состояние', say.mapTitles({ ...CARD_STATUS_TITLE })],
  tankLitres: ['Бак', say.litres],
  winter: 'Зимой',
  vehicleId: ['Машина', { refersTo: 'vehicles' }],
  way: 'Путь',
};
