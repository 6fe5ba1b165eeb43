import type { EndpointData } from '#contract/endpoint.ts';
import type { readMonth } from '#contract/insights/months.ts';
import { counted } from '#contract/values/counted.ts';
import type { MonthChoices } from '../../companies/companies/month-choices.ts';
import { formatMonth } from '../../papers/documents/closing/format-month.ts';
import type { MonthReceipts } from '../../money/receipts/receipts.ts';
import type { MonthDisputes, MonthDocuments, MonthTrucks } from './month-store.ts';

export type MonthStep = EndpointData<typeof readMonth>[number];

/** Facts of a month of a company that its steps are made of. */
export interface MonthFacts {
  documents: MonthDocuments | undefined;
  trucks: MonthTrucks | undefined;
  /** Absent if the company takes every step. */
  choices?: MonthChoices | undefined;
  paymentsInReview: number;
  /** Absent where no purchase of the month was ever disputed. */
  disputes?: MonthDisputes | undefined;
  /** Absent where the operator makes none, or the month has none. */
  receipts?: MonthReceipts | undefined;
}

const DOCUMENTS = ['документ', 'документа', 'документов'] as const;
const PAYMENTS = ['платёж', 'платежа', 'платежей'] as const;
const DISPUTES = ['спор', 'спора', 'споров'] as const;
const RECEIPTS = ['чек', 'чека', 'чеков'] as const;
const TRUCKS = ['машины', 'машин', 'машин'] as const;
const CARDS = ['карты', 'карт', 'карт'] as const;

/** Returns the steps of a month in the order in which they are taken. A step that says nothing to the company is left out. */
export function describeMonth(month: string, facts: MonthFacts): MonthStep[] {
  const { documents = NO_DOCUMENTS, trucks, choices, paymentsInReview, disputes, receipts } = facts;
  return [
    ...describeDocuments(month, documents),
    ...(disputes ? [describeDisputes(disputes)] : []),
    {
      key: 'payments',
      title:
        paymentsInReview === 0
          ? 'Все платежи зачислены'
          : `На разборе у программы: ${counted(paymentsInReview, PAYMENTS)} вашей компании`,
      done: paymentsInReview === 0,
      href: '/cabinet/statement',
    },
    ...(receipts ? [describeReceipts(receipts)] : []),
    ...(trucks && trucks.fuelled > 0 ? describeTrucks(trucks, choices) : []),
  ];
}

function describeDisputes({ open, ended }: MonthDisputes): MonthStep {
  return {
    key: 'disputes',
    title:
      open === 0
        ? `Споры о покупках закончены: ${ended}`
        : `Ждут ответа программы: ${counted(open, DISPUTES)} о покупках`,
    done: open === 0,
    href: '/cabinet/disputes',
  };
}

/** A receipt that failed waits for the programme's staff, any other one for the till. */
function describeReceipts({ made, waiting, failed }: MonthReceipts): MonthStep {
  const pending =
    failed > 0
      ? `Касса не сделала ${counted(failed, RECEIPTS)}: этим занимается программа`
      : waiting > 0 && `Касса ещё делает ${counted(waiting, RECEIPTS)} по СБП`;
  return {
    key: 'receipts',
    title: pending || `Чеки по СБП сделаны: ${counted(made, RECEIPTS)}`,
    done: !pending,
    href: '/cabinet/invoices-issued',
  };
}

const NO_DOCUMENTS = { isClosed: false, undecided: 0, unanswered: 0 };

type DocumentFacts = Omit<MonthDocuments, 'companyId'>;

function describeDocuments(month: string, { isClosed, undecided, unanswered }: DocumentFacts): MonthStep[] {
  const name = formatMonth(month);
  const documents = getMonthPath(month);
  return [
    {
      key: 'papers',
      title: isClosed
        ? `Документы за ${name} опубликованы`
        : `Программа ещё не закрыла ${name}: ${undecided > 0 ? 'остальные документы' : 'документы'} появятся после закрытия`,
      done: isClosed,
      href: documents,
    },
    ...(isClosed || undecided > 0 ? [describeConfirmations(undecided)] : []),
    {
      key: 'objections',
      title:
        unanswered === 0
          ? 'Возражений без ответа нет'
          : `Возражения, на которые программа ещё не ответила: ${unanswered}`,
      done: unanswered === 0,
      href: documents,
    },
  ];
}

function describeConfirmations(undecided: number): MonthStep {
  return {
    key: 'confirmations',
    title:
      undecided === 0 ? 'Все документы подтверждены' : `Ждут подтверждения: ${counted(undecided, DOCUMENTS)}`,
    done: undecided === 0,
    href: '/cabinet/documents?waiting=1',
  };
}

function describeTrucks({ unmeasured, cardsWithoutTruck }: MonthTrucks, choices?: MonthChoices): MonthStep[] {
  return [
    {
      key: 'mileage',
      ...(choices?.noMileage
        ? { title: 'Пробег компания не ведёт', done: true }
        : { title: describeMileage(unmeasured), done: unmeasured === 0 }),
      href: '/cabinet/fleet',
    },
    {
      key: 'waybills',
      ...(choices?.noWaybills
        ? { title: 'Путевые листы компания ведёт не здесь', done: true }
        : { title: describeWaybills(cardsWithoutTruck), done: cardsWithoutTruck === 0 }),
      href: '/cabinet',
    },
  ];
}

function describeMileage(unmeasured: number): string {
  return unmeasured === 0
    ? 'Пробег известен у всех машин, которые заправлялись'
    : `Нет пробега у ${counted(unmeasured, TRUCKS)}, которые заправлялись: внесите показания одометра`;
}

function describeWaybills(cardsWithoutTruck: number): string {
  return cardsWithoutTruck === 0
    ? 'Заправки для путевых листов разнесены по машинам'
    : `Для путевых листов укажите машину у ${counted(cardsWithoutTruck, CARDS)}, по которым заправлялись`;
}

/** Page of the documents of a month, which has the archive of the whole month. */
function getMonthPath(month: string): string {
  return `/cabinet/documents?year=${month.slice(0, 4)}&month=${month}`;
}
