// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { listCards, listGoodsGroups } from '#contract/cards/cards.ts';
import { GoodsFields } from './features/cabinet/many-cards/GoodsFields.tsx';
import { KeyCards } from './features/cabinet/keys/KeyCards.tsx';
import { ScopeChoice } from './features/cabinet/keys/ScopeChoice.tsx';
import { CardChoice } from './features/cabinet/fleet/CardChoice.tsx';
import { RoleChoice } from './features/staff/members/RoleChoice.tsx';
import { ClientChoice, NO_CLIENT } from './features/staff/payments/ClientChoice.tsx';
import { DocumentField } from './features/staff/clients/DocumentField.tsx';
import { ClientField } from './staff/ClientField.tsx';
import { readKey } from './state/use-call.ts';
import { givenSilentServer } from './testing/given-server.ts';
import { describe, render } from './testing/render.tsx';
import { Checkbox } from './ui/fields/Checkbox.tsx';
import { SearchSelect } from './ui/fields/SearchSelect.tsx';
import { Segmented } from './ui/fields/Segmented.tsx';
import { Select } from './ui/fields/Select.tsx';
import { TextArea, TextField } from './ui/fields/TextField.tsx';
import { CardField } from './forms/CardField.tsx';
import { DayField } from './forms/days/DayField.tsx';
import { MomentField } from './forms/days/MomentField.tsx';
import { TimeField } from './forms/days/TimeField.tsx';
import { FileField } from './forms/FileField.tsx';
import { InnField } from './forms/InnField.tsx';
import { newStep } from './features/staff/dunning/rule-draft.ts';
import { StepsField } from './features/staff/dunning/StepsField.tsx';
import { MoneyField } from './forms/MoneyField.tsx';
import { PhoneField } from './forms/PhoneField.tsx';
import { QuantityStepper } from './forms/QuantityStepper.tsx';
import { SmsCodeField } from './forms/SmsCodeField.tsx';

const REFUSAL = 'Сервер отказал';
const NOTHING = () => {};
const text = { value: '', onChange: NOTHING, error: REFUSAL };
const labelled = { ...text, label: 'Поле' };
const list = { ...text, value: [] };
const option = { value: 'a', label: 'А' };

/** Every component that `form.field` or `form.checkbox` can be spread into, with a refusal. */
const FIELDS: Record<string, ReactElement> = {
  TextField: <TextField {...labelled} />,
  TextArea: <TextArea {...labelled} />,
  Select: <Select {...labelled} options={[option]} />,
  SearchSelect: <SearchSelect {...labelled} options={[option]} isMeant={() => true} formatCount={String} />,
  Segmented: <Segmented {...labelled} options={[option]} />,
  Checkbox: <Checkbox {...labelled} checked={false} />,
  CardField: <CardField {...text} value={null} cards={[]} formatLabel={String} />,
  DayField: <DayField {...labelled} />,
  MomentField: <MomentField {...labelled} />,
  TimeField: <TimeField {...labelled} />,
  FileField: <FileField {...labelled} value={null} extensions={['xml']} />,
  InnField: <InnField {...text} />,
  MoneyField: <MoneyField {...text} />,
  PhoneField: <PhoneField {...text} />,
  QuantityStepper: <QuantityStepper {...labelled} value={1} />,
  SmsCodeField: <SmsCodeField {...text} />,
  CardChoice: <CardChoice {...list} disabled={false} />,
  ClientChoice: <ClientChoice {...text} value={NO_CLIENT} invoiceError={null} />,
  ClientField: <ClientField {...text} value={null} />,
  DocumentField: <DocumentField {...text} companyId={1} disabled={false} />,
  GoodsFields: <GoodsFields {...text} value={new Set<number>()} />,
  KeyCards: <KeyCards {...list} />,
  RoleChoice: <RoleChoice {...text} value="operator" disabled={false} />,
  ScopeChoice: <ScopeChoice {...list} disabled={false} />,
  StepsField: <StepsField {...text} value={[newStep()]} basis="credit" />,
};

test.each(Object.entries(FIELDS))('%s shows its refusal and announces it', async (_, field) => {
  await render(<QueryClientProvider client={givenReads()}>{field}</QueryClientProvider>);
  const wrong = document.querySelector('[aria-invalid=true]');
  expect(wrong).not.toBeNull();
  expect(describe(wrong!)).toContain(REFUSAL);
  const live = [...document.querySelectorAll('[aria-live], [role=alert]')];
  expect(live.map(({ textContent }) => textContent)).toContain(REFUSAL);
});

test('every component that a form connects to a field is among these', () => {
  const root = import.meta.dirname;
  const connected = globSync('**/*.tsx', { cwd: root, exclude: ['**/*.test.tsx', 'features/public/parts/*'] })
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    // Each piece begins at an element, so that a spread belongs to the element before it.
    .flatMap((source) => source.split(/<(?=[A-Z]\w+\s)/).slice(1))
    .filter((element) => /\.\.\.form\.(field|checkbox)\(/.test(element.split('/>')[0] ?? ''))
    .map((element) => /^\w+/.exec(element)?.[0] ?? '');
  expect(connected.length).toBeGreaterThan(40);
  expect(connected.filter((name) => !(name in FIELDS))).toEqual([]);
});

/** Lists that fields read, as they are once they have been loaded. Other reads get no answer. */
function givenReads() {
  givenSilentServer();
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const card = { id: 1, card_number: '7013420000004821', comment: '', drivers: [] };
  client.setQueryData(readKey(listCards, {}), { data: [card] });
  const group = { id: 1, title: 'Дизельное топливо', type: 'diesel', goods: [{ cg_id: 1, title: 'ДТ' }] };
  client.setQueryData(readKey(listGoodsGroups, {}), { data: [group] });
  return client;
}
