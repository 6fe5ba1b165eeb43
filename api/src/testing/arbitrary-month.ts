import fc from 'fast-check';
import { kopecks } from '#contract/kopecks.ts';
import type { FrozenMonth } from '../modules/papers/documents/closing/frozen-figures.ts';
import { arbitraryUpds } from './arbitrary-upd.ts';

const payments = fc.array(
  fc.record({
    at: fc.constantFrom('2026-10-05T09:00:00.000Z', '2026-10-31T20:59:59.000Z', '2026-09-30T10:00:00.000Z'),
    basis: fc.constantFrom('', 'п/п № 42 от 05.10.2026', `п/п № ${'9'.repeat(80)} от 30.09.2026`),
    sum: fc
      .integer({ min: -9_999_999_99, max: 9_999_999_999 })
      .filter((sum) => sum !== 0)
      .map(kopecks),
    isReturn: fc.boolean(),
  }),
  { minLength: 1, maxLength: 30 },
);

const corrections = fc.array(
  fc
    .record({
      at: fc.constantFrom('2026-10-06T09:00:00.000Z', '2026-10-31T20:59:59.000Z', '2026-09-30T10:00:00.000Z'),
      ukdNumber: fc.option(fc.constant('202609-17-2-К1')),
      note: fc.constantFrom('простой карт', 'я'.repeat(500)),
      sum: fc
        .integer({ min: -9_999_999_99, max: 9_999_999_99 })
        .filter((sum) => sum !== 0)
        .map(kopecks),
    })
    .map(({ note, ukdNumber, ...correction }) => ({
      ...correction,
      ukdNumber,
      title: ukdNumber === null ? `Компенсация: ${note}` : `УКД № ${ukdNumber} от 6 октября 2026 г.`,
    })),
  { maxLength: 5 },
);

/** The figures of a month whose parties have all that an act of reconciliation wants: any payments, returns, corrections and sales. */
export const arbitraryMonths: fc.Arbitrary<FrozenMonth> = fc
  .record({
    of: arbitraryUpds,
    payments,
    corrections,
    opening: fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }),
    sold: fc.array(fc.integer({ min: -1_000_00, max: 9_999_999_999 }), { minLength: 1, maxLength: 4 }),
    agreement: fc.option(fc.constant({ number: '3', dateIso: '2026-02-01' }), { nil: undefined }),
  })
  .map(({ of: { figures, network }, payments: paid, corrections: corrected, opening, sold, agreement }) => {
    const moved =
      [...paid, ...corrected].reduce((sum, item) => sum + item.sum, 0) -
      sold.reduce((sum, value) => sum + value, 0);
    return {
      ...figures,
      seller: { ...figures.seller, inn: '7712345671', kpp: '771201001', ogrn: '1027700132195' },
      buyer: { ...figures.buyer, inn: '500100732259', kpp: null, ogrn: '304500116000157' },
      networks: sold.map((sum, index) => ({
        ...network,
        partnerId: index + 1,
        sales: network.sales && { ...network.sales, sum: kopecks(sum) },
      })),
      payments: paid,
      corrections: corrected,
      opening: kopecks(opening),
      closing: kopecks(opening + moved),
      ...(agreement && { agreement }),
    };
  });
