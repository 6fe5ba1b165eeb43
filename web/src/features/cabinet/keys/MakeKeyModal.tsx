import { useState } from 'react';
import { MOVES_MONEY, PAYS_OUT, type KeyScope } from '#contract/companies/key-scopes.ts';
import { createKey, listKeys, SUM_NEEDED } from '#contract/companies/keys.ts';
import { createSandboxKey, readSandbox } from '#contract/companies/sandbox.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { DayField } from '../../../forms/days/DayField.tsx';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { MoneyField } from '../../../forms/MoneyField.tsx';
import { dayProblem } from '../../../forms/days/type-day.ts';
import { TextArea, TextField } from '../../../ui/fields/TextField.tsx';
import { KeyCards } from './KeyCards.tsx';
import { CreatedKey } from './CreatedKey.tsx';
import { ScopeChoice } from './ScopeChoice.tsx';

const EMPTY = {
  title: '',
  scopes: [] as KeyScope[],
  expires: '',
  addresses: '',
  sum: '',
  cards: [] as number[],
};

const WIRE = { sum: 'daily_sum', expires: 'expires_at' };

type Props = { onClose: () => void; /** Whether it is a key of the company's sandbox. */ isTest?: boolean };

/** Makes a key with its rights and limits, then shows its text, this once. */
export function MakeKeyModal({ onClose, isTest = false }: Props) {
  const form = useForm({ values: EMPTY, wire: WIRE });
  const [made, setMade] = useState<string | null>(null);
  const { title, scopes, expires, addresses, sum, cards } = form.values;
  const action = useEndpointAction(isTest ? createSandboxKey : createKey, {
    refresh: [isTest ? readSandbox : listKeys],
    answersFirst: true,
    left: { failed: `Ключ не создан: ${title}` },
  });
  const movesMoney = scopes.includes(MOVES_MONEY);
  const namesCards = movesMoney || scopes.includes(PAYS_OUT);
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

  if (made !== null) return <CreatedKey title={title} secret={made} onClose={onClose} />;
  return (
    <FormModal
      form={form}
      onChange={action.reset}
      submitLabel="Создать ключ"
      action={action}
      disabledReason={reasonAgainst(form.values, movesMoney)}
      onSubmit={make}
      title={isTest ? 'Новый ключ песочницы' : 'Новый ключ'}
      onClose={onClose}
    >
      <TextField
        label="Название"
        help="Для какой программы: так ключ назовёт журнал действий"
        {...form.field('title')}
        maxLength={100}
        readOnly={action.isPending}
        autoFocus
      />
      <ScopeChoice {...form.field('scopes')} disabled={action.isPending} />
      {movesMoney && (
        <MoneyField
          label="Дневная сумма"
          help="Больше этого за сутки по Москве ключ не переведёт"
          {...form.field('sum')}
          readOnly={action.isPending}
        />
      )}
      {namesCards && !isTest && <KeyCards {...form.field('cards')} />}
      <DayField label="Последний день" optional {...form.field('expires')} readOnly={action.isPending} />
      <TextArea
        label="Адреса"
        optional
        help="С которых ключ работает, через запятую: 203.0.113.7, 203.0.113.0/24. Пусто: с любых"
        rows={2}
        {...form.field('addresses')}
        readOnly={action.isPending}
      />
    </FormModal>
  );
}

function reasonAgainst({ title, scopes, expires, sum }: typeof EMPTY, movesMoney: boolean): string | null {
  if (title.trim() === '') return 'Укажите название';
  if (scopes.length === 0) return 'Выберите, что может ключ';
  if (expires && dayProblem(expires)) return dayProblem(expires);
  return movesMoney && sum === '' ? SUM_NEEDED : null;
}
