import { LoadError } from './LoadError.tsx';

/** Part of a read that its error needs. The actual reads provide more. */
type Read = {
  data: unknown;
  error: { message: string } | null;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
};

type Props = {
  /** Text about what is missing then: «Рассылки клиента не загрузились.» */
  what: string;
  reads: readonly Read[];
};

/** The error of reads that brought nothing, in the place of what they were to bring; else nothing. */
export function ReadFailed({ what, reads }: Props) {
  const failed = reads.filter(({ data, error }) => data === undefined && error !== null);
  const [first] = failed;
  if (!first?.error) return null;
  return (
    <LoadError
      message={`${what} ${first.error.message}`}
      reloading={failed.some(({ isFetching }) => isFetching)}
      onReload={() => failed.forEach((read) => void read.refetch())}
    />
  );
}
