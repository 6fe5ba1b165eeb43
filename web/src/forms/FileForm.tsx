import type { ReactNode } from 'react';
import type { CallFailed } from '../server/client.ts';
import { FileField } from './FileField.tsx';
import { FormShell } from './FormShell.tsx';
import { useForm } from './use-form.ts';

type Sending = { body: Record<string, never>; file: File };

type Props = {
  label: string;
  extensions: readonly string[];
  /** Why nothing can be sent without a file. */
  missing: string;
  submitLabel: string;
  action: {
    isPending: boolean;
    error: CallFailed | null;
    mutate: (input: Sending, after: { onSuccess: () => void }) => void;
    reset: () => void;
  };
  /** Outcome of the last file. */
  children: ReactNode;
};

/** Sends one file. Another file is another request; the same one again returns the first result. */
export function FileForm({ label, extensions, missing, submitLabel, action, children }: Props) {
  const form = useForm({ values: { file: null as File | null } });
  return (
    <FormShell
      form={form}
      submitLabel={submitLabel}
      action={action}
      disabledReason={form.values.file ? null : missing}
      onChange={action.reset}
      onSubmit={({ file }) => file && action.mutate({ body: {}, file }, { onSuccess: () => form.reset() })}
    >
      <FileField label={label} extensions={extensions} {...form.field('file')} />
      {children}
    </FormShell>
  );
}
