import type { DocumentKind } from '#contract/papers/documents.ts';
import {
  IconDownload,
  IconFileDiff,
  IconFileOff,
  IconFilePlus,
  IconFileTypeXml,
  IconListNumbers,
  IconMessages,
} from '@tabler/icons-react';
import type { z } from 'zod';
import {
  correctDocument,
  downloadStaffDocument,
  downloadStaffXml,
  withdrawDocument,
  type staffDocument,
  type StaffDocumentState,
} from '#contract/papers/staff-documents.ts';
import { EDM_STATUS } from '../../../forms/edm-status.ts';
import { capitalized, formatDate, glueNumbers } from '../../../lib/format.ts';
import { paths } from '../../../paths.ts';
import { saveFile } from '../../../server/download.ts';
import type { Proposals } from '../../../staff/use-proposals.ts';
import { WaitingApprovals } from '../../../staff/WaitingApprovals.tsx';
import type { Column } from '../../../tables/column.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { dateColumn, extraColumn, moneyColumn } from '../../../tables/usual-columns.tsx';
import { ActionMenu, type MenuAction } from '../../../ui/layers/ActionMenu.tsx';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import { showToast } from '../../../ui/layers/Toast.tsx';

export type StaffDocument = z.infer<typeof staffDocument>;

const STATE: Record<StaffDocumentState, { label: string; tone: StatusTone }> = {
  waiting: { label: 'Ждёт клиента', tone: 'wait' },
  confirmed: { label: 'Подтверждён', tone: 'go' },
  objected: { label: 'Возражение', tone: 'stop' },
  replaced: { label: 'Заменён исправлением', tone: 'neutral' },
  withdrawn: { label: 'Отозван', tone: 'stop' },
};

export const STATES = Object.entries(STATE).map(([value, { label }]) => ({ value, label }));

const KIND = {
  register: 'Реестр',
  upd: 'УПД',
  cards: 'Акт карт',
  reconciliation: 'Акт сверки',
  'advance-invoice': 'Счёт-фактура на аванс',
  other: 'Опубликован вручную',
} as const satisfies Record<DocumentKind | 'other', string>;

export const KINDS = Object.entries(KIND).map(([value, label]) => ({ value, label }));

/** Part of a title. The month has a column of its own. */
const MONTH = / за [а-яё]+ \d{4} года$/;

type Act = {
  /** Why nothing can be changed here. Null means that it can. */
  problem: string | null;
  /** Proposals about documents that wait for a second member. */
  proposals: Proposals;
  correct: (document: StaffDocument) => void;
  correctLines: (document: StaffDocument) => void;
  withdraw: (document: StaffDocument) => void;
  makeAgain: (document: StaffDocument) => void;
  annul: (document: StaffDocument) => void;
  dropAnnulment: (document: StaffDocument) => void;
};

export function staffDocumentColumns(act: Act): readonly Column<StaffDocument>[] {
  return [
    {
      key: 'title',
      header: 'Документ',
      width: 236,
      narrow: 'title',
      fixed: true,
      unsorted: true,
      value: (item) => item.title,
      cell: (item) => (
        <TwoLines isLong below={`${item.partner_title}. ${KIND[item.kind ?? 'other']}`}>
          {glueNumbers(item.title.replace(MONTH, ''))}
        </TwoLines>
      ),
    },
    {
      key: 'company',
      header: 'Компания',
      width: 200,
      narrow: 'plain',
      value: (item) => item.company.title,
      cell: (item) => (
        <TwoLines below={item.company.inn && `ИНН ${item.company.inn}`}>{item.company.title}</TwoLines>
      ),
    },
    extraColumn({
      key: 'inn',
      header: 'ИНН',
      unsorted: true,
      value: (item) => item.company.inn,
      kind: 'number',
    }),
    extraColumn({ key: 'network', header: 'Сеть', unsorted: true, value: (item) => item.partner_title }),
    {
      key: 'month',
      header: 'Месяц',
      narrow: 'second',
      leaves: 1,
      value: (item) => item.month,
      cell: (item) => capitalized(formatDate(item.month, 'month')).replace(' ', '\u00a0'),
    },
    dateColumn({
      key: 'published',
      header: 'Опубликован',
      kind: 'moment',
      narrow: 'hidden',
      value: (item) => item.published,
    }),
    moneyColumn({ key: 'sum', header: 'Сумма с НДС', narrow: 'aside', value: (item) => item.sum }),
    moneyColumn({
      key: 'vat',
      header: 'НДС',
      narrow: 'hidden',
      extra: true,
      unsorted: true,
      value: (item) => item.vat,
    }),
    {
      key: 'state',
      header: 'Состояние',
      narrow: 'plain',
      unsorted: true,
      value: (item) => STATE[item.state].label,
      cell: (item) => (
        <>
          <TwoLines below={formatDetail(item)}>
            <StatusLabel tone={STATE[item.state].tone}>{STATE[item.state].label}</StatusLabel>
          </TwoLines>
          <WaitingApprovals approvals={act.proposals.waiting(item.id)} />
        </>
      ),
    },
    {
      key: 'action',
      header: 'Действия',
      headerHidden: true,
      narrow: 'menu',
      cell: (item) => <ActionMenu label={`Действия: ${item.title}`} actions={listActions(item, act)} />,
    },
  ];
}

