import type { EndpointMeta } from '#contract/endpoint.ts';
import type { listOperations } from '#contract/fuel/operations.ts';
import { formatSubject } from '../../../cards/subject-fields.ts';
import type { SubjectChoices } from '../../../cards/use-subject-choices.ts';
import { formatDate } from '../../../lib/format.ts';
import type { OperationFilters } from './use-operation-filters.ts';

/** Returns the filters of a printed page of operations, because a printed page shows no filter controls. */
export function printedFilters(
  chosen: OperationFilters,
  choices: SubjectChoices,
  { filters, pagination }: Pick<EndpointMeta<typeof listOperations>, 'filters' | 'pagination'>,
): string {
  const { dateFrom, dateTo, typeId, statusId } = chosen;
  const label = (list: readonly { id: number; label: string }[], id?: number) =>
    list.find((item) => item.id === id)?.label;
  const parts = [
    dateFrom && dateTo ? `${formatDate(dateFrom)} – ${formatDate(dateTo)}` : null,
    dateFrom && !dateTo ? `с ${formatDate(dateFrom)}` : null,
    dateTo && !dateFrom ? `по ${formatDate(dateTo)}` : null,
    ...formatSubject(chosen, choices),
    label(filters.types, typeId),
    label(filters.statuses, statusId),
  ].filter(Boolean);
  const what = parts.length > 0 ? `Операции: ${parts.join(', ')}` : 'Все операции';
  const { current_page: page, total_pages: pages } = pagination;
  return pages > 1 ? `${what}, страница ${page} из ${pages}` : what;
}
