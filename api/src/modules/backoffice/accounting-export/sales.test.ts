import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kopecks } from '#contract/kopecks.ts';
import { arbitraryUpds } from '../../../testing/arbitrary-upd.ts';
import {
  checkEnterpriseData,
  HAS_PACKAGE,
  SKIPPED_WITHOUT_PACKAGE,
} from '../../../testing/check-enterprise-data.ts';
import type { FrozenNetwork } from '../../papers/documents/closing/frozen-figures.ts';
import { toUkdDocument } from '../../papers/documents/corrections/ukd-document.ts';
import { toUpdDocument } from '../../papers/documents/upd-document.ts';
import { CLOSE_MESSAGE, openMessage } from '../../papers/exchange/enterprise-data-parts.ts';
import { directoryEntries, toClient, toParty } from './parties.ts';
import { sale, saleCorrection } from './sales.ts';

/** The same network of a seller who pays no VAT. */
function withoutVat(network: FrozenNetwork): FrozenNetwork {
  if (!network.sales) return network;
  const goods = network.sales.goods.map((line) => ({
    ...line,
    ratePercent: null,
    vat: kopecks(0),
    net: line.gross,
  }));
  return { ...network, sales: { ...network.sales, goods } };
}

test.skipIf(!HAS_PACKAGE)(`any УПД and its УКД keep 1C’s package${SKIPPED_WITHOUT_PACKAGE}`, () => {
  fc.assert(
    fc.property(arbitraryUpds, fc.boolean(), ({ figures, network }, isTaxed) => {
      const upd = toUpdDocument(figures, isTaxed ? network : withoutVat(network));
      const own = toParty(figures.seller);
      const client = toClient(figures.buyer, 1, { number: '3', dateIso: '2026-09-01' });
      const lines = upd.lines.map(({ gross, quantity }, index) => ({
        place: index + 1,
        quantity: Math.abs(quantity),
        gross: kopecks(Math.abs(gross) + 1),
      }));
      const ukd = toUkdDocument(upd, { lines, reason: 'Цена', dateIso: '2026-10-05', serial: 1 });
      const message = [
        openMessage({
          createdAt: new Date('2026-10-06T09:00:00Z'),
          to: figures.seller.inn,
          from: 'portal',
        }),
        directoryEntries(own, client),
        sale({ own, client, documentId: 1 }, upd),
        saleCorrection({ own, client, documentId: 2 }, ukd, 1),
        CLOSE_MESSAGE,
      ].join('');
      expect(checkEnterpriseData(message)).toEqual([]);
      expect(message.includes('<Документ.СчетФактураВыданный>')).toBe(
        upd.total.vat !== 0 || ukd.total.vat !== 0,
      );
    }),
    { numRuns: Number(process.env.FC_RUNS ?? 15) },
  );
});