function formatDetail(document: StaffDocument): string | null {
  return [formatStateDetail(document), ...edmDetails(document)].filter(Boolean).join('. ') || null;
}

function edmDetails({ edm, edm_reason: reason, annulment, roaming }: StaffDocument): (string | null)[] {
  if (edm === null) return [];
  const unsigned = annulment && edm !== 'cancelling';
  return [
    `ЭДО: ${EDM_STATUS[edm].text}`,
    roaming && `через роуминг, ${roaming}`,
    reason,
    unsigned
      ? `Аннулирование ждёт подписи: подпишите предложение в кабинете оператора. ${annulment}`
      : annulment,
  ];
}

function formatStateDetail({
  withdrawn,
  objection,
  state,
  replace_reason: reason,
}: StaffDocument): string | null {
  if (withdrawn) return withdrawn.reason;
  if (state === 'objected') return objection?.answered_at ? 'Клиенту ответили' : (objection?.comment ?? null);
  return reason && `Исправление. ${reason}`;
}

function listActions(document: StaffDocument, act: Act): MenuAction[] {
  const { problem, proposals, correct, correctLines, withdraw, makeAgain } = act;
  const isOver = document.state === 'withdrawn' || document.state === 'replaced';
  const over = isOver ? 'Документ больше не действует' : null;
  const waits = document.objection !== null && document.objection.answered_at === null;
  return [
    {
      key: 'download',
      label: 'Скачать',
      icon: <IconDownload {...ICON} />,
      onSelect: () => void save(document),
    },
    ...(waits && !isOver
      ? [
          {
            key: 'answer',
            label: 'Ответить на возражение',
            icon: <IconMessages {...ICON} />,
            to: `${paths.staffMatters}?kind=objection`,
          },
        ]
      : []),
    ...(document.xml === null
      ? []
      : [
          {
            key: 'xml',
            label: 'Скачать XML',
            icon: <IconFileTypeXml {...ICON} />,
            onSelect: () => void saveXml(document),
          },
        ]),
    ...(document.kind === 'upd' && document.replaces === null
      ? [
          {
            key: 'correct-lines',
            label: 'Исправить строки (УКД)',
            icon: <IconListNumbers {...ICON} />,
            disabledReason: problem ?? over ?? proposals.problem(correctDocument, document.id),
            onSelect: () => correctLines(document),
          },
        ]
      : []),
    ...(document.may_be_made_again
      ? [
          {
            key: 'make-again',
            label: 'Сделать заново',
            icon: <IconFilePlus {...ICON} />,
            disabledReason: problem,
            onSelect: () => makeAgain(document),
          },
        ]
      : []),
    {
      key: 'correct',
      label: 'Исправить',
      icon: <IconFileDiff {...ICON} />,
      disabledReason: problem ?? over,
      onSelect: () => correct(document),
    },
    ...annulmentActions(document, act),
    {
      key: 'withdraw',
      label: 'Отозвать',
      icon: <IconFileOff {...ICON} />,
      danger: true,
      disabledReason:
        problem ??
        over ??
        (document.received ? CONFIRMED : null) ??
        proposals.problem(withdrawDocument, document.id),
      onSelect: () => withdraw(document),
    },
  ];
}

/** A document that has reached the client by EDM is annulled there, by both sides. */
function annulmentActions(document: StaffDocument, { problem, annul, dropAnnulment }: Act): MenuAction[] {
  const { edm, annulment } = document;
  if (annulment !== null && edm !== 'cancelling')
    return [
      {
        key: 'drop-annulment',
        label: 'Не предлагать аннулировать',
        icon: <IconFileOff {...ICON} />,
        disabledReason: problem,
        onSelect: () => dropAnnulment(document),
      },
    ];
  if (edm !== 'delivered' && edm !== 'signed' && edm !== 'disagreed') return [];
  return [
    {
      key: 'annul',
      label: 'Предложить аннулировать в ЭДО',
      icon: <IconFileOff {...ICON} />,
      disabledReason: problem,
      onSelect: () => annul(document),
    },
  ];
}

const CONFIRMED = 'Клиент подтвердил документ: его можно только исправить';

async function save({ id, title }: StaffDocument): Promise<void> {
  await saveFile(downloadStaffDocument, { params: { id } }).catch(({ message }: Error) =>
    showToast({ tone: 'stop', title: `Файл не скачан: ${title}`, message }),
  );
}

async function saveXml({ id, title }: StaffDocument): Promise<void> {
  await saveFile(downloadStaffXml, { params: { id } }).catch(({ message }: Error) =>
    showToast({ tone: 'stop', title: `Файл не скачан: ${title}`, message }),
  );
}

const ICON = { 'aria-hidden': true, stroke: 1.75 } as const;
