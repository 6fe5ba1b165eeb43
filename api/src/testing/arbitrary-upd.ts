import fc from 'fast-check';
import { kopecks } from '#contract/kopecks.ts';
import { vatAt } from '#contract/values/included-vat.ts';
import type { FrozenMonth, FrozenNetwork } from '../modules/papers/documents/closing/frozen-figures.ts';
import type { GoodsLine } from '../modules/papers/documents/closing/month-closing.ts';

/** Names as people write them and as they should not: quotes, emoji, line ends, characters that XML cannot contain. */
const texts = (max: number) =>
  fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: max }),
    fc.string({
      unit: fc.constantFrom('«', '»', '№', 'ё', '"', '&', '<', '⛽', '😀', ' ', 'Ж', '\u0000', '\n'),
      maxLength: max,
    }),
    fc.constantFrom('ООО «Путь & Ко»', 'ДТ-Л-К5 "Опти"', 'А'.repeat(3000), '', '—'),
  );

const lines = fc.array(
  fc.record({
    title: texts(60),
    isService: fc.boolean(),
    ratePercent: fc.constantFrom(0, 5, 7, 10, 20, 22),
    centilitres: fc.integer({ min: 1, max: 99_999_999 }),
    gross: fc.integer({ min: 1, max: 9_999_999_999 }),
  }),
  { minLength: 1, maxLength: 60 },
);

const parties = fc.record({
  name: texts(300),
  address: fc.option(texts(200), { nil: null }),
  who: fc.constantFrom(
    { inn: '5047123455', kpp: '504701001', ogrn: '1025501701686' },
    { inn: '7712345671', kpp: null, ogrn: null },
    { inn: '500100732259', kpp: null, ogrn: '304500116000157' },
    { inn: '771234567859', kpp: null, ogrn: null },
  ),
});

const proxies = fc.option(
  fc.record({
    number: fc.uuid(),
    issued: fc.constant('2026-02-01'),
    system: fc.constant('https://m4d.nalog.gov.ru'),
  }),
  { nil: undefined },
);

const payments = fc.array(
  fc.record({
    number: fc.string({ minLength: 1, maxLength: 30 }),
    dateIso: fc.constantFrom('2026-09-01', '2026-10-31'),
    sum: fc.integer({ min: 1, max: 9_999_999_99 }).map(kopecks),
  }),
  { maxLength: 5 },
);

const advanceInvoices = fc.array(
  fc.record({
    id: fc.nat(),
    number: fc.integer({ min: 1, max: 9_999_999 }).map((number) => `А-${String(number).padStart(6, '0')}`),
    dateIso: fc.constantFrom('2025-12-31', '2026-09-05'),
    sum: fc.integer({ min: 1, max: 9_999_999_99 }).map(kopecks),
  }),
  { maxLength: 40 },
);

interface ArbitraryUpd {
  figures: FrozenMonth;
  network: FrozenNetwork;
}

/** The figures of a month and network as they may be: any names, many lines, every rate, or a seller who pays no VAT. */
export const arbitraryUpds: fc.Arbitrary<ArbitraryUpd> = fc
  .record({
    lines,
    seller: parties,
    buyer: parties,
    proxy: proxies,
    advance: payments,
    advanceInvoices,
    title: texts(80),
    paysVat: fc.boolean(),
  })
  .map(({ lines: sold, seller, buyer, proxy, advance, advanceInvoices: named, title, paysVat }) => {
    const goods = sold.map((line) => goodsLine(line, paysVat));
    const network: FrozenNetwork = {
      partnerId: 2,
      title,
      sales: { ...NO_SALES, goods },
      advance,
      advanceInvoices: named,
      cards: [],
    };
    const figures: FrozenMonth = {
      ...MONTH,
      seller: {
        ...OPERATOR,
        name: seller.name,
        address: seller.address ?? '',
        ...seller.who,
        kpp: seller.who.kpp ?? '',
        ogrn: seller.who.ogrn ?? '',
        signatory: { position: 'Бухгалтер', name: 'Верстова Елена', proxy },
      },
      buyer: { name: buyer.name, address: buyer.address, ...buyer.who },
      networks: [network],
    };
    return { figures, network };
  });

const NONE = kopecks(0);
const NO_SALES = {
  lines: 0,
  centilitres: 0,
  sum: NONE,
  station: NONE,
  change: NONE,
  fee: NONE,
  cards: 0,
  isPriced: false,
  late: { lines: 0, sum: NONE },
};

const OPERATOR = {
  phone: '',
  account: '40702810200000000001',
  bik: '044525225',
  bank: 'ПАО СБЕРБАНК',
  corrAccount: '30101810400000000225',
  director: 'Дорохов А. П.',
  accountant: 'Верстова Е. С.',
};

const MONTH = {
  version: 1 as const,
  companyId: 17,
  month: '2026-10',
  dateIso: '2026-10-31',
  objectUntil: '2026-11-16',
  payments: [],
  opening: NONE,
  closing: NONE,
  parts: [],
};

function goodsLine(
  {
    gross,
    ratePercent,
    ...line
  }: { gross: number; ratePercent: number; title: string; isService: boolean; centilitres: number },
  paysVat: boolean,
): GoodsLine {
  const vat = paysVat ? vatAt(gross, ratePercent) : 0;
  return {
    ...line,
    isRefund: false,
    ratePercent: paysVat ? ratePercent : null,
    centilitres: line.isService ? 0 : line.centilitres,
    gross: kopecks(gross),
    vat: kopecks(vat),
    net: kopecks(gross - vat),
  };
}
