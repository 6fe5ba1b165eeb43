import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import {
  useForm as useHookForm,
  useWatch,
  type FieldValues,
  type ResolverResult,
  type UseFormReturn,
} from 'react-hook-form';

type Name<Values> = keyof Values & string;

type Options<Values> = {
  /** Values of the fields when the form opens, and after `reset`. */
  values: Values | (() => Values);
  /** While the user has changed nothing, later `values` replace the first ones. */
  follow?: boolean;
  /** Problems by field. They are shown once the user has tried to send the form, and stop it. */
  check?: (values: Values) => { [N in Name<Values>]?: string | null };
  /** Names on the wire that are more than the field's name in snake case. */
  wire?: { [N in Name<Values>]?: string };
  /** The same as that of `FormShell`, for fields without one. */
  onChange?: () => void;
};

/** Connects `TextField`, `Select`, `MoneyField` and every other field that takes a value. */
type FieldProps<Value> = { value: Value; onChange: (value: Value) => void; error: string | null };
type Refusals = ReadonlyMap<string, ReadonlySet<string>>;
type CheckboxProps = { checked: boolean; onChange: (checked: boolean) => void; error: string | null };

export type Form<Values extends object> = {
  values: Values;
  /** `<TextField label="Название" {...form.field('title')} />` */
  field: <N extends Name<Values>>(name: N) => FieldProps<Values[N]>;
  /** `<Checkbox label="Согласен" {...form.checkbox('consent')} />` */
  checkbox: (name: Name<Values>) => CheckboxProps;
  /** Changes several fields at once, as the user does. */
  set: (next: Partial<Values>) => void;
  /** Starts again, with these values or with those that a form would have if it opened now. */
  reset: (values?: Values) => void;
  readonly isDirty: boolean;
  /** Part that `FormShell` needs, which sends the form and shows what was refused. */
  shell: {
    library: UseFormReturn<FieldValues>;
    /** Fields that the last render put on the screen. One that it left out has no place for a refusal. */
    shown: ReadonlySet<string>;
    /** Sentences of the server by field. They stay until the user changes the field, on the screen or off it. */
    refusals: Refusals;
    setRefusals: (refusals: Refusals) => void;
    nameOf: (wireName: string) => string;
    hasProblems: () => boolean;
    /** Whether the user has tried to send the form: from then on its problems are shown. */
    isTried: RefObject<boolean>;
    onChange: RefObject<((values: Values) => void) | undefined>;
  };
};

/** Holds the values of a form and its problems (decision 133). `FormShell` sends it. */
export function useForm<Values extends object>(options: Options<Values>): Form<Values> {
  const { check, wire = {}, follow = false } = options;
  const [first] = useState(options.values);
  const latest = useRef(options.values);
  const library = useHookForm<FieldValues>({
    defaultValues: first,
    resolver: (values) => toResult(values, check?.(values as Values) ?? {}),
  });
  const { errors } = library.formState;
  const shown = new Set<string>();
  const [refusals, setRefusals] = useState<Refusals>(NONE);
  const onChange = useRef<(values: Values) => void>(undefined);
  const isTried = useRef(false);
  const values = useWatch({ control: library.control }) as Values;

  useLayoutEffect(() => {
    latest.current = options.values;
    if (follow && !library.formState.isDirty && !isSame(evaluate(latest.current), library.getValues()))
      library.reset(evaluate(latest.current));
  });

  function change(next: Partial<Values>) {
    for (const [name, value] of Object.entries(next))
      library.setValue(name, value, { shouldDirty: true, shouldValidate: isTried.current });
    setRefusals((known) =>
      Object.keys(next).some((name) => known.has(name))
        ? new Map([...known].filter(([name]) => !(name in next)))
        : known,
    );
    options.onChange?.();
    onChange.current?.(library.getValues() as Values);
  }
  function connect(name: Name<Values>) {
    shown.add(name);
    const refused = refusals.get(name);
    const message = refused ? [...refused].join(' ') : errors[name]?.message;
    return {
      error: typeof message === 'string' ? message : null,
      onChange: (value: unknown) => change({ [name]: value } as Partial<Values>),
    };
  }
  return {
    values,
    field: (name) => ({ value: values[name], ...connect(name) }),
    checkbox: (name) => ({ checked: Boolean(values[name]), ...connect(name) }),
    set: change,
    reset: (next) => {
      isTried.current = false;
      setRefusals(NONE);
      library.reset(next ?? evaluate(latest.current));
    },
    get isDirty() {
      return library.formState.isDirty;
    },
    shell: {
      library,
      shown,
      refusals,
      setRefusals,
      // A refusal of one entry of a list (`addresses.1`) is one of the list.
      nameOf: (wireName) =>
        Object.entries(wire).find(([, onWire]) => onWire === wireName)?.[0] ??
        toCamel(wireName.split('.', 1)[0] ?? ''),
      hasProblems: () => Object.values(check?.(library.getValues() as Values) ?? {}).some(Boolean),
      onChange,
      isTried,
    },
  };
}

