import {
  DESK_PART_TITLE,
  DESK_PARTS,
  downloadDeskMonth,
  MAX_DESK_COMPANIES,
  previewDeskMonth,
  type DeskPart,
} from '#contract/companies/company-desk.ts';
import { counted } from '#contract/values/counted.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useToday } from '../../../lib/use-today.ts';
import { saveFile } from '../../../server/download.ts';
import type { CallFailed } from '../../../server/client.ts';
import { useAction } from '../../../state/use-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';
import type { DeskCompany } from './desk-columns.tsx';
import { listMonthOptions } from './month-options.ts';
import styles from './CompanyDesk.module.css';

type Props = { companies: readonly DeskCompany[]; onClose: () => void };

/** Downloads what was chosen of a month, of all chosen companies, as one file. It shows first what each of them has. */
export function DownloadMonthModal({ companies, onClose }: Props) {
  const months = listMonthOptions(useToday());
  const form = useForm({ values: { month: months[0]?.value ?? '', parts: [...DESK_PARTS] as DeskPart[] } });
  const { month, parts } = form.values;
  const ids = companies.map(({ id }) => id).join(',');
  const isTooMany = companies.length > MAX_DESK_COMPANIES;
  const preview = useRead(previewDeskMonth, { query: { ids, month } }, { enabled: !isTooMany });
  const download = useAction<void, CallFailed, void>({
    mutationFn: () => saveFile(downloadDeskMonth, { query: { ids, month, parts: parts.join(',') } }),
  });
  return (
    <FormModal
      form={form}
      action={download}
      title={`Скачать за месяц: ${counted(companies.length, ['компания', 'компании', 'компаний'])}`}
      submitLabel="Скачать одним файлом"
      disabledReason={
        isTooMany
          ? `За один раз не больше ${MAX_DESK_COMPANIES} компаний`
          : parts.length === 0
            ? 'Выберите, что скачать'
            : null
      }
      onChange={download.reset}
      onSubmit={() => download.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Select label="Месяц" {...form.field('month')} options={months} disabled={download.isPending} />
      <fieldset className={styles.parts}>
        <legend>Что скачать</legend>
        {DESK_PARTS.map((part) => (
          <Checkbox
            key={part}
            label={DESK_PART_TITLE[part]}
            checked={parts.includes(part)}
            disabled={download.isPending}
            onChange={(on) =>
              form.set({ parts: DESK_PARTS.filter((one) => (one === part ? on : parts.includes(one))) })
            }
          />
        ))}
      </fieldset>
      <ReadFailed what="Состав не загрузился." reads={[preview]} />
      {preview.isLoading && <TextSkeleton count={3} />}
      {preview.data && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll the list once it has the focus
        <ul className={styles.preview} aria-label="Документы за месяц" tabIndex={0}>
          {preview.data.data.map(({ id, title, documents, undecided }) => (
            <li key={id}>
              <span>{title}</span>
              <span className="ink-2">
                {documents === 0
                  ? 'документов нет'
                  : counted(documents, ['документ', 'документа', 'документов'])}
                {undecided > 0 && `, ждут подтверждения: ${undecided}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </FormModal>
  );
}
