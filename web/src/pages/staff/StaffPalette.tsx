import { IconBuilding, IconBuildingBank, IconChecklist, IconFileText, IconUser } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { findPeople } from '#contract/companies/client-people.ts';
import { findClients } from '#contract/companies/clients.ts';
import { SEARCH_MAX } from '#contract/insights/search.ts';
import { listPayments } from '#contract/money/bank.ts';
import { listRequests } from '#contract/orders/staff-requests.ts';
import { listStaffDocuments } from '#contract/papers/staff-documents.ts';
import { formatPhone } from '#contract/values/phone.ts';
import type { Entry, Group } from '../../features/cabinet/search/entry.ts';
import { scoreOffered, type Offered } from '../../features/cabinet/search/find-entries.ts';
import { formatPersonCompanies, type FoundPerson } from '../../features/staff/clients/person-companies.ts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { normalizeText } from '../../lib/match-words.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { paths } from '../../paths.ts';
import { nameOfPerson } from '../../staff/name-of-person.ts';
import { useRead } from '../../state/use-call.ts';
import { Palette } from '../../ui/layers/Palette.tsx';
import { LoadError } from '../../ui/states/LoadError.tsx';

type Props = {
  places: readonly Offered[];
  /** Actions of the user on their own session. */
  own: readonly Offered[];
  onClose: () => void;
};

/** Finds clients, people, requests, payments and documents of the whole programme, and every page of the staff. */
export function StaffPalette({ places, own, onClose }: Props) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const { groups, isAwaited, error, again } = useFound(text.trim());
  const isEmpty = text.trim() === '';
  const words = normalizeText(text);
  const local = isEmpty
    ? [toGroup('Разделы', places), toGroup('Профиль', own)]
    : [
        { title: 'Разделы', entries: scoreOffered(places, words).map(({ entry }) => entry) },
        { title: 'Профиль', entries: scoreOffered(own, words).map(({ entry }) => entry) },
      ];

  // The page that opens continues where the search was.
  useEffect(() => () => document.getElementById('content')?.focus({ preventScroll: true }), []);

  function choose({ to, run }: Entry) {
    onClose();
    if (to !== undefined) void navigate(to);
    else run?.();
  }

  return (
    <Palette
      label="Поиск и действия"
      placeholder="Клиент, ИНН, человек, заявка, платёж, документ или раздел"
      text={text}
      onText={(next) => setText(next.slice(0, SEARCH_MAX))}
      groups={[...groups, ...local].filter(({ entries }) => entries.length > 0)}
      unsure={isAwaited || error !== null}
      nothing="Ничего не нашли. Попробуйте название, ИНН, номер или сумму"
      onChoose={choose}
      onClose={onClose}
    >
      {error !== null && <LoadError message={error} onReload={again} />}
    </Palette>
  );
}

function toGroup(title: string, offered: readonly Offered[]): Group {
  return { title, entries: offered.map(({ entry }) => entry) };
}

const PAUSE_MS = 200;
const MIN_LETTERS = 2;
const MAX_FOUND = 5;
const ICON = { 'aria-hidden': true, stroke: 1.75 } as const;

/** Searches the server for the text once its typing pauses. Only the answers to the current text count. */
function useFound(text: string) {
  const [requested, setRequested] = useState('');
  const ask = useDebounced(setRequested, PAUSE_MS);
  const askFor = ask.call;
  useEffect(() => askFor(text), [text, askFor]);
  const isWorth = text.length >= MIN_LETTERS;
  const enabled = isWorth && requested === text;
  const clients = useRead(findClients, { query: { q: requested } }, { enabled });
  const people = useRead(findPeople, { query: { q: requested } }, { enabled });
  const requests = useRead(listRequests, { query: { q: requested, perPage: MAX_FOUND } }, { enabled });
  const payments = useRead(listPayments, { query: { q: requested, perPage: MAX_FOUND } }, { enabled });
  const documents = useRead(listStaffDocuments, { query: { q: requested, perPage: MAX_FOUND } }, { enabled });
  const reads = [clients, people, requests, payments, documents];
  const failed = reads.find((read) => enabled && read.isError);
  const groups: Group[] = enabled
    ? [
        { title: 'Клиенты', entries: (clients.data?.data ?? []).slice(0, MAX_FOUND).map(toClient) },
        { title: 'Люди', entries: (people.data?.data ?? []).slice(0, MAX_FOUND).map(toPerson) },
        { title: 'Заявки', entries: (requests.data?.data ?? []).map(toRequest) },
        { title: 'Платежи', entries: (payments.data?.data ?? []).map((item) => toPayment(item, requested)) },
        { title: 'Документы', entries: (documents.data?.data ?? []).map(toDocument) },
      ]
    : [];
  return {
    groups,
    isAwaited: isWorth && (!enabled || reads.some((read) => read.isPending && !read.isError)),
    error: failed?.error?.message ?? null,
    again: () => reads.forEach((read) => void read.refetch()),
  };
}

function toClient({ id, title, inn }: { id: number; title: string; inn: string }): Entry {
  return {
    key: `client:${id}`,
    kind: 'place',
    title,
    note: `ИНН ${inn}`,
    icon: <IconBuilding {...ICON} />,
    to: paths.staffClient(id),
  };
}

function toPerson(person: FoundPerson): Entry {
  return {
    key: `person:${person.id}`,
    kind: 'place',
    title: nameOfPerson(person),
    note: `${formatPhone(person.phone)}, ${formatPersonCompanies(person)}`,
    icon: <IconUser {...ICON} />,
    to: paths.staffPerson(person.id),
  };
}

type FoundRequest = { id: number; company: { title: string }; status: { title: string } };

function toRequest({ id, company, status }: FoundRequest): Entry {
  return {
    key: `request:${id}`,
    kind: 'place',
    title: `Заявка № ${id}`,
    note: `${company.title}, ${status.title}`,
    icon: <IconChecklist {...ICON} />,
    to: paths.staffRequest(id),
  };
}

type FoundPayment = { id: number; number: string; date: string; sum: number; payer: { name: string } };

/** A payment has no page of its own: the list of what was searched for opens. */
function toPayment({ id, number, date, sum, payer }: FoundPayment, args: string): Entry {
  return {
    key: `payment:${id}`,
    kind: 'place',
    title: `Платёж № ${number} от ${formatDate(date)}`,
    note: payer.name,
    aside: formatMoney(sum),
    icon: <IconBuildingBank {...ICON} />,
    to: `${paths.staffPayments}?${new URLSearchParams({ q: args }).toString()}`,
  };
}

type FoundDocument = { id: number; title: string; month: string; company: { id: number; title: string } };

function toDocument({ id, title, month, company }: FoundDocument): Entry {
  const list = new URLSearchParams({ company: String(company.id), month, q: title });
  return {
    key: `document:${id}`,
    kind: 'place',
    title,
    note: company.title,
    icon: <IconFileText {...ICON} />,
    to: `${paths.staffDocuments}?${list.toString()}`,
  };
}
