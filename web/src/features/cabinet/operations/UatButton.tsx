import { IconFileSpreadsheet } from '@tabler/icons-react';
import { downloadUatWorkbook } from '#contract/papers/exchange.ts';
import { saveFile } from '../../../server/download.ts';
import { useAction } from '../../../state/use-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { showToast } from '../../../ui/layers/Toast.tsx';
import type { OperationFilters } from './use-operation-filters.ts';

/** «Для 1С:УАТ»: the filtered purchases and refunds in the columns that УАТ loads. */
export function UatButton({ filters }: { filters: OperationFilters }) {
  const { dateFrom, dateTo, cardId, partnerId, driverId, drivers, vehicleId, groupId, goods, station } =
    filters;
  const query = {
    dateFrom,
    dateTo,
    cardId,
    partnerId,
    driverId,
    drivers,
    vehicleId,
    groupId,
    goods,
    station,
  };
  const save = useAction({
    mutationFn: () => saveFile(downloadUatWorkbook, { query }),
    onError: ({ message }: Error) => showToast({ tone: 'stop', title: 'Файл для 1С не скачан', message }),
  });
  return (
    <Button
      icon={<IconFileSpreadsheet aria-hidden="true" stroke={1.75} />}
      pending={save.isPending}
      onClick={() => save.mutate()}
    >
      Для 1С:УАТ
    </Button>
  );
}
