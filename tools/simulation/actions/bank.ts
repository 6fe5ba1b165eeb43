import { bankFileBytes } from '../../../api/src/modules/money/bank/file/example-bank-file.ts';
import {
  FOREIGN_ACCOUNT,
  OWN_ACCOUNT,
  makeStatement,
} from '../../../api/src/testing/givens/given-bank-file.ts';
import { retryUntilAnswered, newKey } from '../ask.ts';
import type { PaymentWay } from '../step.ts';
import { total, type Company, type Payment } from '../truth.ts';
import { Failure, type World } from '../world.ts';

/** A company pays; the bank will report it in one of its next files. */
export async function pay(
  world: World,
  company: Company,
  { sum, way, late }: { sum: number; way: PaymentWay; late: number },
): Promise<void> {
  const { truth } = world;
  if (way === 'look-alike') return payLookAlike(world, company);
  const place = truth.payments.length + 1;
  // No two sums are the same: an open invoice of the very sum would make a payment wait for a person.
  const rubles = sum * 10_000 + place;
  const payment: Payment = {
    company,
    number: String(place),
    sum: rubles * 100 + (way === 'invoice' ? 0 : 37),
    purpose: 'Пополнение счёта',
    inn: way === 'unknown-payer' ? '7707083893' : company.inn,
    day: moscowDay(world),
    expected: way === 'unknown-payer' ? 'review' : 'credited',
    timesReported: 0,
    late,
  };
  if (way === 'invoice') payment.purpose = `Оплата по счету ${await orderInvoice(world, company, rubles)}`;
  truth.payments.push(payment);
  world.count(`payment ${way}`);
}

async function orderInvoice(world: World, company: Company, rubles: number): Promise<string> {
  const { token } = company.admin;
  await retryUntilAnswered(world, 'GET', `/api/client/bill?sum=${rubles}`, { token });
  const { data } = await retryUntilAnswered(world, 'GET', '/api/invoices', { token });
  const invoice = (data as { number: string; sum: number }[]).find((row) => row.sum === rubles);
  if (!invoice) throw new Failure(`the invoice over ${rubles} is not listed`);
  company.invoices.push({ number: invoice.number, sum: rubles * 100 });
  return invoice.number;
}

function payLookAlike({ truth, count }: World, company: Company): void {
  const before = truth.payments
    .filter((payment) => payment.company === company && payment.timesReported > 0)
    .at(-1);
  if (!before || before.expected !== 'credited') return;
  const number = `000${before.number}`;
  // A second one would repeat the first word for word: the same document reported twice.
  if (truth.payments.some((payment) => payment.number === number)) return;
  truth.payments.push({ ...before, number, expected: 'review', timesReported: 0, late: 0 });
  count('payment look-alike');
}

/**
 * Staff load the day's file: new payments, less those that the bank reports late, and some that it has reported before.
 */
export async function loadBankFile(world: World, repeats: number): Promise<void> {
  const { truth } = world;
  const old = truth.payments.filter(({ timesReported }) => timesReported > 0).slice(-repeats);
  const fresh = truth.payments.filter((payment) => payment.timesReported === 0 && (payment.late -= 1) < 0);
  const reported = repeats > 0 ? [...old, ...fresh] : fresh;
  if (reported.length === 0) return;
  const bytes = bankFileBytes(makeStatement(...reported.map(makeDocument)));
  const { data } = await retryUntilAnswered(world, 'POST', '/staff/api/bank-statements', {
    token: world.staff.token,
    key: newKey(world),
    file: { field: 'file', bytes, name: 'kl_to_1c.txt' },
  });
  const credited = fresh.filter(({ expected }) => expected === 'credited');
  for (const { company, sum } of credited) company.paidIn += sum;
  for (const payment of reported) {
    if (payment.timesReported > 0) world.count('payment repeated');
    if (payment.timesReported === 0 && payment.day !== moscowDay(world)) world.count('payment late');
    payment.timesReported += 1;
  }
  const expected = [credited.length, fresh.length - credited.length, reported.length - fresh.length];
  const seen = [data.credited, data.needs_review, data.duplicates] as number[];
  // A file that was cut short and is loaded again finds its first part in the books.
  const isRight = world.disturbed ? total(seen) === total(expected) : String(seen) === String(expected);
  if (!isRight)
    throw new Failure(
      `a bank file gave [credited, review, duplicates] ${seen}, and should have given ${expected}`,
    );
}

function makeDocument({ number, day, sum, inn, purpose }: Payment): string[] {
  return [
    'СекцияДокумент=Платежное поручение',
    `Номер=${number}`,
    `Дата=${day}`,
    `Сумма=${(sum / 100).toFixed(2)}`,
    `ПлательщикСчет=${FOREIGN_ACCOUNT}`,
    `ПлательщикИНН=${inn}`,
    'Плательщик1=ООО "Перевозчик"',
    `ПолучательСчет=${OWN_ACCOUNT}`,
    `ДатаПоступило=${day}`,
    'ПолучательИНН=7712345671',
    `НазначениеПлатежа=${purpose}`,
    'КонецДокумента',
  ];
}

/** Formats the day as a bank does: 15.09.2026. */
function moscowDay({ outside }: World): string {
  return new Intl.DateTimeFormat('ru-RU', {
    timeZone: 'Europe/Moscow',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(outside.clock.now());
}
