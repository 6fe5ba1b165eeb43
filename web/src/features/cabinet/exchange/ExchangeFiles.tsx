import { IconBook2, IconFileCode, IconFileSpreadsheet, IconRosetteDiscountCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { can } from '#contract/access.ts';
import { downloadBundle } from '#contract/papers/bundles.ts';
import { downloadEnterpriseData, downloadUatWorkbook } from '#contract/papers/exchange.ts';
import { downloadPurchaseBook } from '#contract/papers/tax-books.ts';
import { dayProblem } from '../../../forms/days/type-day.ts';
import { DayField } from '../../../forms/days/DayField.tsx';
import { formatBytes, moscowDay } from '../../../lib/format.ts';
import { formatQuarter, getQuarter } from '../../../forms/days/quarters.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { saveFile } from '../../../server/download.ts';
import { useRole } from '../../../server/session.ts';
import { useAction } from '../../../state/use-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';

/** The month that ended last: it is the one whose documents have come. */
function lastMonth(): { from: string; to: string } {
  const [year = 0, month = 0] = moscowDay(serverNow()).split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 2, 1));
  const last = new Date(Date.UTC(year, month - 1, 0));
  return { from: first.toISOString().slice(0, 10), to: last.toISOString().slice(0, 10) };
}

/** Offers the same data as files, to load by hand. */
export function ExchangeFiles() {
  const [{ from, to }, setDays] = useState(lastMonth);
  const documents = useAction({
    mutationFn: () => saveFile(downloadEnterpriseData, { query: { from, to } }),
  });
  const fuel = useAction({
    mutationFn: () => saveFile(downloadUatWorkbook, { query: { dateFrom: from, dateTo: to } }),
  });
  const quarter = getQuarter(to);
  const book = useAction({ mutationFn: () => saveFile(downloadPurchaseBook, { query: { quarter } }) });
  const error = documents.error ?? fuel.error ?? book.error;
  const problem = dayProblem(from) ?? dayProblem(to, { from });
  const inactive = { disabled: problem !== null, disabledReason: problem ?? '' };
  return (
    <Panel title="Загрузить файлом">
      <Stack gap="2">
        <Row gap="2">
          <DayField label="С" value={from} error={undefined} onChange={(day) => setDays({ from: day, to })} />
          <DayField label="По" value={to} error={undefined} onChange={(day) => setDays({ from, to: day })} />
        </Row>
        <p>
          Документы: УПД закрытых месяцев как «Поступление товаров и услуг», с суммами до копейки. Повторная
          загрузка ничего не задваивает. В 1С: «Администрирование», «Загрузка данных EnterpriseData».
        </p>
        <Row>
          <Button
            icon={<IconFileCode aria-hidden="true" stroke={1.75} />}
            pending={documents.isPending}
            {...inactive}
            onClick={() => documents.mutate()}
          >
            Скачать EnterpriseData
          </Button>
          <Button
            icon={<IconFileSpreadsheet aria-hidden="true" stroke={1.75} />}
            pending={fuel.isPending}
            {...inactive}
            onClick={() => fuel.mutate()}
          >
            Заправки для 1С:УАТ
          </Button>
        </Row>
        <p>
          Книга покупок за квартал последнего дня: УПД, счета-фактуры на аванс, корректировочные, НДС к
          восстановлению и чего ещё не хватает.
        </p>
        <Row>
          <Button
            icon={<IconBook2 aria-hidden="true" stroke={1.75} />}
            pending={book.isPending}
            {...inactive}
            onClick={() => book.mutate()}
          >
            Скачать книгу покупок{problem === null && ` за ${formatQuarter(quarter)}`}
          </Button>
        </Row>
        <BundleFile from={from} to={to} inactive={inactive} />
        {error && <Notice tone="error">{error.message}</Notice>}
      </Stack>
    </Panel>
  );
}

/** Why no file can be asked for; empty while it can. */
type Inactive = { disabled: boolean; disabledReason: string };

/** The signed bundle of the days, for administrators. */
function BundleFile({ from, to, inactive }: { from: string; to: string; inactive: Inactive }) {
  const mayDownload = can(useRole(), 'assignRoles');
  const [bytes, setBytes] = useState(0);
  const bundle = useAction({
    mutationFn: () => saveFile(downloadBundle, { query: { from, to } }, setBytes),
    onMutate: () => setBytes(0),
  });
  if (!mayDownload) return null;
  return (
    <>
      <p>
        Подписанный пакет: движения по счетам, остатки, суммы документов и подтверждения. Аудитор проверит его
        без портала, программой verify.py.
      </p>
      <Row>
        <Button
          icon={<IconRosetteDiscountCheck aria-hidden="true" stroke={1.75} />}
          pending={bundle.isPending}
          {...inactive}
          onClick={() => bundle.mutate()}
        >
          Скачать подписанный пакет
          {bundle.isPending && bytes > 0 && <span aria-live="polite">, {formatBytes(bytes)}</span>}
        </Button>
      </Row>
      {bundle.error && <Notice tone="error">{bundle.error.message}</Notice>}
    </>
  );
}
