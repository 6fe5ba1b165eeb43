import type { ReactNode } from 'react';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { getValue, type ValueOrFunction } from '../actions/define-confirm-dialog.tsx';
import { DayField } from '../forms/days/DayField.tsx';
import { FormModal } from '../forms/FormModal.tsx';
import { useForm } from '../forms/use-form.ts';
import { moscowDay } from '../lib/format.ts';
import { serverNow } from '../lib/server-clock.ts';
import type { CallInput } from '../server/client.ts';
import { TextArea } from '../ui/fields/TextField.tsx';
import type { ItemDialog } from '../ui/use-dialogs.tsx';
import { useStaffAction } from './use-staff-action.ts';

type Declaration<Item, E extends AnyEndpoint> = {
  title: ValueOrFunction<Item, string>;
  submitLabel: ValueOrFunction<Item, string>;
  /** Explains what will happen. */
  text: (item: Item) => ReactNode;
  /** Label that says why the reason is needed and where it will be stored. Null if the action needs none. */
  label?: ValueOrFunction<Item, string> | null;
  help?: ValueOrFunction<Item, string | undefined>;
  /** Day that is asked for too, today at first, with its name on the wire. Null if the item needs none. */
  day?: ValueOrFunction<Item, { label: string; help: string; wire: string } | null>;
  /** Why nothing can be sent without a reason. */
  missing?: ValueOrFunction<Item, string>;
  /** Why nothing can be sent at all. */
  problem?: (item: Item) => string | null;
  /** Name of the action in reports of its outcome. */
  name: ValueOrFunction<Item, string>;
  /** The same where several calls do it, by the item. */
  call: E | ((item: Item) => E);
  input: (item: Item, reason: string, day: string) => CallInput<E>;
  refresh: readonly AnyEndpoint[];
};

/** Returns a dialogue of staff that explains an action, asks for its reason, and carries it out once. */
export function defineReasonDialog<Item, E extends AnyEndpoint>(
  declaration: Declaration<Item, E>,
): ItemDialog<Item> {
  const { label = 'Основание, останется в журнале', missing = 'Укажите основание', call } = declaration;
  return function ReasonDialog({ item, onClose }) {
    const get = <Value,>(value: ValueOrFunction<Item, Value>) => getValue(value, item);
    const action = useStaffAction(get<E>(call), {
      name: get(declaration.name),
      refresh: declaration.refresh,
    });
    const day = get(declaration.day ?? null);
    const form = useForm({
      values: () => ({ reason: '', day: moscowDay(serverNow()) }),
      ...(day && { wire: { day: day.wire } }),
    });
    const lacksReason = label !== null && !form.values.reason.trim();
    return (
      <FormModal
        form={form}
        action={action}
        title={get(declaration.title)}
        submitLabel={get(declaration.submitLabel)}
        disabledReason={declaration.problem?.(item) ?? (lacksReason ? get(missing) : null)}
        onSubmit={(values) =>
          action.mutate(declaration.input(item, values.reason, values.day), { onSuccess: onClose })
        }
        onClose={onClose}
      >
        {declaration.text(item)}
        {day && <DayField label={day.label} help={day.help} {...form.field('day')} />}
        {label !== null && (
          <TextArea label={get(label)} help={get(declaration.help)} {...form.field('reason')} autoFocus />
        )}
      </FormModal>
    );
  };
}
