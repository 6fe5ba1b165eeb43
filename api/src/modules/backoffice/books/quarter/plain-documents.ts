import { priceSales } from './plain-arithmetic.ts';
import { halfUp, type PlainQuarter } from './plain-facts.ts';

/** Adds up the УПД of a client's month, as the form wants it: VAT is rounded once a line. */

interface PlainDocuments {
  sum: number;
  vat: number;
}

const rateOn = (day: string): number => (day < '2026-01-01' ? 20 : 22);

/** A line is the goods, the fee of a purchase or a service, at the rate of the day of the purchase or the service. */
export function addUpDocuments(quarter: PlainQuarter, clientId: number, month: string): PlainDocuments {
  const lines = new Map<string, { sum: number; rate: number }>();
  const add = (partner: number, title: string, day: string, sum: number): void => {
    const rate = rateOn(day);
    const key = `${partner} ${title} ${rate}`;
    lines.set(key, { rate, sum: (lines.get(key)?.sum ?? 0) + sum });
  };
  for (const { sale, revenue, fee } of priceSales(quarter)) {
    if (sale.client.id !== clientId || !sale.day.startsWith(month)) continue;
    const bought = sale.purchase?.day ?? sale.day;
    add(sale.partner, sale.goods, bought, revenue - fee);
    add(sale.partner, 'Сервисный сбор', bought, fee);
  }
  for (const fee of quarter.fees)
    if (fee.clientId === clientId && fee.month === month) add(fee.partner, fee.title, `${month}-28`, fee.sum);
  let [sum, vat] = [0, 0];
  for (const line of lines.values()) {
    sum += line.sum;
    vat += Math.sign(line.sum) * halfUp(Math.abs(line.sum) * line.rate, 100 + line.rate);
  }
  return { sum, vat };
}
