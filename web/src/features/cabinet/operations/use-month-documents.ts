import type { EndpointData } from '#contract/endpoint.ts';
import type { Operation } from '#contract/fuel/operations.ts';
import { listDocuments } from '#contract/papers/documents.ts';
import { moscowDay } from '../../../lib/format.ts';
import { useRead } from '../../../state/use-call.ts';

export type MonthDocument = EndpointData<typeof listDocuments>[string][number];

/**
 * Reads the valid documents of the network for the month of a sale, «YYYY-MM». `documents` is null while they are read and
 * where they could not be.
 */
export function useMonthDocuments({ created_at: at, partner, purchase }: Operation): {
  month: string;
  documents: MonthDocument[] | null;
} {
  const month = moscowDay(new Date(at)).slice(0, 7);
  const read = useRead(
    listDocuments,
    { query: { year: Number(month.slice(0, 4)) } },
    { enabled: purchase !== null },
  );
  const documents = read.data?.data[month] ?? [];
  const isSale = ({ kind }: MonthDocument) => kind === 'upd' || kind === 'register';
  return {
    month,
    documents: read.data
      ? documents.filter(
          (document) =>
            document.partner_id === partner.id &&
            isSale(document) &&
            document.withdrawn === null &&
            document.replaced_by === null,
        )
      : null,
  };
}
