import { pino } from 'pino';
import { PARTNER } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { readConfig } from '../../../api/src/config/config.ts';
import { buildContext } from '../../../api/src/compose/build-context.ts';
import { bookSales } from '../../../api/src/modules/fuel/sales/book-sales.ts';
import type { NetworkSaleEvent } from '../../../api/src/modules/fuel/sales/sale-money.ts';
import { runLoad, type Load } from './load.ts';
import { prepareCarriers } from '../data/prepare-carriers.ts';

/** Sales as a network's feed reports them, booked by the use case that the feed's reader calls. */
export async function measureFeed(
  databaseUrl: string,
  { serialFrom, sales, page }: { serialFrom: number; sales: number; page: number },
): Promise<Load> {
  const carriers = await prepareCarriers(databaseUrl, { companies: 100, movers: 100, serialFrom });
  const ctx = buildContext(
    readConfig({ DATABASE_URL: databaseUrl, DEMO: '0' }),
    { databaseUrl, simulated: null },
    { log: pino({ level: 'error' }) },
  );
  const events = Array.from({ length: sales }, (_, index) =>
    makeSale(carriers[index % carriers.length]?.cardNumber ?? '', `bench-${serialFrom}-${index}`),
  );
  const pages = Array.from({ length: Math.ceil(sales / page) }, (_, index) =>
    events.slice(index * page, (index + 1) * page),
  );
  const load = await runLoad(pages, [
    async (item) => {
      await bookSales(ctx, PARTNER.gpn, item);
      return true;
    },
  ]);
  await ctx.db.close();
  // A page is one piece of work, but its sales are counted.
  return {
    ...load,
    perSecond: load.perSecond * page,
    cpuMicroseconds: load.cpuMicroseconds / page,
  };
}

function makeSale(cardNumber: string, externalId: string): NetworkSaleEvent {
  return {
    sequence: 0,
    kind: 'sale',
    externalId,
    cardNumber,
    goodsId: 301,
    goodsTitle: 'ДТ',
    centilitres: 1000,
    unitPriceKopecks: kopecks(65_00),
    sumKopecks: kopecks(650_00),
    address: 'М-4, 120-й км',
    soldAt: new Date(),
  };
}
