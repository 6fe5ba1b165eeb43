import { formatPlate } from '#contract/plate.ts';
import { SIGNAL_STATE_TITLE } from '#contract/signals.ts';
import type { Column, Value } from '../../tables/column.ts';
import { CLOSING_STATUS, type Signal } from './signal-labels.ts';

/** Columns of a file of signals. */
export const SIGNAL_COLUMNS: readonly Column<Signal>[] = [
  column('at', 'Когда', ({ operation }) => operation.at, 'moment'),
  column('rule', 'Что не так', ({ rule }) => rule.title),
  column('evidence', 'На чём основано', ({ evidence }) => evidence),
  column('confidence', 'Уверенность, %', ({ confidence }) => confidence, 'count'),
  column('state', 'Состояние', ({ state }) => SIGNAL_STATE_TITLE[state]),
  column('vehicle', 'Машина', ({ vehicle }) => vehicle && formatPlate(vehicle.plate)),
  column('card', 'Карта', ({ card }) => card.card_number, 'number'),
  column('goods', 'Топливо', ({ operation }) => operation.goods),
  column('litres', 'Литры', ({ operation }) => operation.litres, 'litres'),
  column('sum', 'Сумма, ₽', ({ operation }) => operation.sum, 'money'),
  column('station', 'АЗС', ({ operation }) => operation.station),
  column('closing', 'Карта после сигнала', ({ closing }) => closing && CLOSING_STATUS[closing].words),
  column('owner', 'Кто разбирает', ({ owner }) => owner),
  column('note', 'Пояснение', ({ note }) => note || null),
];

function column(
  key: string,
  header: string,
  value: (item: Signal) => Value,
  kind: Column<Signal>['kind'] = 'text',
): Column<Signal> {
  return { key, header, kind, value, cell: value };
}
