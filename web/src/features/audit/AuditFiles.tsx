import { IconDownload } from '@tabler/icons-react';
import type { downloadAuditLines, downloadAuditWorkbook } from '#contract/audit.ts';
import { saveFile } from '../../server/download.ts';
import { useAction } from '../../state/use-action.ts';
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx';
import { showToast } from '../../ui/Toast.tsx';
import type { auditQuery } from './use-audit-filters.ts';

type Props = {
  workbook: typeof downloadAuditWorkbook;
  lines: typeof downloadAuditLines;
  query: ReturnType<typeof auditQuery>;
};

/** Exactly this view as a file: the server makes it, of all pages. */
export function AuditFiles({ workbook, lines, query }: Props) {
  const saving = useAction({
    mutationFn: (kind: 'xlsx' | 'jsonl') =>
      kind === 'xlsx' ? saveFile(workbook, { query }) : saveFile(lines, { query }),
    onError: (failure: Error) =>
      showToast({ title: 'Файл не сохранён', message: failure.message, tone: 'stop' }),
  });
  const entry = (key: 'xlsx' | 'jsonl', label: string): MenuAction => ({
    key,
    label,
    disabledReason: saving.isPending ? 'Файл готовится' : null,
    onSelect: () => saving.mutate(key),
  });
  return (
    <ActionMenu
      label={saving.isPending ? 'Файл готовится' : 'Экспорт журнала'}
      actions={[entry('xlsx', 'XLSX для Excel'), entry('jsonl', 'JSON Lines')]}
      icon={<IconDownload aria-hidden="true" stroke={1.75} />}
    />
  );
}
