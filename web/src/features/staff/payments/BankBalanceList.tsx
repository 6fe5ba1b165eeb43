import type { z } from 'zod';
import { listBankBalances, type bankBalance } from '#contract/money/bank.ts';
import { formatMoney } from '../../../lib/format.ts';
import { useRead } from '../../../state/use-call.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Money, NoMoney } from '../../../ui/text/Money.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { moneyColumn } from '../../../tables/usual-columns.tsx';
import type { Column } from '../../../tables/column.ts';
import { StaffTable } from '../../../staff/StaffTable.tsx';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import staff from '../../../staff/StaffList.module.css';
import found from '../../../staff/FoundList.module.css';

type BankBalance = z.infer<typeof bankBalance>;

/** The bank's own figures of our accounts beside our documents, and what does not agree. */
export function BankBalanceList() {
  const balances = useRead(listBankBalances);
  if (!balances.data && balances.error)
    return <LoadError onReload={() => void balances.refetch()} message={balances.error.message} />;
  const findings = balances.data?.meta.findings ?? [];
  return (
    <Stack>
      <p className={staff.quiet}>
        Остатки и обороты из выписок рядом с документами, которые у нас есть. Если загрузить недостающий файл,
        расхождение исчезнет.
      </p>
      <Findings
        title="Банк и документы не сходятся"
        tone="warn"
        list={findings.filter((finding) => !finding.harmless)}
      />
      <Findings title="Дни без выписки" tone="info" list={findings.filter((finding) => finding.harmless)} />
      {!balances.data && <TableSkeleton columns={6} />}
      {balances.data?.data.length === 0 && (
        <EmptyState title="Остатков ещё нет">Загрузите выписку с остатками, и они появятся здесь.</EmptyState>
      )}
      {balances.data && balances.data.data.length > 0 && (
        <StaffTable
          list="balances"
          caption="Остатки банка"
          forms={['выписка', 'выписки', 'выписок']}
          columns={COLUMNS}
          rows={balances.data.data}
          rowKey={(item) => item.id}
        />
      )}
    </Stack>
  );
}

type FindingsProps = { title: string; tone: 'warn' | 'info'; list: readonly { sentence: string }[] };

function Findings({ title, tone, list }: FindingsProps) {
  if (list.length === 0) return null;
  return (
    <Notice tone={tone} title={title}>
      <ul className={found.found}>
        {list.map(({ sentence }) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  );
}

const COLUMNS: readonly Column<BankBalance>[] = [
  {
    key: 'days',
    header: 'Дни',
    narrow: 'title',
    fixed: true,
    kind: 'day',
    value: (item) => item.date_from,
    cell: (item) => (
      <TwoLines below={item.account}>
        <DateText value={item.date_from} />
        {item.date_to !== item.date_from && (
          <>
            –<DateText value={item.date_to} />
          </>
        )}
      </TwoLines>
    ),
  },
  moneyColumn({ key: 'opening', header: 'На начало', value: (item) => item.opening }),
  {
    key: 'credited',
    header: 'Поступило',
    align: 'end',
    kind: 'money',
    value: (item) => item.credited,
    cell: (item) => (
      <TwoLines below={<KnownSum sum={sumIncoming(item)} parts={describeIncoming(item)} />}>
        {item.credited === null ? <NoMoney /> : <Money value={item.credited} />}
      </TwoLines>
    ),
  },
  {
    key: 'debited',
    header: 'Списано',
    align: 'end',
    kind: 'money',
    value: (item) => item.debited,
    cell: (item) => (
      <TwoLines below={<KnownSum sum={item.known.debited} />}>
        {item.debited === null ? <NoMoney /> : <Money value={item.debited} />}
      </TwoLines>
    ),
  },
  {
    key: 'closing',
    header: 'На конец',
    align: 'end',
    kind: 'money',
    value: (item) => item.closing,
    narrow: 'aside',
    cell: (item) => (
      <TwoLines
        below={
          <KnownSum
            sum={item.expected_closing}
            parts="Первый остаток по данным банка и все документы с того дня"
          />
        }
      >
        <Money value={item.closing} />
      </TwoLines>
    ),
  },
  {
    key: 'state',
    header: 'Сверка',
    narrow: 'second',
    value: (item) => (agrees(item) ? 'Сходится' : 'Не сходится'),
    cell: (item) =>
      agrees(item) ? (
        <StatusLabel tone="go">Сходится</StatusLabel>
      ) : (
        <StatusLabel tone="stop">Не сходится</StatusLabel>
      ),
  },
];

/** Shows our own figure below that of the bank. `parts` says what it consists of. */
function KnownSum({ sum, parts }: { sum: number; parts?: string }) {
  return (
    <span title={parts}>
      по документам <Money value={sum} />
    </span>
  );
}

function sumIncoming({ known }: BankBalance): number {
  return known.to_clients + known.waiting + known.own;
}

/** «Клиентам 150,00 ₽, на разборе 20,00 ₽, со своих счетов 0,00 ₽» */
function describeIncoming({ known }: BankBalance): string {
  const { to_clients: toClients, waiting, own } = known;
  return `Клиентам ${formatMoney(toClients)}, на разборе ${formatMoney(waiting)}, со своих счетов ${formatMoney(own)}`;
}

function agrees(item: BankBalance): boolean {
  const { credited, debited, closing, known, expected_closing: expected } = item;
  const same = (a: number | null, b: number) => a === null || Math.round((a - b) * 100) === 0;
  return same(credited, sumIncoming(item)) && same(debited, known.debited) && same(closing, expected);
}
