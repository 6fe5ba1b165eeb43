import type { EndpointData } from '#contract/endpoint.ts';
import type { readMonth as readMonthCall } from '#contract/insights/months.ts';
import { counted } from '#contract/values/counted.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { getNextMonth, startOfDay } from '../../../lib/days.ts';
import { findCompany } from '../../companies/companies/companies.ts';
import { runsOfCompany } from '../../fleet/vehicles/runs-of-company.ts';
import { formatMonth } from '../../papers/documents/closing/format-month.ts';
import { countPaymentsInReview, listFuelledTrucks, readMonthDocuments } from './month-store.ts';

type MonthStep = EndpointData<typeof readMonthCall>[number];

/** Returns the steps that close a month for a company, in the order in which they are taken. */
export async function readMonth(ctx: Context, scope: CompanyScope, month: string): Promise<MonthStep[]> {
  const [from, until] = [`${month}-01`, `${getNextMonth(month)}-01`].map(startOfDay) as [Date, Date];
  const read = await ctx.db.inCompany(scope, async (tx) => {
    const trucks = await listFuelledTrucks(tx, scope, month);
    const runs = await runsOfCompany(tx, scope, { from, until, byGroup: false });
    const measured = new Set(runs.filter(({ run }) => run !== null).map(({ vehicleId }) => vehicleId));
    return {
      documents: await readMonthDocuments(tx, scope, month),
      trucks: trucks.length,
      unmeasured: trucks.filter((vehicleId) => !measured.has(vehicleId)).length,
    };
  });
  const company = await findCompany(ctx.db.system, scope.companyId);
  const payments = company?.inn ? await countPaymentsInReview(ctx.db.system, company.inn, month) : 0;
  const { isClosed, undecided, unanswered } = read.documents;
  const name = formatMonth(month);
  const documents = `/cabinet/documents?year=${month.slice(0, 4)}&month=${month}`;
  return [
    {
      key: 'papers',
      title: isClosed
        ? `Документы за ${name} опубликованы`
        : `Программа ещё не закрыла ${name}: документы публикуются в начале следующего месяца`,
      done: isClosed,
      href: documents,
    },
    {
      key: 'confirmations',
      title: undecided === 0 ? confirmed(isClosed) : `Ждут подтверждения: ${counted(undecided, DOCUMENTS)}`,
      done: isClosed && undecided === 0,
      href: '/cabinet/documents?waiting=1',
    },
    {
      key: 'objections',
      title:
        unanswered === 0
          ? 'Возражений без ответа нет'
          : `Возражения, на которые программа ещё не ответила: ${unanswered}`,
      done: unanswered === 0,
      href: documents,
    },
    {
      key: 'payments',
      title:
        payments === 0
          ? 'Все платежи зачислены'
          : `На разборе у программы: ${counted(payments, PAYMENTS)} вашей компании`,
      done: payments === 0,
      href: '/cabinet/statement',
    },
    ...(read.trucks === 0 ? [] : [describeMileage(read.unmeasured)]),
  ];
}

const DOCUMENTS = ['документ', 'документа', 'документов'] as const;
const PAYMENTS = ['платёж', 'платежа', 'платежей'] as const;
const TRUCKS = ['машины', 'машин', 'машин'] as const;

function confirmed(isClosed: boolean): string {
  return isClosed ? 'Все документы подтверждены' : 'Подтверждать пока нечего';
}

function describeMileage(unmeasured: number): MonthStep {
  return {
    key: 'mileage',
    title:
      unmeasured === 0
        ? 'Пробег известен у всех машин, которые заправлялись'
        : `Нет пробега у ${counted(unmeasured, TRUCKS)}, которые заправлялись: внесите показания одометра`,
    done: unmeasured === 0,
    href: '/cabinet/fleet',
  };
}
