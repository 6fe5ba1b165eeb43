import { useState } from 'react';
import { MOVES_MONEY, PAYS_OUT, type KeyScope } from '#contract/key-scopes.ts';
import { createKey, listKeys, SUM_NEEDED } from '#contract/keys.ts';
import { createSandboxKey, readSandbox } from '#contract/sandbox.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { DayField } from '../../forms/DayField.tsx';
import { FormShell } from '../../forms/FormShell.tsx';
import { MoneyField } from '../../forms/MoneyField.tsx';
import { dayProblem } from '../../forms/type-day.ts';
import { Modal } from '../../ui/Modal.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import { KeyCards } from './KeyCards.tsx';
import { MadeKey } from './MadeKey.tsx';
import { ScopeChoice } from './ScopeChoice.tsx';

const EMPTY = {
  title: '',
  scopes: [] as KeyScope[],
  expires: '',
  addresses: '',
  sum: '',
  cards: [] as number[],
};

type Props = { onClose: () => void; /** Whether it is a key of the company's sandbox. */ isTest?: boolean };

/** Makes a key: what it may do and what holds it; then shows it, this once. */
export function MakeKeyModal({ onClose, isTest = false }: Props) {
  const [draft, setDraft] = useState(EMPTY);
  const [made, setMade] = useState<string | null>(null);
  const { title, scopes, expires, addresses, sum, cards } = draft;
  const action = useEndpointAction(isTest ? createSandboxKey : createKey, {
    refresh: [isTest ? readSandbox : listKeys],
    answersFirst: true,
    left: { failed: `Ключ не создан: ${title}` },
  });
  const movesMoney = scopes.includes(MOVES_MONEY);
  const namesCards = movesMoney || scopes.includes(PAYS_OUT);
  const getError = (field: string) => findError(action.error?.fields, field);
  function change(next: Partial<typeof EMPTY>) {
    setDraft({ ...draft, ...next });
    action.reset();
  }
  function make() {
    const body = {
      title,
      scopes,
      expires_at: expires || undefined,
      addresses: addresses.split(/[\s,;]+/).filter(Boolean),
      ...(movesMoney && { daily_sum: sum }),
      ...(namesCards && { cards }),
    };
    action.mutate({ body }, { onSuccess: ({ data }) => setMade(data.key) });
  }

  if (made !== null) return <MadeKey title={title} secret={made} onClose={onClose} />;
  return (
    <Modal
      opened
      onClose={onClose}
      title={isTest ? 'Новый ключ песочницы' : 'Новый ключ'}
      busy={action.isPending}
    >
      <FormShell
        submitLabel="Создать ключ"
        loading={action.isPending}
        error={action.error}
        ownFields={Object.keys(action.error?.fields ?? {})}
        disabledReason={reasonAgainst(draft, movesMoney)}
        onSubmit={make}
      >
        <TextField
          label="Название"
          help="Для какой программы: так ключ назовёт журнал действий"
          value={title}
          maxLength={100}
          readOnly={action.isPending}
          onChange={(text) => change({ title: text })}
          error={getError('title')}
          autoFocus
        />
        <ScopeChoice
          chosen={scopes}
          error={getError('scopes')}
          disabled={action.isPending}
          onChange={(next) => change({ scopes: next })}
        />
        {movesMoney && (
          <MoneyField
            label="Дневная сумма"
            help="Больше этого за сутки по Москве ключ не переведёт"
            value={sum}
            readOnly={action.isPending}
            onChange={(text) => change({ sum: text })}
            error={getError('daily_sum')}
          />
        )}
        {namesCards && !isTest && (
          <KeyCards chosen={cards} error={getError('cards')} onChange={(next) => change({ cards: next })} />
        )}
        <DayField
          label="Последний день"
          optional
          value={expires}
          readOnly={action.isPending}
          onChange={(day) => change({ expires: day })}
          error={getError('expires_at')}
        />
        <TextArea
          label="Адреса"
          optional
          help="С которых ключ работает, через запятую: 203.0.113.7, 203.0.113.0/24. Пусто: с любых"
          rows={2}
          value={addresses}
          readOnly={action.isPending}
          onChange={(text) => change({ addresses: text })}
          error={getError('addresses')}
        />
      </FormShell>
    </Modal>
  );
}

function reasonAgainst({ title, scopes, expires, sum }: typeof EMPTY, movesMoney: boolean): string | null {
  if (title.trim() === '') return 'Укажите название';
  if (scopes.length === 0) return 'Выберите, что может ключ';
  if (expires && dayProblem(expires)) return dayProblem(expires);
  return movesMoney && sum === '' ? SUM_NEEDED : null;
}

/** Returns the error of the field, or of one in its list: `addresses.1`. */
function findError(fields: Record<string, readonly string[]> | undefined, name: string): string | null {
  const found = Object.entries(fields ?? {}).find(
    ([field]) => field === name || field.startsWith(`${name}.`),
  );
  return found?.[1][0] ?? null;
}
