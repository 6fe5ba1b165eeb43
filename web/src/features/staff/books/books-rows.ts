import type { Books } from '#contract/backoffice/books.ts';
import { paths } from '../../../paths.ts';

/** One line of the trial balance, in rubles. */
export interface BooksRow {
  key: string;
  side: 'Актив' | 'Пассив';
  /** Part of the side: whose money it is. */
  part: string;
  title: string;
  sum: number;
  /** Page that lists the parts of the figure. Null for totals. */
  to: string | null;
  /** That page shows the list of today, whatever the day of the balance. */
  isOfToday: boolean;
}

type NetworkTitles = ReadonlyMap<number, string>;

const PROGRAMME: readonly (readonly [key: keyof Books['programme'], title: string, to: string])[] = [
  ['discounts', 'Скидки', paths.staffTariffs],
  ['surcharges', 'Наценки', paths.staffTariffs],
  ['fees', 'Сборы', paths.staffTariffs],
  ['card_fees', 'Плата за карты', `${paths.staffTariffs}?tab=cards`],
  ['corrections', 'Исправления балансов', paths.staffClients],
];

/** Lists the programme's assets: money that clients have paid in and their debts. */
export function listAssets(books: Books, isPast: boolean): BooksRow[] {
  const received = isPast ? `${paths.staffPayments}?to=${books.date}` : paths.staffPayments;
  const paid = sumUp(books.networks.map((network) => network.paid));
  return [
    asset('received', 'Банк', 'Деньги клиентов в банке', toCents(books.received - paid), received),
    asset(
      'unplaced',
      'Банк',
      'Поступления без клиента',
      books.unplaced,
      `${paths.staffPayments}?state=review`,
    ),
    ...listBonuses(books).map((sum) =>
      asset('bonuses', 'Банк', 'Бонусы сетей', sum, `${paths.staffPayments}?state=network`),
    ),
    asset(
      'debt',
      'Клиенты',
      'Неоплаченное топливо клиентов',
      books.clients.debt,
      `${paths.staffClients}?sort=-debt`,
    ),
    ...disputed(books, (sum) =>
      asset('dispute-reserve', 'Программа', 'Резерв под споры', sum, paths.staffDisputes),
    ),
  ];
}

/** Lists to whom it belongs: clients, networks, and the programme itself. */
export function listLiabilities(books: Books, titles: NetworkTitles): BooksRow[] {
  const { clients, programme } = books;
  const byBalance = (key: string) => `${paths.staffClients}?sort=-${key}`;
  return [
    liability(
      'unallocated',
      'Клиенты',
      'Нераспределено, за вычетом взятого в кредит',
      clients.unallocated,
      byBalance('unallocated'),
    ),
    liability('partners', 'Клиенты', 'На счетах сетей', clients.partners, byBalance('own')),
    liability('cards', 'Клиенты', 'На картах', clients.cards, byBalance('own')),
    liability('in_transit', 'Клиенты', 'В пути', clients.in_transit, paths.staffMovements),
    ...disputed(books, (sum) =>
      liability('dispute-hold', 'Клиенты', 'На удержании по спорам', sum, paths.staffDisputes),
    ),
    liability(
      'unplaced-due',
      'Не разобрано',
      'Поступления без клиента',
      books.unplaced,
      `${paths.staffPayments}?state=review`,
    ),
    ...books.networks.map((network) =>
      liability(
        `network-${network.partner_id}`,
        'Сети',
        titles.get(network.partner_id) ?? `Сеть № ${network.partner_id}`,
        network.balance,
        `${paths.staffNetworkInvoices}?tab=networks`,
      ),
    ),
    ...PROGRAMME.map(([key, title, to]) => liability(key, 'Программа', title, programme[key], to)),
    ...listBonuses(books).map((sum) =>
      liability('bonuses-earned', 'Программа', 'Бонусы сетей', sum, `${paths.staffPayments}?state=network`),
    ),
  ];
}

/** Returns what networks have paid as bonuses; nothing where there were none. */
function listBonuses(books: Books): number[] {
  const sum = sumUp(books.networks.map(({ bonuses }) => bonuses));
  return sum === 0 ? [] : [sum];
}

/** Money on hold for disputes has a line on each side while there is any. */
function disputed({ disputes }: Books, toRow: (sum: number) => BooksRow): BooksRow[] {
  return disputes === 0 ? [] : [toRow(disputes)];
}

/** Adds sums in rubles without the fractions of binary numbers. */
export function sumUp(sums: readonly number[]): number {
  return toCents(sums.reduce((total, sum) => total + sum, 0));
}

function toCents(sum: number): number {
  return Math.round(sum * 100) / 100;
}

function asset(key: string, part: string, title: string, sum: number, to: string): BooksRow {
  return { key, side: 'Актив', part, title, sum, to, isOfToday: key !== 'received' };
}

function liability(key: string, part: string, title: string, sum: number, to: string): BooksRow {
  return { key, side: 'Пассив', part, title, sum, to, isOfToday: true };
}
