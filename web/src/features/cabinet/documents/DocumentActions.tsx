import {
  IconCheck,
  IconDownload,
  IconFileCertificate,
  IconFileSpreadsheet,
  IconFileTypeXml,
  IconFileUpload,
  IconMessageReport,
  IconMessages,
  IconSend,
  IconTable,
} from '@tabler/icons-react';
import {
  downloadDocument,
  downloadRegister,
  downloadRegisterWorkbook,
  downloadSignature,
  downloadXml,
  listDocuments,
  UNCONFIRMED_KIND,
} from '#contract/papers/documents.ts';
import { resendDocument } from '#contract/papers/edm.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { CallFailed } from '../../../server/client.ts';
import { saveFile } from '../../../server/download.ts';
import { useAction } from '../../../state/use-action.ts';
import { ActionMenu, type MenuAction } from '../../../ui/layers/ActionMenu.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Row } from '../../../ui/Stack.tsx';
import { showToast } from '../../../ui/layers/Toast.tsx';
import { isDisputable, isOpen, isValid, type MonthlyDocument } from './monthly-document.ts';

/** Actions that open a dialogue. */
export type DocumentAction = 'accept' | 'object' | 'answer' | 'objection';

type Props = {
  document: MonthlyDocument;
  mayConfirm: boolean;
  onAction: (action: DocumentAction, document: MonthlyDocument) => void;
};

/** Shows the document's file, and behind one button all its actions. Reports why there was no file. */
export function DocumentActions({ document, mayConfirm, onAction }: Props) {
  const params = { id: document.id };
  const onError = ({ message }: Error) =>
    showToast({ tone: 'stop', title: `Файл не скачан: ${document.title}`, message });
  // A large register is made in the background, which is no failure: the row shows how far it has come.
  const pdf = useAction({
    mutationFn: () => saveFile(downloadDocument, { params }),
    onError: (failure: Error) =>
      failure instanceof CallFailed && failure.code === 409
        ? showToast({ tone: 'go', title: `PDF готовится: ${document.title}`, message: failure.message })
        : onError(failure),
  });
  const lines = useAction({ mutationFn: () => saveFile(downloadRegister, { params }), onError });
  const workbook = useAction({ mutationFn: () => saveFile(downloadRegisterWorkbook, { params }), onError });
  const xml = useAction({ mutationFn: () => saveFile(downloadXml, { params }), onError });
  const sheet = useAction({ mutationFn: () => saveFile(downloadSignature, { params }), onError });
  const resend = useEndpointAction(resendDocument, {
    refresh: [listDocuments],
    onFailure: ({ message }) =>
      showToast({ tone: 'stop', title: `Документ не отправлен: ${document.title}`, message }),
  });
  const download = {
    icon: <IconDownload {...ICON} />,
    pending: pdf.isPending,
    onSelect: () => pdf.mutate(),
  };
  const offered: (MenuAction | false)[] = [
    // An objection that was answered must not leave a document that can't be confirmed (agreement 8.2).
    mayConfirm &&
      isValid(document) &&
      document.kind !== UNCONFIRMED_KIND &&
      !document.received && {
        key: 'accept',
        label: 'Подтвердить',
        icon: <IconCheck {...ICON} />,
        onSelect: () => onAction('accept', document),
      },
    mayConfirm &&
      isDisputable(document) && {
        key: 'object',
        label: 'Возразить',
        icon: <IconMessageReport {...ICON} />,
        onSelect: () => onAction('object', document),
      },
    mayConfirm &&
      isOpen(document) &&
      document.xml !== null && {
        key: 'answer',
        label: 'Возразить файлом XML',
        icon: <IconFileUpload {...ICON} />,
        onSelect: () => onAction('answer', document),
      },
    document.objection !== null && {
      key: 'objection',
      label: document.objection.answer ? 'Возражение и ответ' : 'Возражение',
      icon: <IconMessages {...ICON} />,
      onSelect: () => onAction('objection', document),
    },
    {
      key: 'download',
      label: 'Скачать',
      icon: download.icon,
      disabledReason: document.withdrawn
        ? WITHDRAWN
        : download.pending || document.making
          ? 'Файл готовится'
          : null,
      onSelect: download.onSelect,
    },
    document.register !== null && {
      key: 'register',
      label: 'Скачать CSV',
      icon: <IconTable {...ICON} />,
      disabledReason: lines.isPending ? 'Файл готовится' : null,
      onSelect: () => lines.mutate(),
    },
    document.register !== null && {
      key: 'workbook',
      label: 'Скачать XLSX',
      icon: <IconFileSpreadsheet {...ICON} />,
      disabledReason: workbook.isPending ? 'Файл готовится' : null,
      onSelect: () => workbook.mutate(),
    },
    document.xml !== null && {
      key: 'xml',
      label: 'Скачать XML',
      icon: <IconFileTypeXml {...ICON} />,
      disabledReason: xml.isPending ? 'Файл готовится' : null,
      onSelect: () => xml.mutate(),
    },
    document.signature !== null && {
      key: 'sheet',
      label: 'Лист подписания',
      icon: <IconFileCertificate {...ICON} />,
      disabledReason: sheet.isPending ? 'Файл готовится' : null,
      onSelect: () => sheet.mutate(),
    },
    mayConfirm &&
      (document.edm?.state === 'failed' || document.edm?.state === 'cancelled') && {
        key: 'resend',
        label: 'Отправить в ЭДО снова',
        icon: <IconSend {...ICON} />,
        disabledReason: resend.isPending ? 'Документ отправляется' : null,
        onSelect: () => resend.mutate({ params }),
      },
  ];
  return (
    <Row gap="1">
      <span data-desk>
        <IconButton
          label={`Скачать: ${document.title}`}
          icon={download.icon}
          disabled={download.pending || Boolean(document.withdrawn ?? document.making)}
          disabledReason={document.withdrawn ? WITHDRAWN : 'Файл готовится'}
          onClick={download.onSelect}
        />
      </span>
      <ActionMenu label={`Действия: ${document.title}`} actions={offered.filter((item) => item !== false)} />
    </Row>
  );
}

const WITHDRAWN = 'Документ отозван: файла больше нет';
const ICON = { 'aria-hidden': true, stroke: 1.75 } as const;