/** The server's refusal, as a call throws it: its sentence, or in its place those of the refused fields, by their names. */
export type FormError = { message?: ReactNode; fields?: Record<string, readonly string[]> };

/**
 * Puts each refusal of the server on the field that it names, until the user changes that field, and the focus on the
 * first wrong field. Returns what `FormShell` needs.
 */
export function useSubmit<Values extends object>(
  form: Form<Values> | undefined,
  sending: {
    error: FormError | null;
    onSubmit: (values: Values) => void;
    onChange?: (values: Values) => void;
  },
): { formRef: RefObject<HTMLFormElement | null>; submit: () => void } {
  const { error, onSubmit, onChange } = sending;
  const fields = error?.fields;
  const formRef = useRef<HTMLFormElement>(null);
  const focusesWrong = useRef(false);
  const shell = form?.shell;

  useLayoutEffect(() => {
    if (!shell) return;
    // Several entries of a list may be refused, each for its own reason: the field of the list shows every one.
    const refusals = new Map<string, Set<string>>();
    for (const [wireName, sentences] of Object.entries(fields ?? {})) {
      const name = shell.nameOf(wireName);
      refusals.set(name, new Set([...(refusals.get(name) ?? []), ...sentences]));
    }
    shell.setRefusals(refusals.size > 0 ? refusals : NONE);
    focusesWrong.current = [...refusals.keys()].some((name) => shell.shown.has(name));
    // A form is asked for its names when a refusal arrives.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [fields]);
  useLayoutEffect(() => {
    if (shell) shell.onChange.current = onChange;
    // A field is marked as wrong in the render after its refusal.
    const wrong = focusesWrong.current && formRef.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (!wrong) return;
    focusesWrong.current = false;
    for (let fold = wrong.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
      fold.open = true;
    wrong.focus();
  });

  function submit() {
    if (!shell) return onSubmit({} as Values);
    shell.isTried.current = true;
    // Sent at once: the next key must find the form already pending.
    if (!shell.hasProblems()) return onSubmit(shell.library.getValues() as Values);
    void shell.library.handleSubmit(
      () => undefined,
      () => {
        focusesWrong.current = true;
      },
    )();
  }
  return { formRef, submit };
}

/** Returns the refusals that no field on the screen shows. Call it after the fields have been rendered. */
export function listForeign(
  { refusals, shown }: Pick<Form<object>['shell'], 'refusals' | 'shown'>,
  ownFields: readonly string[],
): string[] {
  return [...refusals]
    .filter(([name]) => !shown.has(name) && !ownFields.includes(name))
    .flatMap(([, sentences]) => [...sentences]);
}

const NONE: Refusals = new Map();

function evaluate<Values extends object>(values: Values | (() => Values)): Values {
  return values instanceof Function ? values() : values;
}

function isSame(left: object, right: object): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function toResult(
  values: FieldValues,
  problems: Record<string, string | null | undefined>,
): ResolverResult<FieldValues> {
  const errors = Object.entries(problems).flatMap(([name, message]) =>
    message ? [[name, { type: 'check', message }] as const] : [],
  );
  return errors.length === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(errors) };
}

function toCamel(wireName: string): string {
  return wireName.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
